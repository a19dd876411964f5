import FileAccess
import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// The refinement of a screen's placement and of its frames' offsets.
@Suite struct PlacementRefinementTests {
  private let scene: JudgedScene
  private let painter: CandidatePainter
  private let offsets: OffsetGrid

  init() throws {
    scene = try JudgedScene(try FitScene.document())
    painter = scene.scenes.onePixelPerPoint
    offsets = painter.sweeps.grid
  }

  private func refinement(
    _ frames: [Pixmap], maxScale: Double = 1, scale: Double = 1, jobs: Int = 1
  ) throws -> PlacementRefinement {
    PlacementRefinement(
      frames, backgroundModel: try BackgroundModel(frames).required, offsets: offsets,
      maxScale: maxScale,
      near: ScreenPlacement(pixelsPerPoint: scale, x: 0, y: 0), isScaleKnown: true, jobs: jobs)
  }

  private func estimate(
    _ points: [Double], x: Double = 0, y: Double = 0, scale: Double = 1
  ) -> PlacementEstimate {
    PlacementEstimate(
      placement: ScreenPlacement(pixelsPerPoint: scale, x: x, y: y),
      headers: points.map { _ in painter.launch }, steps: points.map(offsets.step))
  }

  @Test(arguments: [[0.0, 4, 9], [7, 13, -5], [18, 10, 3]])
  func findsFramesAtTheirOffsets(points: [Double]) async throws {
    let refinement = try refinement(try points.map { try scene.picture($0) })
    var found = estimate(points.map { $0 + 2 })
    try await refinement.findOffsets(
      &found, painter, maxScale: 1, reach: offsets.step(3), stride: 1)
    #expect(found.steps == points.map(offsets.step))
    #expect(found.distance == 0 && found.median == 0)
    var tooFar = estimate(points.map { $0 + 4 })
    try await refinement.findOffsets(
      &tooFar, painter, maxScale: 1, reach: offsets.step(3), stride: 1)
    #expect(tooFar.distance > 0 && tooFar.steps != found.steps)
  }

  /// Refining and coarsening the grid keeps the offsets.
  @Test func finerGridsKeepOffsets() {
    var (grid, steps) = (offsets, [0.0, 4, 9.5, -5].map(offsets.step))
    grid.refine(&steps, by: 4)
    #expect(grid.stepsPerPoint == 4 * offsets.stepsPerPoint)
    #expect(steps.map(grid.offset) == [0, 4, 9.5, -5])
    #expect(grid.offset(grid.range.lowerBound) == offsets.offset(offsets.range.lowerBound))
    steps = [1, 33, 75, -41]
    grid.coarsen(&steps, by: 4)
    #expect(grid == offsets)
    #expect(steps.map(grid.offset) == [0, 4, 9.5, -5])
  }

  /// One of three frames shows something else. It changes the mean distance but not the median.
  @Test func outlierFrameDoesNotAffectMedian() async throws {
    var frames = try [0.0, 4, 9].map { try scene.picture($0) }
    frames[1] = Pixmap(size: frames[1].size, fill: Color(rgb: 0x208040))
    var found = estimate([0, 4, 9])
    try await refinement(frames).findOffsets(&found, painter, maxScale: 1, reach: 0, stride: 1)
    #expect(found.median == 0)
    #expect(found.distance > 300)
  }

  /// The estimate is some points too low, and all offsets are too large by as much. Scrolling
  /// layers match the estimate, static layers determine the true placement.
  @Test(arguments: [3.0, -4, 1.5, 0])
  func refinesPlacementWithItsOffsets(down: Double) async throws {
    let points = [2.0, 6, 14]
    let frames = try points.map {
      try scene.picture($0).framed(left: 6, top: 8, right: 5, bottom: 4)
    }
    var found = estimate(points.map { $0 + down }, x: 6, y: 8 + down)
    let refinement = try refinement(frames)
    let before = try await refinement.cost(found, painter, maxScale: 1)
    try await refinement.slide(&found, painter, maxScale: 1, reach: offsets.step(5), stride: 1)
    #expect(found.placement == ScreenPlacement(pixelsPerPoint: 1, x: 6, y: 8))
    #expect(found.steps == points.map(offsets.step))
    #expect(found.distance < before || down == 0)
  }

