import FileAccess
import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// Sharpens a guess of the screen's place: first by trying neighbours, then by Gauss and Newton's
/// method on place, scale and the frames' offsets together.
struct PlacementRefinement {
  let offsets: OffsetGrid
  var surroundings: Surroundings
  /// Of one size, that of the recording or a smaller one.
  let frames: [Pixmap]
  private let recording: PixelSize

  struct Estimate {
    var placement: ScreenPlacement
    /// The header behind each frame, and its offset's step.
    var headers: [HeaderInterpreter]
    var steps: [Int]
    /// The mean distance of the frames.
    var distance = Double.infinity
    /// That of the frame in the middle: a memory that is not found puts off some alone.
    var median = Double.infinity

    /// - Parameter choices: the template that each frame looks like.
    init(_ placement: ScreenPlacement, _ choices: [Int], of templates: ScreenTemplates) {
      self.init(placement: placement, headers: [], steps: [])
      choose(choices, of: templates)
    }

    init(placement: ScreenPlacement, headers: [HeaderInterpreter], steps: [Int]) {
      (self.placement, self.headers, self.steps) = (placement, headers, steps)
    }

    mutating func choose(_ choices: [Int], of templates: ScreenTemplates) {
      headers = choices.map { templates.headers[$0] }
      steps = choices.map { templates.steps[$0] }
    }
  }

  /// - Parameters:
  ///   - frames: of the recording's size; not empty.
  ///   - finest: pixels per point that are of use.
  ///   - placement: near which the screen is.
  init(
    _ frames: [Pixmap], surroundings: Surroundings, offsets: OffsetGrid, finest: Double,
    near placement: ScreenPlacement
  ) {
    self.frames = frames.map { $0.reduced(by: finest / placement.pixelsPerPoint) }
    recording = frames[0].size
    self.surroundings = surroundings
    self.offsets = offsets
  }

  func grid(
    _ placement: ScreenPlacement, _ painter: CandidatePainter, finest: Double
  ) -> WorkingGrid? {
    WorkingGrid(
      placement, recording: recording, canvasWidth: painter.canvasWidth,
      canvasHeight: painter.canvasHeight, finest: finest)
  }

