import FileAccess
import HeaderModel
import PortableMath
import Raster
import Rendering

/// Finds the screen in a recording, and the path through its frames.
struct PathFinder {
  let recording: Recording
  let survey: RecordingSurvey
  /// The requested rectangle of the screen in analyzed pixels. `nil` searches for it.
  var region: PointRect?
  /// The requested points per analyzed pixel. `nil` searches for the scale.
  let pointsPerPixel: Double?
  /// Whether the request specifies the device's scale factor.
  let isScaleChosen: Bool
  /// Whether the search stops early if the recording clearly shows something else.
  let rejectsEarly: Bool
  let jobs: Int

  /// The maximum mean squared difference, of channel values in 0...255, at which the early check is
  /// skipped.
  private static let maxUncheckedDistance = 100.0
  /// The factor by which the limits are relaxed in the early check, because not all offsets of its
  /// few frames are found.
  private static let earlyLenience = 1.25
  /// The memory limit for all frames in bytes.
  private static let frameBytes = 96 << 20
  /// The maximum cost above the best path at coarse resolution.
  private static let coarseMargin = 4.0
  /// The maximum cost above the best path in repeating lists. The rows of another period are
  /// aligned differently with the pixels, which accumulates over many frames.
  private static let rowMargin = 16.0
  /// The maximum numbers of possible offsets per frame. If the coarse search finds more than
  /// `maxCoarseOffsets`, up to `maxComparedOffsets` are compared at finer resolution, and
  /// `maxOffsets` are kept.
  private static let (maxOffsets, maxCoarseOffsets, maxComparedOffsets) = (6, 3, 48)
  /// The search distance around a coarse offset in points.
  private static let reach = 1.5
  /// The maximum fraction of the recording's motion outside all screens.
  private static let maxMotionOutside = 0.7
  /// The maximum fraction of the recording's motion outside a screen that is partly outside the
  /// recording. Such recordings show only a part of the screen, or a static background beside it.
  /// Measured below 0.001 for the same header, and 0.24 for one with other pictures.
  private static let maxMotionOutsideCutScreen = 0.15
  /// The maximum distance on another device's screen, relative to the distance on the header's own.
  private static let maxDistanceRatio = 0.5

  /// Finds the screen and the path of a header.
  func find(
    _ scenes: FitScenes, progress: (FitStage) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    progress(.screen)
    guard let registration = try await registration(scenes),
      let screen = try await registration.find(region: region, pointsPerPixel: pointsPerPixel)
    else { throw tooLittleError }
    // Ignored layers may be the cause of a difference, so skip the early check.
    if rejectsEarly, scenes.masked.isEmpty, screen.distance > PathFinder.maxUncheckedDistance {
      let shortPath = try await shortPath(at: screen)
      let judge = HeaderJudge(
        painter: shortPath.painter, grid: shortPath.grid, tolerance: 1, jobs: jobs)
      let judged = try FollowedPath(shortPath).judged
      if try judge.misfit(judged, lenience: PathFinder.earlyLenience) != nil { return shortPath }
    }
    let path = try await find(scenes, at: screen, progress: progress)
    guard screen.isApproximate else { return path }
    // Static parts fix the screen's position best. Now that the path is known, use frames that are
    // far apart.
    let indices = Set(path.byOffset.spread(Registration.maxFineFrames))
    let refined = try await registration.refined(
      screen, with: Array(zip(indices.sorted(), try recording.frames(indices))).map { ($0, $1) },
      isScaleKnown: pointsPerPixel != nil)
    guard !refined.placement.isNear(screen.placement, pixels: 0.1) else { return path }
    let other = try await find(scenes, at: refined, progress: progress)
    return other.meanDistance < path.meanDistance ? other : path
  }

  /// Returns the path through the few frames that were used to find the screen.
  private func shortPath(at screen: FoundScreen) async throws(HeaderKitError) -> RecordingPath {
    guard let grid = grid(screen) else { throw tooLittleError }
    let frames = survey.samples.filter { sample in
      screen.matches.contains { $0.frame == sample.index }
    }
    return try await follow(
      screen, frames.map { grid.reduced($0.picture) },
      times: screen.matches.map { survey.times[$0.frame] }, grid: grid,
      windows: screen.matches.map { screen.painter.offsets.window(around: [$0.offset], points: 1) })
  }

