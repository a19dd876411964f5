import FileAccess
import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// A candidate for the screen's placement, with the state of the header in some frames.
struct PlacementEstimate: Sendable {
  var placement: ScreenPlacement
  /// The header in each frame.
  var headers: [HeaderInterpreter]
  /// The step of each frame's offset.
  var steps: [Int]
  /// The advantage of the matched templates over a recording without any screen: the reduction of
  /// the mean cost over the recording, in squared differences of luma (0...255).
  var gain = 0.0
  /// The mean squared difference of the frames, of channel values in 0...255.
  var distance = Double.infinity
  /// The median distance of the frames. Unlike the mean, it is not affected by single frames whose
  /// memory state was not found.
  var median = Double.infinity
}

/// Refines a candidate for the screen's placement: first by trying neighbors, then with the
/// Gauss-Newton method on position, scale and the frames' offsets together.
struct PlacementRefinement {
  /// The grid of the frames' offsets.
  var offsets: OffsetGrid
  var backgroundModel: BackgroundModel
  /// The frames, all of the recording's size or all reduced equally.
  let frames: [Pixmap]
  /// Whether the scale is kept.
  let isScaleKnown: Bool
  /// The size of the recording.
  private let recording: PixelSize
  private let jobs: Int

  /// The number of grid pixels below which starting threads takes longer than the comparison.
  private static let minParallelPixels = 20_000
  /// The minimum fraction of the screen that is visible in the recording.
  private static let minVisibleShare = 0.15
  /// The maximum move in points at which the aspect ratio is also varied.
  private static let maxStretchingMove = 0.5

  /// Reduces the frames, which must have the recording's size, to at most `maxScale` pixels per
  /// point near `placement`.
  init(
    _ frames: [Pixmap], backgroundModel: BackgroundModel, offsets: OffsetGrid, maxScale: Double,
    near placement: ScreenPlacement, isScaleKnown: Bool, jobs: Int
  ) {
    self.frames = frames.map { $0.reduced(by: maxScale / placement.pixelsPerPoint) }
    recording = frames[0].size
    self.backgroundModel = backgroundModel
    self.offsets = offsets
    self.isScaleKnown = isScaleKnown
    self.jobs = jobs
  }

  /// Returns the grid of a placement, or `nil` if it shows too little of the screen.
  func grid(
    _ placement: ScreenPlacement, _ painter: CandidatePainter, maxScale: Double
  ) -> WorkingGrid? {
    painter.grid(placement, recording: recording, maxScale: maxScale)
  }