  /// The canvas of a header moved to a step.
  func canvas(
    _ header: HeaderInterpreter, _ step: Int, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> Pixmap {
    var header = header
    try header.take(offsets.offset(step), at: 0)
    return try painter.canvas(try header.shown(at: 0))
  }

  /// The mean over the recording of the distance of its frames to their canvases, and of what it costs
  /// to leave the rest to the surroundings.
  private func cost(
    _ placement: ScreenPlacement, _ canvases: [Pixmap], _ frames: [Pixmap],
    _ painter: CandidatePainter, finest: Double
  ) -> Double {
    guard let grid = grid(placement, painter, finest: finest) else { return .infinity }
    let seen = grid.canvas.width * grid.canvas.height
    guard seen >= PlacementRefinement.leastSeen * painter.canvasWidth * painter.canvasHeight else {
      return .infinity
    }
    var sum = 0.0
    for (frame, canvas) in zip(frames, canvases) {
      sum += RecordingFit.distance.mean(
        grid.reduced(frame),
        grid.reduced(
          canvas: canvas, scale: Double(canvas.width) / painter.canvasWidth,
          down: Double(canvas.height) / painter.canvasHeight))
    }
    let part = Double(grid.recorded.width * grid.recorded.height) / Double(recording.area)
    return part * sum / Double(frames.count)
      + surroundings.cost(outside: grid.recorded, of: recording)
  }

  func cost(
    _ estimate: Estimate, _ painter: CandidatePainter, finest: Double
  ) throws(HeaderKitError) -> Double {
    cost(estimate.placement, try canvases(estimate, painter), frames, painter, finest: finest)
  }

  private func canvases(
    _ estimate: Estimate, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> [Pixmap] {
    var canvases: [Pixmap] = []
    for (header, step) in zip(estimate.headers, estimate.steps) {
      canvases.append(try canvas(header, step, painter))
    }
    return canvases
  }

  /// Tries the frames' offsets at every `stride` steps within `reach`.
  func findOffsets(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double, reach: Int,
    stride: Int
  ) throws(HeaderKitError) {
    guard let grid = grid(estimate.placement, painter, finest: finest) else { return }
    var distances: [Double] = []
    for (index, frame) in frames.enumerated() {
      let reduced = grid.reduced(frame)
      var best = (distance: Double.infinity, step: estimate.steps[index])
      for step in Swift.stride(
        from: estimate.steps[index] - reach, through: estimate.steps[index] + reach, by: stride)
      where offsets.range.contains(step) {
        let picture = grid.reduced(
          canvas: try canvas(estimate.headers[index], step, painter), scale: painter.scale)
        let found = RecordingFit.distance.mean(reduced, picture)
        if found < best.distance { best = (found, step) }
      }
      estimate.steps[index] = best.step
      distances.append(best.distance)
    }
    estimate.distance = distances.reduce(0, +) / Double(frames.count)
    estimate.median = DeviationText.median(distances)
  }

  /// Moves and scales the screen as long as that helps, by smaller and smaller steps.
  ///
  /// - Parameters:
  ///   - points: the first step, and the smallest.
  ///   - isScaleKnown: whether the scale is left alone.
  func findPlace(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double,
    points: ClosedRange<Double>, isScaleKnown: Bool
  ) throws(HeaderKitError) {
    // Smaller pictures are as good, and compared often.
    let enough = 2 * finest
    let canvases = try canvases(estimate, painter).map { $0.reduced(by: enough / painter.scale) }
    let frames = frames.map {
      $0.reduced(
        by: enough / estimate.placement.pixelsPerPoint * Double(recording.width)
          / Double($0.width))
    }
    var best = estimate.placement
    var least = cost(best, canvases, frames, painter, finest: finest)
    var moved = false
    func look(_ start: ScreenPlacement, _ change: ScreenPlacement.Change) {
      let tried = start.changed(by: change)
      // Rounding moves the far edge by half a pixel at most, on either side.
      guard abs(tried.stretch - 1) * painter.canvasHeight * tried.pixelsPerPoint <= 1 else {
        return
      }
      let found = cost(tried, canvases, frames, painter, finest: finest)
      if found < least { (best, least, moved) = (tried, found, true) }
    }
    var move = points.upperBound
    // What repeats looks right a period off, from where no single step leads on.
    let start = best
    for x in -2...2 {
      for y in -2...2 {
        look(start, ScreenPlacement.Change(x: Double(x) * move, y: Double(y) * move))
      }
    }
    while move >= points.lowerBound {
      // What of the screen is recorded grows and stays where it is at the middle or in a corner.
      let shown = grid(best, painter, finest: finest)?.recorded ?? recording.bounds
      let (left, top) = (Double(shown.x), Double(shown.y))
      let (right, bottom) = (Double(shown.maxX), Double(shown.maxY))
      let middle = ((left + right) / 2, (top + bottom) / 2)
      let anchors = [middle, (left, top), (right, top), (left, bottom), (right, bottom)]
      // At the screen's edge, a change of the scale moves as far.
      let growth = 1 + move / (0.5 * painter.canvasHeight)
      moved = false
      var moves = [(move, 0.0), (-move, 0), (0, move), (0, -move)].map {
        ScreenPlacement.Change(x: $0, y: $1)
      }
      if !isScaleKnown {
        for factor in [growth, 1 / growth] {
          moves += anchors.map { ScreenPlacement.Change(across: factor, down: factor, anchor: $0) }
          guard move <= PlacementRefinement.mostStretchingMove else { continue }
          moves += [top, middle.1, bottom].map {
            ScreenPlacement.Change(down: factor, anchor: (left, $0))
          }
        }
      }
      for change in moves { look(best, change) }
      if !moved { move /= 2 }
    }
    estimate.placement = best
    estimate.distance = least
  }

  /// The part of the screen that a recording shows at least.
  private static let leastSeen = 0.15

  /// Coarser moves leave the screen's shape alone; points.
  private static let mostStretchingMove = 0.5

  /// Slides the screen under the frames' offsets: what scrolls stays where it is in the recording,
  /// what stands still shows how far is right.
  func slide(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double, reach: Int,
    stride: Int
  ) throws(HeaderKitError) {
    var best = estimate
    best.distance = .infinity
    for step in Swift.stride(from: -reach, through: reach, by: stride) {
      var tried = estimate
      tried.placement.y +=
        offsets.offset(step) * estimate.placement.pixelsPerPoint * estimate.placement.stretch
      tried.steps = estimate.steps.map {
        min(max($0 + step, offsets.range.lowerBound), offsets.range.upperBound)
      }
      tried.distance = try cost(tried, painter, finest: finest)
      if tried.distance < best.distance { best = tried }
    }
    estimate = best
  }
}