  /// Returns the reason why the found screen cannot be the header's, or `nil` if it can.
  func misplacement(_ path: RecordingPath) -> String? {
    guard region == nil else { return nil }
    let screens = ([path.placement] + path.screen.others).map {
      $0.region(width: path.painter.canvasWidth, height: path.painter.canvasHeight)
    }
    let outside = backgroundModel?.motion(outside: screens, of: survey.size) ?? 0
    let isWhole = screens[0].visibleShare(in: survey.size) >= Registration.minVisible
    guard
      outside > (isWhole ? PathFinder.maxMotionOutside : PathFinder.maxMotionOutsideCutScreen)
    else { return nil }
    return "\(Int(outside * 100)) % of the moving pixels match nothing in the header; is it "
      + "another style, device or theme?"
  }

  private var backgroundModel: BackgroundModel? { BackgroundModel(survey.samples.map(\.picture)) }

  private func registration(_ scenes: FitScenes) async throws(HeaderKitError) -> Registration? {
    try await Registration(scenes, survey, isScaleChosen: isScaleChosen, jobs: jobs)
  }

  /// Returns the path of a header on a known screen.
  private func find(
    _ scenes: FitScenes, at screen: FoundScreen, progress: (FitStage) -> Void
  ) async throws(HeaderKitError) -> RecordingPath {
    guard let grid = grid(screen), let coarse = self.grid(screen, reduction: CoarseSearch.reduction)
    else { throw tooLittleError }
    scenes.onePixelPerPoint.removeCanvases()
    screen.painter.removeCanvases()
    return try await find(
      scenes, screen, try recording.frames(on: grid), grid: grid, coarse: coarse, progress: progress
    )
  }

  /// Whether the recording is large enough to show a whole screen.
  var mayShowWholeScreen: Bool {
    region == nil && pointsPerPixel == nil
      && Double(min(survey.size.width, survey.size.height)) >= 2 * PlacementSearch.minWidth
  }

  /// The error for a recording that shows too little of the screen.
  var tooLittleError: HeaderKitError {
    let size = survey.size
    return HeaderKitError(
      .badData, subject: .file(recording.name),
      reason: "shows too little of the screen, \(size.width) x \(size.height) pixels",
      remedy: "record the whole screen, or give its area with \(.region)")
  }

  /// Returns the path of a header with changed constants through the frames of a known path.
  func find(
    _ scenes: FitScenes, as path: RecordingPath
  ) async throws(HeaderKitError) -> RecordingPath {
    guard let coarse = path.grid.reduced(by: CoarseSearch.reduction) else { return path }
    var screen = path.screen
    screen.painter = try scenes.painter(like: path.painter)
    return try await find(scenes, screen, path.frames, grid: path.grid, coarse: coarse)
  }

  /// Returns the path of a header through frames on `grid`. `coarse` is the grid of the first
  /// search.
  private func find(
    _ scenes: FitScenes, _ screen: FoundScreen, _ frames: [Pixmap], grid: WorkingGrid,
    coarse: WorkingGrid, progress: (FitStage) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    progress(.range)
    let near = try await possibleOffsets(scenes, frames, grid: grid, coarse: coarse)
    return try await follow(
      screen, frames, times: survey.times, grid: grid,
      windows: near.map { screen.painter.offsets.window(around: $0, points: PathFinder.reach) },
      progress: { progress(.offsets($0, frames.count)) })
  }

  /// Returns the path through frames whose offsets are limited to the steps in `windows`.
  private func follow(
    _ screen: FoundScreen, _ frames: [Pixmap], times: [Double], grid: WorkingGrid,
    windows: [[Int]], progress: (Int) -> Void = { _ in }
  ) async throws(HeaderKitError) -> RecordingPath {
    let (start, fits) = try await StateSearch(
      painter: screen.painter, sweeps: screen.painter.sweeps, grid: grid, jobs: jobs
    ).run(frames, times: times, windows: windows, progress: progress)
    return RecordingPath(
      screen: screen, grid: grid, frames: frames, times: times, start: start, fits: fits)
  }

