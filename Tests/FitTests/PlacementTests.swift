import FileAccess
import HeaderModel
import PortableMath
import Raster
import Testing
import VisualDiff

@testable import Fit

/// The search of the screen's position and scale in a recording.
@Suite struct PlacementTests {
  private let scene: JudgedScene

  init() throws { scene = try JudgedScene(try FitScene.document()) }

  private func templates() async throws -> ScreenTemplates {
    try await ScreenTemplates(scene.scenes.onePixelPerPoint, jobs: 1)
  }

  private func guesses(
    _ recording: Pixmap, scale: Double?, maxCount: Int
  ) async throws -> [PlacementEstimate] {
    try await guesses([recording], of: scene, scale: scale, maxCount: maxCount)
  }

  private func guesses(
    _ frames: [Pixmap], of scene: JudgedScene, scale: Double?, maxCount: Int = 1
  ) async throws -> [PlacementEstimate] {
    try await PlacementSearch(
      frames, templates: try await ScreenTemplates(scene.scenes.onePixelPerPoint, jobs: 1),
      backgroundModel: try BackgroundModel(frames).required, jobs: 1
    ).required.guesses(scale: scale, maxCount: maxCount)
  }

  // MARK: - Coarse search

  /// The gain is that of the screen's area. The background does not contribute to it.
  @Test(arguments: [(0, 0, 0, 0), (12, 0, 0, 0), (0, 16, 0, 0), (8, 8, 8, 8)])
  func placementGainExcludesBackground(left: Int, top: Int, right: Int, bottom: Int) async throws {
    let recording = try scene.picture().framed(left: left, top: top, right: right, bottom: bottom)
    let found = try await guesses(recording, scale: 1, maxCount: 1)
    let best = try found.first.required
    #expect(best.placement == ScreenPlacement(pixelsPerPoint: 1, x: Double(left), y: Double(top)))
    let covered = 64.0 * 96 / Double(recording.size.area)
    #expect(best.gain > 0)
    #expect(best.gain <= Double(BackgroundModel.maxCost) * covered + 0.01)
  }

  /// A screen with almost no details is distinguished from its background by its color.
  @Test func findsFlatScreens() async throws {
    let document = """
      { "version": 1, "name": "flat", "scroll": { "contentHeight": 120 },
        "layers": [ { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
                    { "id": "plate", "type": "rectangle", "fill": "#3060A0", "x": 8, "y": "40 - offset",
                      "width": 16, "height": 16 } ] }
      """
    let scene = try JudgedScene(try HeaderDocument.parse(Array(document.utf8)))
    let recording = try scene.picture().framed(left: 16, top: 16, right: 16, bottom: 16)
    let best = try (await guesses([recording], of: scene, scale: 1)).first.required
    #expect(best.placement == ScreenPlacement(pixelsPerPoint: 1, x: 16, y: 16))
    let maxGain = Double(BackgroundModel.maxCost) * 64 * 96 / Double(recording.size.area)
    #expect(best.gain > 0.8 * maxGain && best.gain <= maxGain + 0.01)
  }

  /// The bounds contain the pixels whose colors differ from the recording's edges.
  @Test(arguments: [
    PixelRect(x: 10, y: 30, width: 12, height: 20), PixelRect(x: 0, y: 0, width: 8, height: 60),
    PixelRect(x: 31, y: 9, width: 9, height: 71),
  ])
  func findsForegroundBounds(rect: PixelRect) throws {
    let size = try PixelSize(width: 40, height: 80).required
    var frame = Pixmap(size: size, fill: Color(rgb: 0x909090))
    #expect(try BackgroundModel([frame]).required.foregroundBounds(size) == nil)
    let plate = Pixmap(
      size: try PixelSize(width: rect.width, height: rect.height).required, fill: .white)
    frame.draw(plate, x: rect.x, y: rect.y, opacity: 255, clip: size.bounds)
    let found = try BackgroundModel([frame]).required.foregroundBounds(size).required
    for (side, expected) in [
      (found.x, rect.x), (found.y, rect.y), (found.width, rect.width), (found.height, rect.height),
    ] {
      #expect(abs(side - Double(expected)) < 1e-9)
    }
  }

