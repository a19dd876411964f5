import FileAccess
import HeaderModel
import PortableMath
import Raster

/// The frames that constants are fitted to, with the current estimate of their offsets.
struct ConstantFrames {
  /// The header with the document's constants.
  let scenes: FitScenes
  let path: RecordingPath
  let jobs: Int
  /// The indices of the frames, in recording order.
  private(set) var frames: [Int]
  /// The estimated offset of each frame in points from rest. Updated as constants change.
  var estimatedOffsets: [Double]

  /// The distance between the frames and a header, and the best offset of each frame.
  struct Fit {
    /// The mean squared difference over all frames, of channel values in 0...255.
    let distance: Double
    let estimatedOffsets: [Double]
  }

  /// The maximum number of frames.
  private static let maxFrames = 32
  /// For the coarse search: the distance between tried offsets in points, and the steps per point
  /// around the best.
  private static let (coarseStride, coarseSteps) = (2.0, 2.0)
  /// The distance in points between tried events within a frame interval. Each event can lead to
  /// another memory state, which is painted at every offset, although such states rarely depend on
  /// a constant.
  private static let eventStride = 2.0
  /// The maximum number of times that the search windows are moved.
  private static let maxMoves = 4
  /// The initial search distance around an estimated offset in points.
  static let minReach = 0.5
  /// The steps per point. Scrolled list content must match within less than a pixel.
  private static let fineSteps = 8.0

  init(scenes: FitScenes, path: RecordingPath, jobs: Int) {
    self.scenes = scenes
    self.path = path
    self.jobs = jobs
    frames = path.byOffset.spread(ConstantFrames.maxFrames).sorted()
    estimatedOffsets = frames.map { path.offsets.offset(path.fits[$0].step) }
  }

  /// Returns some of the frames, given by index in `frames`.
  func only(_ indices: [Int]) -> ConstantFrames {
    var result = self
    result.frames = indices.map { frames[$0] }
    result.estimatedOffsets = indices.map { estimatedOffsets[$0] }
    return result
  }

  /// Returns up to `count` of the given indices, at even distances over the sorted offsets.
  func spread(_ indices: [Int], _ count: Int) -> [Int] {
    indices.sorted { (estimatedOffsets[$0], $0) < (estimatedOffsets[$1], $1) }.spread(count)
      .sorted()
  }

  /// Returns the indices in `frames` of those that look different with one of the changed
  /// constants.
  func affectedIndices(with constants: [ConstantValue], changed: [[ConstantValue]]) -> [Int] {
    guard let unchangedStates = states(constants) else { return [] }
    let changedStates = changed.compactMap(states)
    return estimatedOffsets.indices.filter { index in
      changedStates.contains { $0[index] != unchangedStates[index] }
    }
  }

  /// Returns the layers at each frame's offset, in every memory state.
  private func states(_ constants: [ConstantValue]) -> [[[LayerState]]]? {
    guard let scenes = scenes.with(constants: constants) else { return nil }
    let sweeps = scenes.onePixelPerPoint.sweeps
    var states: [Int: [[LayerState]]] = [:]
    let steps = estimatedOffsets.map(sweeps.grid.step)
    let isComplete: Void? = try? sweeps.forEach(Set(steps).sorted()) {
      step, header throws(HeaderKitError) in
      var header = header
      states[step, default: []].append(try header.evaluatedState(at: 0).layers)
    }
    return isComplete.map { steps.map { states[$0] ?? [] } }
  }

  /// Returns the distance and offsets with the given constants at coarse resolution, searching
  /// `reach` points around the estimated offsets. `nil` if the header does not allow the constants.
  func coarse(_ constants: [ConstantValue], reach: Double) async throws(HeaderKitError) -> Fit? {
    guard let scenes = scenes.with(constants: constants),
      let grid = path.grid.reduced(by: CoarseSearch.reduction)
    else { return nil }
    let search = search(
      scenes.onePixelPerPoint, stepsPerPoint: ConstantFrames.coarseSteps, on: grid)
    let recorded = frames.map { path.frames[$0].resized(to: grid.size) }
    let stride = Int(ConstantFrames.coarseStride * ConstantFrames.coarseSteps)
    let coarseFit = try await fit(
      search, recorded, around: estimatedOffsets, reach: reach, stride: stride)
    // Align the offsets finely, because edges between pixels cause larger differences than a
    // changed constant.
    return try await fit(
      search, recorded, around: coarseFit.estimatedOffsets, reach: ConstantFrames.coarseStride / 2)
  }

  /// Returns the distance and offsets at full resolution. Moves the search windows if an offset is
  /// at a border. `nil` if the header does not allow the constants.
  func fine(
    _ constants: [ConstantValue], reach: Double = ConstantFrames.minReach
  ) async throws(HeaderKitError) -> Fit? {
    guard let scenes = scenes.with(constants: constants) else { return nil }
    let search = search(
      try scenes.painter(like: path.painter), stepsPerPoint: ConstantFrames.fineSteps,
      on: path.grid)
    let recorded = frames.map { path.frames[$0] }
    var (reach, stride) = (reach, Int(ConstantFrames.fineSteps * ConstantFrames.minReach))
    var (moves, estimatedOffsets) = (0, estimatedOffsets)
    var best: Fit?
    while stride >= 1 {
      let result = try await fit(
        search, recorded, around: estimatedOffsets, reach: reach, stride: stride)
      if result.distance < best?.distance ?? .infinity { best = result }
      let isInside = zip(result.estimatedOffsets, estimatedOffsets).allSatisfy {
        abs($0 - $1) < reach - 0.1
      }
      estimatedOffsets = result.estimatedOffsets
      moves += 1
      guard isInside || reach < ConstantFrames.minReach || moves == ConstantFrames.maxMoves
      else { continue }
      reach = min(reach, ConstantFrames.minReach) / 2
      stride /= 2
    }
    return best
  }

  private func search(
    _ painter: CandidatePainter, stepsPerPoint: Double, on grid: WorkingGrid
  ) -> StateSearch {
    StateSearch(
      painter: painter, sweeps: painter.sweeps.with(stepsPerPoint: stepsPerPoint), grid: grid,
      jobs: jobs, eventStride: ConstantFrames.eventStride)
  }

  private func fit(
    _ search: StateSearch, _ recorded: [Pixmap], around estimatedOffsets: [Double], reach: Double,
    stride: Int = 1
  ) async throws(HeaderKitError) -> Fit {
    let offsets = search.sweeps.grid
    let (_, fits) = try await search.run(
      recorded, times: frames.map { path.times[$0] },
      windows: estimatedOffsets.map { offsets.window(around: [$0], points: reach, stride: stride) })
    return Fit(distance: fits.meanDistance, estimatedOffsets: fits.map { offsets.offset($0.step) })
  }
}