  /// Returns a header with two static gradients and one that scrolls.
  private func slopes() throws -> JudgedScene {
    func slope(_ angle: Int) -> String {
      "{ \"gradient\": [[0, \"#101010\"], [1, \"#F0F0F0\"]], \"angle\": \(angle) }"
    }
    return try JudgedScene(
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "slopes", "scroll": { "contentHeight": 120 },
            "layers": [
              { "id": "across", "type": "rectangle", "fill": \(slope(90)) },
              { "id": "down", "type": "rectangle", "fill": \(slope(180)), "width": 28, "height": 44 },
              { "id": "scrolls", "type": "rectangle", "fill": \(slope(180)), "x": 36,
                "y": "50 - offset", "width": 28, "height": 40 } ] }
          """.utf8)))
  }

  /// The placement has an error of a fraction of a pixel. A few iterations remove it.
  @Test(arguments: [(0.4, 0.0), (-0.3, 0.4), (0, -0.5)])
  func solvesPlacementAndOffsetsTogether(x: Double, y: Double) async throws {
    let slopes = try slopes()
    let painter = slopes.scenes.onePixelPerPoint
    let points = [0.0, 5, 11]
    let frames = try points.map {
      try slopes.picture($0).framed(left: 6, top: 8, right: 5, bottom: 4)
    }
    var found = PlacementEstimate(
      placement: ScreenPlacement(pixelsPerPoint: 1, x: 6 + x, y: 8 + y),
      headers: points.map { _ in painter.launch }, steps: points.map(offsets.step))
    let refinement = try refinement(frames)
    for _ in 0..<4 {
      guard try await refinement.solve(&found, painter, maxScale: 1) else { break }
    }
    #expect(abs(found.placement.x - 6) <= 0.1 && abs(found.placement.y - 8) <= 0.1)
    #expect(found.placement.pixelsPerPoint == 1)
    #expect(zip(found.steps, points).allSatisfy { abs(offsets.offset($0) - $1) <= 0.5 })
  }

  /// A placement with almost no recorded pixels has infinite cost.
  @Test func barelyVisiblePlacementHasInfiniteCost() async throws {
    let refinement = try refinement([try scene.picture()])
    let seen = try await refinement.cost(estimate([0], x: 0, y: -80), painter, maxScale: 1)
    #expect(seen < .infinity)
    let hardly = try await refinement.cost(estimate([0], x: 0, y: -84), painter, maxScale: 1)
    #expect(hardly == .infinity)
  }

  /// The result does not depend on the number of threads.
  @Test func resultIsIndependentOfThreads() async throws {
    let points = [0.0, 5, 11]
    let size = try PixelSize(width: 160, height: 240).required
    let frames = try points.map { point in
      let screen = try scene.picture(point)
      return screen.framed(left: 8, top: 12, right: 8, bottom: 12).resized(to: size)
    }
    var found: [PlacementEstimate] = []
    for jobs in [1, 3] {
      var estimate = estimate(points, x: 17, y: 23, scale: 2)
      let refinement = try refinement(frames, maxScale: 2, scale: 2, jobs: jobs)
      try await refinement.findPlacement(&estimate, painter, maxScale: 2, points: 0.25...1)
      try await refinement.findOffsets(&estimate, painter, maxScale: 2, reach: 2, stride: 1)
      found.append(estimate)
    }
    #expect(found[0].placement == found[1].placement)
    #expect(found[0].steps == found[1].steps && found[0].distance == found[1].distance)
    #expect(abs(found[0].placement.x - 16) < 0.5 && abs(found[0].placement.y - 24) < 0.5)
  }

  // MARK: - Background model

  /// A gray frame with a white plate. Static pixels with the color of the edges have the lowest
  /// cost. Leveling limits their cost to the distance of the screen's pictures, and the cost of the
  /// plate to twice the distance plus the noise.
  @Test(arguments: [(5.0, 5.0, 40.0), (0, 0, 30), (30, 30, 90), (1000, 40, 576)])
  func levelingLimitsBackgroundCost(
    distance: Double, minCost: Double, maxCost: Double
  ) throws {
    let size = try PixelSize(width: 40, height: 80).required
    var frame = Pixmap(size: size, fill: Color(rgb: 0x949494))
    frame.fill(
      DeviceRect(x: 10, y: 30, width: 12, height: 20), with: .white, clip: size.bounds)
    let backgroundModel = try BackgroundModel([frame]).required
    func cost(_ backgroundModel: BackgroundModel, plate: Bool) -> Double {
      let rect = plate ? PixelRect(x: 12, y: 32, width: 8, height: 16) : size.bounds
      let rest = PixelRect(x: 0, y: 0, width: 40, height: 28)
      let outside = backgroundModel.cost(outside: plate ? rect : rest, of: size)
      let all = backgroundModel.cost(left: 0, top: 0, right: 1, bottom: 1)
      let area = plate ? rect.width * rect.height : rest.width * rest.height
      return (all - outside) * Double(size.area) / Double(area)
    }
    #expect(abs(cost(backgroundModel, plate: false) - 40) < 1e-3)
    #expect(abs(cost(backgroundModel, plate: true) - 576) < 1e-3)
    let leveled = backgroundModel.leveled(to: distance)
    #expect(abs(cost(leveled, plate: false) - minCost) < 1e-3)
    #expect(abs(cost(leveled, plate: true) - maxCost) < 1e-3)
  }

  // MARK: - Pictures

  @Test func cachedCanvasEqualsPaintedCanvas() throws {
    let state = try scene.state(7)
    let job = try painter.job(state)
    let painted = job.canvas()
    #expect(job.cachedCanvas() == painted)
    #expect(job.cachedCanvas() == painted)
    #expect(try painter.job(state).cachedCanvas() == painted)
  }

  /// If the pictures and their commands exceed the limit, the oldest are removed. At least one
  /// picture is kept.
  @Test func limitsCachedPictures() throws {
    let jobs = try [0.0, 5, 11].map { try painter.job(try scene.state($0)) }
    let pictures = jobs.map { $0.canvas() }
    let bytes = zip(jobs, pictures).map { $0.identity.bytes + $1.bytes.count }
    #expect(zip(bytes, pictures).allSatisfy { $0 > $1.bytes.count })
    let (smallest, largest) = (try #require(bytes.min()), try #require(bytes.max()))
    for (limit, kept) in [(3 * largest, 0...2), (2 * largest, 1...2), (smallest - 1, 2...2)] {
      let cache = PictureCache(bytes: limit)
      for (job, picture) in zip(jobs, pictures) {
        cache.insert(picture, for: job.identity)
        cache.insert(picture, for: job.identity)
      }
      let known = jobs.indices.filter { cache.picture(jobs[$0].identity) == pictures[$0] }
      #expect(known == Array(kept))
    }
  }
}
