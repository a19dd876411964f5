public import Files
import HeaderModel
import HeaderScene
import Numerics
import Raster
import Rendering
import VisualDiff

/// Finds out what a recording of a header did: the offset in every frame, and whether the header
/// behaved as its document says.
public struct RecordingFit: Sendable {
  private let request: FitRequest

  /// A fit to be run.
  public init(_ request: FitRequest) {
    self.request = request
  }

  /// Levels beyond which a difference counts no more: well above the noise of a palette.
  static let cap: UInt8 = 48
  /// Bytes that all frames together may take.
  private static let frameBytes = 96 << 20

  /// Reads the recording, fits the header to it and judges it.
  ///
  /// - Parameter progress: called with frames done and frames in all.
  public func run(
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> FitReport {
    let fonts = try SceneFonts.installed()
    let scene = try SceneResolver(request.header).resolve(fonts: fonts)
    let painter = try CandidatePainter(scene, fonts: fonts)
    let recording = try Recording(request, background: painter.background)
    let survey = try recording.survey()
    let jobs = max(1, request.jobs ?? Processors.count)
    let sweeps = HeaderSweeps(
      launch: scene.header,
      grid: OffsetGrid(
        scale: painter.scale, largestOffset: scene.header.largestOffset,
        pull: 0.4 * scene.header.viewportHeight, overscroll: 0.2 * scene.header.viewportHeight))
    let distance = CappedDistance(cap: RecordingFit.cap)
    var coarseRequest = request.header
    coarseRequest.scale = 1
    let coarsePainter =
      painter.scale == 1
      ? painter
      : try CandidatePainter(try SceneResolver(coarseRequest).resolve(fonts: fonts), fonts: fonts)
    guard
      let placement = try await Registration(
        coarsePainter: coarsePainter, painter: painter, sweeps: sweeps, jobs: jobs,
        distance: distance
      ).find(survey, region: request.region, pointsPerPixel: request.pointsPerPixel)
    else {
      throw HeaderKitError(
        .badData, subject: .file(request.recording), reason: "shows too little of the screen")
    }
    let area = painter.canvasWidth * painter.canvasHeight
    let finest = min(
      1,
      (Double(RecordingFit.frameBytes) / (4 * area * Double(survey.times.count))).squareRoot())
    guard
      let grid = WorkingGrid(
        placement, recording: survey.size, canvasWidth: painter.canvasWidth,
        canvasHeight: painter.canvasHeight, finest: finest),
      let coarse = WorkingGrid(
        placement, recording: survey.size, canvasWidth: painter.canvasWidth,
        canvasHeight: painter.canvasHeight, finest: finest / Double(CoarseSearch.reduction))
    else {
      throw HeaderKitError(
        .badData, subject: .file(request.recording), reason: "shows too little of the screen")
    }
    let frames = try recording.frames(on: grid)
    let coarseFrames = frames.map { $0.resized(to: coarse.size) }
    let found = try await CoarseSearch(
      painter: coarsePainter, sweeps: sweeps, jobs: jobs, distance: distance
    ).run(coarseFrames, on: coarse)
    let windows = found.candidates(
      stepsPerPoint: sweeps.grid.stepsPerPoint, most: 4, margin: 8
    ).map { sweeps.grid.window(around: $0, points: 2.5) }
    print("place", placement, "windows", windows.map(\.count).reduce(0, +))
    let (start, fits) = try await StateSearch(
      painter: painter, offsets: sweeps.grid, grid: grid, jobs: jobs, distance: distance
    ).run(frames, times: survey.times, windows: windows, sweeps: sweeps) {
      progress($0, survey.times.count)
    }
    print("searched")
    return try report(
      start: start, fits: fits, frames: frames, survey: survey, placement: placement,
      painter: painter, sweeps: sweeps, grid: grid, name: scene.outline.header.document.name)
  }

  private func report(
    start: HeaderInterpreter, fits: [FrameFit], frames: [Pixmap], survey: RecordingSurvey,
    placement: ScreenPlacement, painter: CandidatePainter, sweeps: HeaderSweeps,
    grid: WorkingGrid, name: String
  ) throws(HeaderKitError) -> FitReport {
    var replay = PathReplay(start, offsets: sweeps.grid)
    let refinement = OffsetRefinement(cap: RecordingFit.cap)
    let step = 1 / sweeps.grid.stepsPerPoint
    var result: [FitReport.Frame] = []
    for (index, fit) in fits.enumerated() {
      let time = survey.times[index]
      let header = try replay.advance(to: fit, at: time)
      func picture(_ offset: Double?) throws(HeaderKitError) -> Pixmap {
        var header = header
        if let offset { try header.take(offset, at: time) }
        let job = try painter.job(try header.shown(at: time))
        return painter.painter.paint(job, on: grid)
      }
      let offset = sweeps.grid.offset(fit.step)
      let refined = refinement.refine(
        frames[index], offset: offset, picture: try picture(nil),
        below: try picture(offset - step), above: try picture(offset + step), step: step)
      var shown = header
      let state = try shown.shown(at: time)
      result.append(
        FitReport.Frame(
          time: time, offset: refined.offset, uncertainty: refined.uncertainty,
          distance: fit.distance.squareRoot(), phase: state.phase, memory: state.memory))
    }
    return FitReport(
      recording: request.recording, header: name, duration: survey.duration, placement: placement,
      frames: result)
  }
}

extension OffsetGrid {
  /// All steps near some, in rising order.
  func window(around steps: [Int], points: Double) -> [Int] {
    let reach = Int((points * stepsPerPoint).rounded())
    var result = Set<Int>()
    for step in steps {
      for near in step - reach...step + reach where range.contains(near) { result.insert(near) }
    }
    return result.sorted()
  }
}

extension Pixmap {
  /// Reduced as a whole.
  func resized(to size: PixelSize) -> Pixmap {
    resized(source: DeviceRect(self.size.bounds), to: size, filter: .area)
  }
}