  /// Composes a header's state after a scroll to `step`.
  func job(
    _ header: HeaderInterpreter, _ step: Int, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> CandidatePainter.Job {
    try painter.job(try header.evaluatedState(afterScrollTo: offsets.offset(step), at: 0))
  }

  private func canvasJobs(
    _ estimate: PlacementEstimate, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> [CandidatePainter.Job] {
    try zip(estimate.headers, estimate.steps).map { header, step throws(HeaderKitError) in
      try job(header, step, painter)
    }
  }

  /// Maps elements, with several threads if the pictures are large.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], on grid: WorkingGrid, _ work: @escaping @Sendable (Element) -> Value
  ) async throws(HeaderKitError) -> [Value] {
    let isLarge = jobs > 1 && grid.size.area > PlacementRefinement.minParallelPixels
    return isLarge
      ? try await OrderedParallelMap(jobs: jobs).map(elements, work) : elements.map(work)
  }

  /// Frames and their reductions to the last grids. Moves of less than a pixel often compare the
  /// same pixels of the recording.
  private struct ReducedFrames {
    let frames: [Pixmap]
    /// The reduced frames of each grid, `nil` if they are not needed yet.
    var grids: [(recorded: PixelRect, size: PixelSize, frames: [Pixmap?])] = []

    static let maxGrids = 4

    init(frames: [Pixmap]) { self.frames = frames }

    /// Returns the index of a grid in `grids`. Adds it if it is new.
    mutating func index(of grid: WorkingGrid) -> Int {
      let known = grids.firstIndex { $0.recorded == grid.recorded && $0.size == grid.size }
      if let known { return known }
      if grids.count == ReducedFrames.maxGrids { grids.removeFirst() }
      grids.append((grid.recorded, grid.size, frames.map { _ in nil }))
      return grids.count - 1
    }
  }

  /// The mean over the recording of the distance between frames and canvases, plus the cost of
  /// assigning the rest to the background. Infinite if too little of the screen is visible, or if
  /// the cost is not below `limit`.
  private func cost(
    _ placement: ScreenPlacement, _ reduced: inout ReducedFrames, _ painter: CandidatePainter,
    maxScale: Double, below limit: Double = .infinity,
    canvas: @escaping @Sendable (Int) -> Pixmap
  ) async throws(HeaderKitError) -> Double {
    guard let grid = grid(placement, painter, maxScale: maxScale) else { return .infinity }
    let (width, height) = (painter.canvasWidth, painter.canvasHeight)
    let visibleArea = grid.canvas.width * grid.canvas.height
    guard visibleArea >= PlacementRefinement.minVisibleShare * width * height else {
      return .infinity
    }
    let frames = reduced.frames
    let screenShare =
      Double(grid.recorded.width * grid.recorded.height) / Double(recording.area)
    let backgroundCost = backgroundModel.cost(outside: grid.recorded, of: recording)
    func total(_ distance: Double) -> Double {
      screenShare * distance / Double(frames.count) + backgroundCost
    }
    var distance = 0.0
    guard total(distance) < limit else { return .infinity }
    let gridIndex = reduced.index(of: grid)
    // The first frames often show that a placement is worse than the best.
    let groupSize = limit == .infinity ? max(1, frames.count) : max(1, jobs)
    for start in stride(from: 0, to: frames.count, by: groupSize) {
      let known = reduced.grids[gridIndex].frames
      let indices = Array(start..<min(start + groupSize, frames.count))
      let results = try await map(indices, on: grid) { index in
        let canvas = canvas(index)
        let frame = known[index] ?? grid.reduced(frames[index])
        let picture = grid.reduced(
          canvas: canvas, scale: Double(canvas.width) / width, down: Double(canvas.height) / height)
        return (frame: frame, distance: RecordingFit.distance.mean(frame, picture))
      }
      for (index, result) in zip(indices, results) {
        reduced.grids[gridIndex].frames[index] = result.frame
        distance += result.distance
      }
      guard total(distance) < limit else { return .infinity }
    }
    return total(distance)
  }

  /// Returns the cost of an estimate, or infinity if it is not below `limit`.
  func cost(
    _ estimate: PlacementEstimate, _ painter: CandidatePainter, maxScale: Double,
    below limit: Double = .infinity
  ) async throws(HeaderKitError) -> Double {
    let canvasJobs = try canvasJobs(estimate, painter)
    var reduced = ReducedFrames(frames: frames)
    return try await cost(
      estimate.placement, &reduced, painter, maxScale: maxScale, below: limit
    ) {
      canvasJobs[$0].cachedCanvas()
    }
  }

  /// Finds the best offset of each frame among every `stride`th step within `reach`.
  func findOffsets(
    _ estimate: inout PlacementEstimate, _ painter: CandidatePainter, maxScale: Double, reach: Int,
    stride: Int = 1
  ) async throws(HeaderKitError) {
    guard let grid = grid(estimate.placement, painter, maxScale: maxScale) else { return }
    var distances: [Double] = []
    let scale = painter.scale
    for (index, frame) in frames.enumerated() {
      let reduced = grid.reduced(frame)
      let middle = estimate.steps[index]
      let steps = Swift.stride(from: middle - reach, through: middle + reach, by: stride)
        .filter(offsets.range.contains)
      let canvasJobs = try steps.map { step throws(HeaderKitError) in
        try job(estimate.headers[index], step, painter)
      }
      let results = try await map(canvasJobs, on: grid) {
        RecordingFit.distance.mean(reduced, grid.reduced(canvas: $0.cachedCanvas(), scale: scale))
      }
      let best = results.indices.min { results[$0] < results[$1] }
      if let best { estimate.steps[index] = steps[best] }
      distances.append(best.map { results[$0] } ?? .infinity)
    }
    estimate.distance = distances.reduce(0, +) / Double(frames.count)
    estimate.median = distances.median
  }

  /// Moves and scales the screen while that reduces the cost. The moves shrink from the upper to
  /// the lower bound of `points`, by half each time.
  func findPlacement(
    _ estimate: inout PlacementEstimate, _ painter: CandidatePainter, maxScale: Double,
    points: ClosedRange<Double>
  ) async throws(HeaderKitError) {
    // Smaller pictures are accurate enough here and faster to compare.
    let canvasScale = 2 * maxScale
    let canvases = try canvasJobs(estimate, painter).map {
      $0.cachedCanvas().reduced(by: canvasScale / painter.scale)
    }
    var best = estimate.placement
    let pixelsPerPoint = best.pixelsPerPoint
    var reduced = ReducedFrames(
      frames: frames.map {
        $0.reduced(by: canvasScale / pixelsPerPoint * Double(recording.width) / Double($0.width))
      })
    func cost(
      _ tried: ScreenPlacement, below limit: Double = .infinity
    ) async throws(HeaderKitError) -> Double {
      try await self.cost(tried, &reduced, painter, maxScale: maxScale, below: limit) {
        canvases[$0]
      }
    }
    var smallestCost = try await cost(best)
    var moved = false
    func evaluate(
      _ start: ScreenPlacement, _ change: ScreenPlacement.Change
    ) async throws(HeaderKitError) {
      let tried = start.changed(by: change)
      // Rounding moves each edge by at most half a pixel.
      let stretched = abs(tried.stretch - 1) * painter.canvasHeight * tried.pixelsPerPoint
      let triedCost = stretched <= 1 ? try await cost(tried, below: smallestCost) : .infinity
      if triedCost < smallestCost { (best, smallestCost, moved) = (tried, triedCost, true) }
    }
    var move = points.upperBound
    // A repeating pattern also matches one period away, where single moves do not lead.
    let start = best
    for x in -2...2 {
      for y in -2...2 {
        try await evaluate(start, ScreenPlacement.Change(x: Double(x) * move, y: Double(y) * move))
      }
    }
    while move >= points.lowerBound {
      // Scale around the center and the corners of the visible part.
      let visibleRect = grid(best, painter, maxScale: maxScale)?.recorded ?? recording.bounds
      let (left, right) = (Double(visibleRect.x), Double(visibleRect.maxX))
      let (top, bottom) = (Double(visibleRect.y), Double(visibleRect.maxY))
      let middle = ((left + right) / 2, (top + bottom) / 2)
      let anchors = [middle, (left, top), (right, top), (left, bottom), (right, bottom)]
      // The scale factor that moves the screen's edge as far as the move.
      let growth = 1 + move / (0.5 * painter.canvasHeight)
      moved = false
      var moves = [(move, 0.0), (-move, 0), (0, move), (0, -move)].map {
        ScreenPlacement.Change(x: $0, y: $1)
      }
      if !isScaleKnown {
        for factor in [growth, 1 / growth] {
          moves += anchors.map { ScreenPlacement.Change(across: factor, down: factor, anchor: $0) }
          guard move <= PlacementRefinement.maxStretchingMove else { continue }
          moves += [top, middle.1, bottom].map {
            ScreenPlacement.Change(down: factor, anchor: (left, $0))
          }
        }
      }
      for change in moves { try await evaluate(best, change) }
      if !moved { move /= 2 }
    }
    estimate.placement = best
    estimate.distance = smallestCost
  }

  /// Shifts the screen and the frames' offsets by the same distance. Scrolled content stays in
  /// place in the recording, so the static content determines the right distance.
  func slide(
    _ estimate: inout PlacementEstimate, _ painter: CandidatePainter, maxScale: Double, reach: Int,
    stride: Int = 1
  ) async throws(HeaderKitError) {
    var best = estimate
    best.distance = .infinity
    for step in Swift.stride(from: -reach, through: reach, by: stride) {
      var tried = estimate
      tried.placement.y +=
        offsets.offset(step) * estimate.placement.pixelsPerPoint * estimate.placement.stretch
      tried.steps = estimate.steps.map { offsets.clamped($0 + step) }
      tried.distance = try await cost(tried, painter, maxScale: maxScale, below: best.distance)
      if tried.distance < best.distance { best = tried }
    }
    estimate = best
  }
}
