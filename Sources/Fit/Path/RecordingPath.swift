import FileAccess
import HeaderModel
import PortableMath
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
  /// See `Registration.Place`.
  var others: [ScreenPlacement] = []
  var given: PointRect?

  /// Calls `visit` with each frame's index and a header that came along the path so far.
  ///
  /// - Parameters:
  ///   - start: the header in the first frame.
  ///   - shift: points by which every event lies further on than on the path.
  func follow(
    _ start: HeaderInterpreter, shift: Double = 0,
    _ visit: (Int, HeaderInterpreter) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    var replay = PathReplay(start, offsets: offsets, shift: shift)
    for (index, fit) in fits.enumerated() {
      try visit(index, try replay.advance(to: fit, at: times[index]))
    }
  }

  /// Of all frames.
  var meanDistance: Double {
    fits.reduce(0) { $0 + $1.distance } / Double(max(1, fits.count))
  }
}

/// Finds the screen in a recording, and the path.
struct PathFinder {
  let recording: Recording
  let survey: RecordingSurvey
  /// Where the screen is, as far as the user says.
  var region: PointRect?
  let pointsPerPixel: Double?
  let isScaleChosen: Bool
  /// Whether a recording that shows something else by far is not followed frame by frame.
  let refuses: Bool
  let jobs: Int

  /// Frames that differ by less, in squared levels, are followed.
  private static let suspicious = 100.0
  /// By so many times as much as in a recording of the header the few frames that are looked at first
  /// may be off: their offsets are not all found.
  private static let lenience = 1.25
  /// Bytes that all frames together may take.
  private static let frameBytes = 96 << 20
  /// How much worse than the best path, on coarse pixels, another may be and still be looked at.
  private static let coarseMargin = 4.0
  /// The same where a frame may be in several places: rows of a list that repeats lie between pixels
  /// otherwise a period further, which sums up over many frames.
  private static let rowMargin = 16.0
  /// Places in the range where a frame is looked for: rows of a list that repeats are many.
  private static let mostPlaces = 6
  /// No more of them need not be looked at closer.
  private static let fewPlaces = 3
  /// Of them, so many are looked at closer.
  private static let manyPlaces = 48
  /// Points around an offset found on coarse pixels that are looked at.
  private static let reach = 1.5

  func find(
    _ scenes: FitScenes, progress: (FitStage) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    progress(.screen)
    guard let registration = try await registration(scenes),
      let place = try await registration.find(region: region, pointsPerPixel: pointsPerPixel)
    else { throw tooLittle }
    // What layers differ by that are left out says nothing about the rest.
    if refuses, scenes.masked.isEmpty, place.distance > PathFinder.suspicious {
      let glance = try await glance(scenes, at: place)
      let isOther = try HeaderVerdict(glance, tolerance: 1, jobs: jobs)
        .misfit(FollowedPath(glance).judged, lenience: PathFinder.lenience)
      if isOther != nil { return glance }
    }
    let path = try await find(scenes, at: place, progress: progress)
    guard place.isOpen else { return path }
    // What stays where it is while the rest scrolls fixes the place best: now it is known where
    // frames are far apart.
    let byOffset = path.fits.indices.sorted {
      (path.fits[$0].step, $0) < (path.fits[$1].step, $1)
    }
    let asked = Set(HeaderVerdict.spread(byOffset, Registration.fineFrames))
    let again = try await registration.find(
      place, Array(zip(asked.sorted(), try recording.frames(asked))).map { ($0, $1) },
      isScaleKnown: pointsPerPixel != nil)
    guard !again.placement.isNear(place.placement, pixels: 0.1) else { return path }
    let other = try await find(scenes, at: again, progress: progress)
    return other.meanDistance < path.meanDistance ? other : path
  }

  /// The path through the few frames that the screen was found with.
  private func glance(
    _ scenes: FitScenes, at place: Registration.Place
  ) async throws(HeaderKitError) -> RecordingPath {
    guard let grid = self.grid(place.placement, place.painter, reduction: 1) else {
      throw tooLittle
    }
    let sweeps = scenes.sweeps(place.painter)
    let pictures = survey.samples.filter { sample in
      place.looks.contains { $0.frame == sample.index }
    }
    return try await follow(
      place.painter, place.placement, pictures.map { grid.reduced($0.picture) },
      times: place.looks.map { survey.times[$0.frame] }, grid: grid, sweeps: sweeps,
      windows: place.looks.map { sweeps.grid.window(around: [$0.offset], points: 1) })
  }

  /// Of what changes in a recording, so much lies outside of the screens where they are none.
  private static let mostMotionBeside = 0.7

