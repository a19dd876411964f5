import Files
import HeaderModel
import Numerics
import Raster
import VisualDiff

/// The best path of a header through a recording's frames.
struct RecordingPath {
  let placement: ScreenPlacement
  let painter: CandidatePainter
  let offsets: OffsetGrid
  let grid: WorkingGrid
  /// On `grid`.
  let frames: [Pixmap]
  let times: [Double]
  /// The header as it stands in the first frame.
  let start: HeaderInterpreter
  /// By frames.
  let fits: [FrameFit]

  /// The same events in a header with other constants.
  func replayed(by scenes: FitScenes) throws(HeaderKitError) -> RecordingPath {
    let painter = try scenes.painter(like: painter)
    var start = painter.launch
    if let first = fits.first, let time = times.first {
      try start.take(offsets.offset(first.step), at: time)
    }
    return RecordingPath(
      placement: placement, painter: painter, offsets: offsets, grid: grid, frames: frames,
      times: times, start: start, fits: fits)
  }
}

/// Finds the screen in a recording, and the path.
struct PathFinder {
  let recording: Recording
  let survey: RecordingSurvey
  /// Where the screen is, as far as the user says.
  let region: PixelRect?
  let pointsPerPixel: Double?
  let isScaleChosen: Bool
  let jobs: Int
  let distance: CappedDistance

  /// Bytes that all frames together may take.
  private static let frameBytes = 96 << 20
  /// How much worse than the best path, on coarse pixels, another may be and still be looked at.
  private static let coarseMargin = 4.0
  /// Places in the range where a frame is looked for: rows of a list that repeats are many.
  private static let mostPlaces = 6
  /// No more of them need not be looked at closer.
  private static let fewPlaces = 3
  /// Of them, so many are looked at closer.
  private static let manyPlaces = 48
  /// Points around an offset found on coarse pixels that are looked at.
  private static let reach = 1.5

  /// - Parameter progress: called with the frames done.
  func find(
    _ scenes: FitScenes, progress: (Int) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    let registered = try await Registration(
      scenes: scenes, jobs: jobs, distance: distance, isScaleChosen: isScaleChosen
    ).find(survey, region: region, pointsPerPixel: pointsPerPixel)
    guard let (placement, painter) = registered,
      let grid = self.grid(placement, painter, reduction: 1),
      let coarse = self.grid(placement, painter, reduction: CoarseSearch.reduction)
    else {
      throw HeaderKitError(
        .badData, subject: .file(recording.name),
        reason:
          "shows too little of the screen, \(survey.size.width) x \(survey.size.height) pixels",
        remedy: "record the whole screen, or say where it is with \(.region)")
    }
    let frames = try recording.frames(on: grid)
    let places = try await self.places(scenes, frames, grid: grid, coarse: coarse)
    let sweeps = scenes.sweeps(painter)
    let windows = places.map { sweeps.grid.window(around: $0, points: PathFinder.reach) }
    let (start, fits) = try await StateSearch(
      painter: painter, offsets: sweeps.grid, grid: grid, jobs: jobs, distance: distance
    ).run(frames, times: survey.times, windows: windows, sweeps: sweeps, progress: progress)
    return RecordingPath(
      placement: placement, painter: painter, offsets: sweeps.grid, grid: grid, frames: frames,
      times: survey.times, start: start, fits: fits)
  }

  /// The offsets near which each frame may be, best first. Where a list repeats, coarse pixels cannot
  /// tell its rows apart: finer ones are asked.
  private func places(
    _ scenes: FitScenes, _ frames: [Pixmap], grid: WorkingGrid, coarse: WorkingGrid
  ) async throws(HeaderKitError) -> [[Double]] {
    let painter = scenes.onePixelAPoint
    let search = CoarseSearch(
      painter: painter, sweeps: scenes.sweeps(painter), jobs: jobs, distance: distance)
    let found = try await search.run(frames.map { $0.resized(to: coarse.size) }, on: coarse)
    let few = found.candidates(most: PathFinder.fewPlaces + 1, margin: PathFinder.coarseMargin)
    guard few.contains(where: { $0.count > PathFinder.fewPlaces }) else { return few }
    let many = found.candidates(most: PathFinder.manyPlaces, margin: 2 * PathFinder.coarseMargin)
    return try await search.run(frames, on: grid, near: many, reach: 1)
      .candidates(most: PathFinder.mostPlaces, margin: PathFinder.coarseMargin)
  }

  private func grid(
    _ placement: ScreenPlacement, _ painter: CandidatePainter, reduction: Int
  ) -> WorkingGrid? {
    let area = painter.canvasWidth * painter.canvasHeight
    let most = Double(PathFinder.frameBytes) / (4 * area * Double(survey.times.count))
    return WorkingGrid(
      placement, recording: survey.size, canvasWidth: painter.canvasWidth,
      canvasHeight: painter.canvasHeight,
      finest: min(1, most.squareRoot()) / Double(reduction))
  }
}