  /// The recording shows half of the screen's width at twice the size. Without the top of the
  /// screen there is no static layer, so the position is known only up to the offset.
  @Test(arguments: [(0, 0), (16, 0), (32, 24), (8, 48)])
  func findsPartOfTheScreenAtItsScale(x: Int, y: Int) async throws {
    let part = try scene.picture().cropped(to: PixelRect(x: x, y: y, width: 32, height: 48))
      .required
    let recording = part.resized(to: try PixelSize(width: 64, height: 96).required)
    let guess = try (await guesses(recording, scale: nil, maxCount: 1)).first.required
    let placement = guess.placement
    let step = guess.steps[0]
    let painter = scene.scenes.onePixelPerPoint
    let scrolled = y == 0 ? 0 : 2 * painter.sweeps.grid.offset(step)
    #expect(abs(placement.pixelsPerPoint / 2 - 1) < 0.04)
    #expect(abs(placement.x + 2 * Double(x)) <= 5)
    #expect(abs(placement.y - scrolled + 2 * Double(y)) <= 5)
  }

  /// The screen has an eighth of the recording's width.
  @Test func findsScreenInWideRecording() async throws {
    let recording = try scene.picture().framed(left: 256, top: 16, right: 192, bottom: 16)
    let placement = try (await guesses(recording, scale: nil, maxCount: 1)).first.required.placement
    #expect(abs(placement.pixelsPerPoint - 1) < 0.04)
    #expect(abs(placement.x - 256) <= 3 && abs(placement.y - 16) <= 3)
  }

  /// At least 40 % of the screen's width and height must be recorded. Otherwise only a few pixels
  /// of the templates would be compared.
  @Test(arguments: [(0, 16), (200, 0), (0, 150)])
  func placementGuessesCoverBothSides(right: Int, bottom: Int) async throws {
    let recording = try scene.picture().framed(left: 0, top: 0, right: right, bottom: bottom)
    let all = try await guesses(recording, scale: nil, maxCount: 100)
    #expect(all.count > 5)
    let (width, height) = (Double(recording.width), Double(recording.height))
    for guess in all {
      let region = guess.placement.region(width: 64, height: 96)
      // Scales differ by 8 %, and three refined scales by 2 %.
      #expect(region.width * 0.4 <= width * 1.15 && region.height * 0.4 <= height * 1.15)
      let across = min(region.maxX, width) - max(region.x, 0)
      let down = min(region.maxY, height) - max(region.y, 0)
      #expect(across >= 0.3 * region.width && down >= 0.3 * region.height)
    }
  }

  @Test func placementGuessesAreOrderedByScore() async throws {
    let recording = try scene.picture().framed(left: 6, top: 4, right: 0, bottom: 0)
    let all = try await guesses(recording, scale: nil, maxCount: 100)
    #expect(all.count > 5)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.gain >= $1.gain })
    let limited = try await guesses(recording, scale: nil, maxCount: 3)
    #expect(limited.map(\.placement) == all.prefix(3).map(\.placement))
  }