  /// Why what was found cannot be the header's screen, though it looks like it; nil where it may be.
  func misplacement(_ path: RecordingPath) -> String? {
    guard region == nil else { return nil }
    let screens = ([path.placement] + path.others).map {
      $0.region(width: path.painter.canvasWidth, height: path.painter.canvasHeight)
    }
    let beside =
      Surroundings(survey.samples.map(\.picture))?.motion(outside: screens, of: survey.size) ?? 0
    guard beside > PathFinder.mostMotionBeside else { return nil }
    return "\(Int(beside * 100)) % of what moves lies outside of all that looks like it; is it "
      + "another style, device or theme?"
  }

  /// What finds the screen; nil for a recording without frames.
  func registration(_ scenes: FitScenes) async throws(HeaderKitError) -> Registration? {
    try await Registration(
      scenes, survey, isScaleChosen: isScaleChosen, jobs: jobs)
  }

  /// The path of a header on a screen that was found.
  private func find(
    _ scenes: FitScenes, at place: Registration.Place, progress: (FitStage) -> Void
  ) async throws(HeaderKitError) -> RecordingPath {
    guard let grid = self.grid(place.placement, place.painter, reduction: 1),
      let coarse = self.grid(place.placement, place.painter, reduction: CoarseSearch.reduction)
    else { throw tooLittle }
    var path = try await find(
      scenes, place.painter, place.placement, try recording.frames(on: grid), grid: grid,
      coarse: coarse, progress: progress)
    (path.others, path.given) = (place.others, place.given)
    return path
  }

  /// Whether the recording is large enough to show a screen, wherever that is.
  var mayShowAll: Bool {
    region == nil && pointsPerPixel == nil
      && Double(min(survey.size.width, survey.size.height)) >= 2 * PlacementSearch.leastWidth
  }

  var tooLittle: HeaderKitError {
    HeaderKitError(
      .badData, subject: .file(recording.name),
      reason:
        "shows too little of the screen, \(survey.size.width) x \(survey.size.height) pixels",
      remedy: "record the whole screen, or say where it is with \(.region)")
  }

  /// The path of a header with other constants through the frames of one that was found.
  func find(
    _ scenes: FitScenes, as path: RecordingPath
  ) async throws(HeaderKitError) -> RecordingPath {
    guard let coarse = path.grid.reduced(by: CoarseSearch.reduction) else { return path }
    return try await find(
      scenes, try scenes.painter(like: path.painter), path.placement, path.frames,
      grid: path.grid, coarse: coarse)
  }

  private func find(
    _ scenes: FitScenes, _ painter: CandidatePainter, _ placement: ScreenPlacement,
    _ frames: [Pixmap], grid: WorkingGrid, coarse: WorkingGrid,
    progress: (FitStage) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    progress(.range)
    let places = try await self.places(scenes, frames, grid: grid, coarse: coarse)
    let sweeps = scenes.sweeps(painter)
    return try await follow(
      painter, placement, frames, times: survey.times, grid: grid, sweeps: sweeps,
      windows: places.map { sweeps.grid.window(around: $0, points: PathFinder.reach) },
      progress: { progress(.offsets($0, frames.count)) })
  }

  /// The path through frames that may be at the steps of their windows.
  private func follow(
    _ painter: CandidatePainter, _ placement: ScreenPlacement, _ frames: [Pixmap],
    times: [Double], grid: WorkingGrid, sweeps: HeaderSweeps, windows: [[Int]],
    progress: (Int) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    let (start, fits) = try await StateSearch(
      painter: painter, offsets: sweeps.grid, grid: grid, jobs: jobs, eventStride: 0
    ).run(frames, times: times, windows: windows, sweeps: sweeps, progress: progress)
    return RecordingPath(
      placement: placement, painter: painter, offsets: sweeps.grid, grid: grid, frames: frames,
      times: times, start: start, fits: fits)
  }

  /// The offsets near which each frame may be, best first. Where a list repeats, coarse pixels cannot
  /// resolve its rows: finer ones are compared.
  private func places(
    _ scenes: FitScenes, _ frames: [Pixmap], grid: WorkingGrid, coarse: WorkingGrid
  ) async throws(HeaderKitError) -> [[Double]] {
    func search(_ painter: CandidatePainter) -> CoarseSearch {
      CoarseSearch(painter: painter, sweeps: scenes.sweeps(painter), jobs: jobs)
    }
    let found = try await search(scenes.painter(for: coarse))
      .run(frames.map { $0.resized(to: coarse.size) }, on: coarse)
    func few(margin: Double) -> [[Double]] {
      found.candidates(most: PathFinder.fewPlaces + 1, margin: margin)
    }
    let near = few(margin: PathFinder.coarseMargin)
    guard near.contains(where: { $0.count > 1 }) else { return near }
    guard near.contains(where: { $0.count > PathFinder.fewPlaces }) else {
      return few(margin: PathFinder.rowMargin)
    }
    let many = found.candidates(most: PathFinder.manyPlaces, margin: 2 * PathFinder.coarseMargin)
    return try await search(scenes.onePixelAPoint).run(frames, on: grid, near: many, reach: 1)
      .candidates(most: PathFinder.mostPlaces, margin: PathFinder.rowMargin)
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