  /// Returns the possible offsets of each frame, best first. Coarse pixels cannot resolve the rows
  /// of a repeating list, so those are compared at finer resolution.
  private func possibleOffsets(
    _ scenes: FitScenes, _ frames: [Pixmap], grid: WorkingGrid, coarse: WorkingGrid
  ) async throws(HeaderKitError) -> [[Double]] {
    let result = try await CoarseSearch(painter: scenes.painter(for: coarse), jobs: jobs)
      .run(frames.map { $0.resized(to: coarse.size) }, on: coarse)
    let near = result.candidates(
      maxCount: PathFinder.maxCoarseOffsets + 1, margin: PathFinder.coarseMargin)
    let nearCount = near.map(\.count).max() ?? 0
    let alternatives = result.alternatives(
      near: near.map(\.first), maxCount: PathFinder.maxComparedOffsets / 2,
      margin: 2 * PathFinder.rowMargin)
    let alternativeCount = alternatives.map(\.count).max() ?? 0
    guard max(nearCount, alternativeCount) > 1 else { return near }
    guard max(nearCount, alternativeCount) > PathFinder.maxCoarseOffsets else {
      return joined(
        result.candidates(maxCount: PathFinder.maxCoarseOffsets + 1, margin: PathFinder.rowMargin),
        alternatives)
    }
    let candidates = result.candidates(
      maxCount: PathFinder.maxComparedOffsets, margin: 2 * PathFinder.coarseMargin)
    let finer = try await CoarseSearch(painter: scenes.onePixelPerPoint, jobs: jobs)
      .run(frames, on: grid, near: joined(candidates, alternatives), reach: 1, comparesFixed: true)
    let path = finer.candidates(maxCount: PathFinder.maxOffsets, margin: PathFinder.rowMargin)
    return joined(
      path,
      finer.alternatives(
        near: path.map(\.first), maxCount: PathFinder.maxOffsets, margin: PathFinder.rowMargin))
  }

  /// Joins two lists of possible offsets for each frame.
  private func joined(_ first: [[Double]], _ second: [[Double]]) -> [[Double]] {
    zip(first, second).map { $0 + $1 }
  }

  /// Returns the grid for comparing all frames within the memory limit, with pixels `reduction`
  /// times as large. `nil` if too few pixels remain.
  private func grid(_ screen: FoundScreen, reduction: Int = 1) -> WorkingGrid? {
    let painter = screen.painter
    let area = painter.canvasWidth * painter.canvasHeight
    let maxPixels = Double(PathFinder.frameBytes) / (4 * area * Double(survey.times.count))
    return painter.grid(
      screen.placement, recording: survey.size,
      maxScale: min(1, maxPixels.squareRoot()) / Double(reduction))
  }

  /// Finds another device's screen on which the header comes closest to the recording. Tries the
  /// devices whose aspect ratio matches the recording or its moving area. Returns the header on
  /// that device and the screen's rectangle, or `nil` if no device is much closer than `path`.
  func otherDevice(
    than path: RecordingPath, _ scenes: FitScenes
  ) async throws(HeaderKitError) -> (FitScenes, PointRect)? {
    let (width, height) = (Double(survey.size.width), Double(survey.size.height))
    // The rectangles to try, with the tolerance of a side in pixels.
    var shapes = [(region: PointRect(x: 0, y: 0, width: width, height: height), slack: 0.5)]
    if let foreground = backgroundModel?.foregroundBounds(survey.size) {
      shapes.append((foreground, 0.01 * foreground.height))
    }
    var smallestDistance = PathFinder.maxDistanceRatio * path.meanDistance
    var best: (FitScenes, PointRect)?
    let headerSides = scenes.device.scene.device.sides
    var known = Set<String>()
    for device in Device.known
    where device.sides != headerSides
      && known.insert("\(device.sides) \(device.statusBarHeight)").inserted
    {
      let shape = device.height / device.width
      let region = shapes.first { region, slack in
        abs(region.height - region.width * shape) <= slack * (1 + shape)
      }?.region
      guard let region, let other = scenes.with(device: device),
        let distance = try await registration(other)?.distance(in: region),
        distance < smallestDistance
      else { continue }
      (smallestDistance, best) = (distance, (other, region))
    }
    return best
  }
}

extension Device {
  /// A description for messages, for example "390 x 844 points".
  var sides: String { "\(FitText.points(width)) x \(FitText.points(height)) points" }
}
