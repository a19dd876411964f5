import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Frames of a recording that constants are judged by, and where in the scroll each is taken to be.
struct ConstantFrames {
  /// The header with the document's own constants.
  let scenes: FitScenes
  let path: RecordingPath
  let jobs: Int
  /// By index, in the recording's order.
  private(set) var frames: [Int]
  /// Points from rest, by frames; follow the values of the constants.
  var centres: [Double]

  /// How near frames come to a header, and where they are then.
  struct Fit {
    /// The mean over the frames.
    let distance: Double
    let centres: [Double]
  }

  /// The most frames that any constants are judged by.
  private static let most = 32
  /// Between the offsets that coarse pixels are asked about, in points; to a point, around the best.
  private static let (coarseStride, coarseSteps) = (2.0, 2.0)
  /// Points from one event that is tried between two frames to the next: each may leave another memory
  /// behind, all of which are painted at every offset, though they show little of a constant.
  private static let eventStride = 2.0
  /// Windows follow the frames so often.
  private static let mostMoves = 4
  /// Points around a centre that are looked at first.
  static let leastReach = 0.5
  /// To a point: what scrolls with a list has to be met closer than a pixel.
  private static let fineSteps = 8.0

  init(scenes: FitScenes, path: RecordingPath, jobs: Int) {
    (self.scenes, self.path, self.jobs) = (scenes, path, jobs)
    frames = path.byOffset.spread(ConstantFrames.most).sorted()
    centres = frames.map { path.offsets.offset(path.fits[$0].step) }
  }

  func only(_ places: [Int]) -> ConstantFrames {
    var result = self
    result.frames = places.map { frames[$0] }
    result.centres = places.map { centres[$0] }
    return result
  }

  /// Of the places of some frames, a few, spread over the offsets.
  func spread(_ places: [Int], _ count: Int) -> [Int] {
    places.sorted { (centres[$0], $0) < (centres[$1], $1) }.spread(count).sorted()
  }

  /// The places of the frames that look otherwise where a header has some other constants.
  func places(with constants: [ConstantValue], changed: [[ConstantValue]]) -> [Int] {
    guard let now = states(constants) else { return [] }
    let others = changed.compactMap(states)
    return centres.indices.filter { place in others.contains { $0[place] != now[place] } }
  }

  /// The layers at each frame's offset, whatever the header remembers there.
  private func states(_ constants: [ConstantValue]) -> [[[LayerState]]]? {
    guard let scenes = scenes.setting(constants) else { return nil }
    let sweeps = scenes.onePixelAPoint.sweeps
    var states: [Int: [[LayerState]]] = [:]
    let steps = centres.map(sweeps.grid.step)
    let isComplete: Void? = try? sweeps.forEach(Set(steps).sorted()) {
      step, header throws(HeaderKitError) in
      var header = header
      states[step, default: []].append(try header.shown(at: 0).layers)
    }
    return isComplete.map { steps.map { states[$0] ?? [] } }
  }

  /// How near the frames come to the header with some constants, on coarse pixels, so many points around
  /// the centres; nil where the header does not allow them.
  func coarse(_ constants: [ConstantValue], reach: Double) async throws(HeaderKitError) -> Fit? {
    guard let scenes = scenes.setting(constants),
      let grid = path.grid.reduced(by: CoarseSearch.reduction)
    else { return nil }
    let search = search(scenes.onePixelAPoint, stepsPerPoint: ConstantFrames.coarseSteps, on: grid)
    let recorded = frames.map { path.frames[$0].resized(to: grid.size) }
    let stride = Int(ConstantFrames.coarseStride * ConstantFrames.coarseSteps)
    let wide = try await fit(search, recorded, around: centres, reach: reach, stride: stride)
    // Edges that lie between pixels otherwise differ more than with another value of a constant.
    return try await fit(
      search, recorded, around: wide.centres, reach: ConstantFrames.coarseStride / 2)
  }

  /// The same on the recording's own pixels, further from the centres where that does not do.
  func fine(
    _ constants: [ConstantValue], reach: Double = ConstantFrames.leastReach
  ) async throws(HeaderKitError) -> Fit? {
    guard let scenes = scenes.setting(constants) else { return nil }
    let search = search(
      try scenes.painter(like: path.painter), stepsPerPoint: ConstantFrames.fineSteps,
      on: path.grid)
    let recorded = frames.map { path.frames[$0] }
    var (reach, stride) = (reach, Int(ConstantFrames.fineSteps * ConstantFrames.leastReach))
    var (moves, centres) = (0, centres)
    var best: Fit?
    while stride >= 1 {
      let found = try await fit(search, recorded, around: centres, reach: reach, stride: stride)
      if found.distance < best?.distance ?? .infinity { best = found }
      let isInside = zip(found.centres, centres).allSatisfy { abs($0 - $1) < reach - 0.1 }
      centres = found.centres
      moves += 1
      guard isInside || reach < ConstantFrames.leastReach || moves == ConstantFrames.mostMoves
      else { continue }
      reach = min(reach, ConstantFrames.leastReach) / 2
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
    _ search: StateSearch, _ recorded: [Pixmap], around centres: [Double], reach: Double,
    stride: Int = 1
  ) async throws(HeaderKitError) -> Fit {
    let offsets = search.sweeps.grid
    let (_, fits) = try await search.run(
      recorded, times: frames.map { path.times[$0] },
      windows: centres.map { offsets.window(around: [$0], points: reach, stride: stride) })
    return Fit(distance: fits.meanDistance, centres: fits.map { offsets.offset($0.step) })
  }
}