  /// The nearest template of each frame is that of its offset.
  @Test func framesMatchTemplatesOfTheirOffsets() async throws {
    let templates = try await templates()
    let painter = scene.scenes.onePixelPerPoint
    let grid = painter.sweeps.grid
    let steps = templates.steps
    let asked = [0, steps.count / 2, steps.count - 1]
    let frames = try asked.map { index -> Pixmap in
      var header = templates.headers[index]
      try header.scroll(to: grid.offset(steps[index]), at: 0)
      return try painter.job(try header.evaluatedState(at: 0)).picture(on: scene.grid)
    }
    let found = templates.nearest(frames, at: ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0))
    #expect(found.steps == asked.map { steps[$0] })
    // Templates of the same step differ in the header's memory.
    for (index, frame) in frames.enumerated() {
      let state = try found.headers[index].evaluatedState(
        afterScrollTo: grid.offset(found.steps[index]), at: 0)
      #expect(try painter.job(state).picture(on: scene.grid) == frame)
    }
  }

  /// If everything scrolls, a lower screen looks like a screen with a larger offset. The placements
  /// nearby have different offsets.
  @Test(arguments: [0.0, 4, 10]) func nearbyPlacementsHaveSeparateTemplates(offset: Double)
    async throws
  {
    let scrolling = try JudgedScene(try FitScene.scrolling(top: 20))
    let painter = scrolling.scenes.onePixelPerPoint
    let templates = try await ScreenTemplates(painter, jobs: 1)
    let frame = try scrolling.picture(offset)
    let placement = ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0)
    let near = templates.nearest([frame], near: placement, pixels: 2)
    // A pixel of a template is two points.
    #expect(near.map(\.placement.y) == [-4, -2, 0, 2, 4])
    #expect(near.allSatisfy { $0.placement.x == 0 && $0.placement.pixelsPerPoint == 1 })
    for found in near {
      #expect(painter.offsets.offset(found.steps[0]) == offset + found.placement.y)
    }
    #expect(near[2].steps == templates.nearest([frame], at: placement).steps)
  }

  /// Templates of long content are close to each offset. The search uses only a few of them.
  @Test func templatesOfLongContentCoverAllOffsets() async throws {
    let long = try JudgedScene(
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "long", "scroll": { "contentHeight": 3000 },
            "layers": [
              { "id": "rows", "type": "list", "y": "-offset", "count": 300, "pitch": 10,
                "layers": [ { "id": "row", "type": "rectangle", "width": "4 + index / 5",
                  "height": 6, "fill": "#3060A0" } ] } ] }
          """.utf8)))
    let painter = long.scenes.onePixelPerPoint
    let templates = try await ScreenTemplates(painter, jobs: 1)
    let steps = templates.steps
    #expect(steps.count > 200)
    // Up to a screen's height, templates are 8 points apart on a screen of 375 points.
    let stepsPerPoint = painter.offsets.stepsPerPoint
    let nearStride = Int(8 * 64 / 375 * stepsPerPoint)
    let distances = zip(steps, steps.dropFirst()).map { (step: $0, distance: $1 - $0) }
    for (step, distance) in distances {
      let isNear = Double(step + nearStride) <= 96 * stepsPerPoint
      #expect(distance == (isNear ? nearStride : templates.stride))
    }
    #expect(templates.stride > nearStride && steps.contains(0))
    #expect(templates.coarse.planes.count <= 24 && templates.fine.planes.count <= 72)
  }

  /// Most templates are where the pictures change most.
  @Test func templatesAreDenseWhereTheHeaderChanges() {
    let changes = (0..<100).map { Float(20..<40 ~= $0 ? 90 : 0) }
    let chosen = ScreenTemplates.spread(changes, maxCount: 20)
    #expect(chosen.first == 0 && chosen.count == 20)
    #expect(chosen == chosen.sorted() && Set(chosen).count == 20)
    #expect(chosen.count { 20..<40 ~= $0 } >= 15)
    // Templates that look equal are evenly spread.
    let equal = ScreenTemplates.spread([Float](repeating: 0, count: 100), maxCount: 20)
    #expect(equal == (0..<20).map { 5 * $0 })
    #expect(ScreenTemplates.spread([0, 9], maxCount: 3) == [0, 1])
  }

  /// Everything scrolls except a bar at the bottom. Without the bar, the screen at another height
  /// would look the same at other offsets.
  @Test func staticBarDeterminesTheHeightOfTheScreen() async throws {
    let document = """
      { "version": 1, "name": "bar", "scroll": { "contentHeight": 1600 },
        "layers": [
          { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
          { "id": "rows", "type": "list", "y": "-offset", "count": 66, "pitch": 24, "layers": [
            { "id": "row", "type": "rectangle", "x": 8, "width": "6 + (index * index % 97) / 2",
              "height": 15, "fill": "#3060A0" } ] },
          { "id": "bar", "type": "rectangle", "y": 92, "height": 4, "fill": "#202020" } ] }
      """
    let bar = try JudgedScene(try HeaderDocument.parse(Array(document.utf8)))
    let frames = try [303.0, 331, 358, 310].map {
      try bar.picture($0).cropped(to: PixelRect(x: 4, y: 40, width: 60, height: 56)).required
    }
    let best = try (await guesses(frames, of: bar, scale: nil)).first.required
    #expect(abs(best.placement.pixelsPerPoint - 1) < 0.02)
    #expect(abs(best.placement.x + 4) <= 2 && abs(best.placement.y + 40) <= 2)
  }

  // MARK: - Refinement

  private func refined(
    _ frame: Pixmap, from start: ScreenPlacement, points: ClosedRange<Double>,
    isScaleKnown: Bool
  ) async throws -> ScreenPlacement {
    let painter = scene.scenes.onePixelPerPoint
    let refinement = PlacementRefinement(
      [frame], backgroundModel: try BackgroundModel([frame]).required,
      offsets: painter.sweeps.grid,
      maxScale: 1, near: start, isScaleKnown: isScaleKnown, jobs: 2)
    var estimate = PlacementEstimate(
      placement: start, headers: [painter.launch], steps: [0])
    try await refinement.findPlacement(&estimate, painter, maxScale: 1, points: points)
    return estimate.placement
  }

  /// The step size decreases from 4 points to the requested precision.
  @Test(arguments: [(3, 0), (5, 3), (0, 7), (1, 6)])
  func refinesPlacementInShrinkingSteps(left: Int, top: Int) async throws {
    let recording = try scene.picture().framed(
      left: left, top: top, right: 8 - left, bottom: 8 - top)
    let start = ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0)
    let fine = try await refined(recording, from: start, points: 0.25...4, isScaleKnown: true)
    #expect(abs(fine.x - Double(left)) <= 0.25)
    #expect(abs(fine.y - Double(top)) <= 0.25)
    #expect(fine.pixelsPerPoint == 1)
  }

  /// The stretch compensates for sides that were rounded to whole pixels. It is at most one pixel,
  /// so a recording that is 5 % too high is not matched.
  @Test(arguments: [(97, true), (101, false), (92, false)])
  func limitsStretchToOnePixel(height: Int, isReached: Bool) async throws {
    let recording = try scene.picture().resized(
      to: try PixelSize(width: 64, height: height).required)
    let start = ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0)
    let found = try await refined(recording, from: start, points: 0.05...0.4, isScaleKnown: false)
    let stretched = found.stretch * found.pixelsPerPoint * 96
    #expect(abs(found.stretch - 1) * 96 * found.pixelsPerPoint <= 1 + 1e-9)
    if isReached { #expect(abs(stretched - 97) < 0.5) }
  }

  // MARK: - Changes

  @Test func placementScalesAboutAnchor() {
    let start = ScreenPlacement(pixelsPerPoint: 2, x: 10, y: 30)
    let grown = start.changed(
      by: ScreenPlacement.Change(across: 1.5, down: 1.5, anchor: (x: 20, y: 0)))
    #expect(grown == ScreenPlacement(pixelsPerPoint: 3, x: 5, y: 45))
    let moved = start.changed(by: ScreenPlacement.Change(x: 3, y: -4))
    #expect(moved == ScreenPlacement(pixelsPerPoint: 2, x: 16, y: 22))
    let taller = start.changed(by: ScreenPlacement.Change(down: 1.25, anchor: (x: 0, y: 10)))
    #expect(taller == ScreenPlacement(pixelsPerPoint: 2, x: 10, y: 35, stretch: 1.25))
    #expect(
      taller.region(width: 10, height: 20) == DeviceRect(x: 10, y: 35, width: 20, height: 50))
  }

  @Test(arguments: [
    (0.0, 0.0, 0.0, true), (0.2, -0.2, 0, true), (0.3, 0, 0, false), (0, -0.3, 0, false),
    (0, 0, 0.0009, true), (0, 0, 0.0011, false), (0, 0, -0.0011, false),
  ])
  func comparesPlacementsWithTolerance(x: Double, y: Double, growth: Double, isNear: Bool) {
    let one = ScreenPlacement(pixelsPerPoint: 2, x: 10, y: 30)
    let other = ScreenPlacement(pixelsPerPoint: 2 * (1 + growth), x: 10 + x, y: 30 + y)
    #expect(other.isNear(one, pixels: 0.25) == isNear)
  }

  @Test func reducesGridWhileEnoughPixelsRemain() throws {
    let grid = try WorkingGrid(
      ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0),
      recording: try PixelSize(width: 64, height: 96).required, canvasWidth: 64,
      canvasHeight: 96, maxScale: 1
    ).required
    let half = try grid.reduced(by: 2).required
    #expect(half.size == PixelSize(width: 32, height: 48))
    #expect(half.canvas == grid.canvas && half.recorded == grid.recorded)
    #expect(half.pointsPerPixel == 2)
    #expect(grid.reduced(by: 16) != nil)
    #expect(grid.reduced(by: 17) == nil)
  }

  /// A video of 2532 x 1170 pixels that is decoded at 1765 x 816: placements are the video's.
  @Test func placementsUseRecordingPixels() {
    let reduction = Reduction(x: 2532.0 / 1765, y: 1170.0 / 816)
    let region = PointRect(x: 900, y: 30, width: 506.4, height: 1097)
    let reduced = region.reduced(by: reduction)
    #expect(abs(reduced.x - 627.37) < 0.01)
    let across = reduced.width / 375
    let placement = ScreenPlacement(
      pixelsPerPoint: across, x: reduced.x, y: reduced.y, stretch: reduced.height / (812 * across)
    ).enlarged(by: reduction).region(width: 375, height: 812)
    #expect(abs(placement.x - region.x) < 1e-9 && abs(placement.y - region.y) < 1e-9)
    #expect(abs(placement.width - region.width) < 1e-9)
    #expect(abs(placement.height - region.height) < 1e-9)
  }
}
