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

  /// Reads the recording and fits the header to it.
  ///
  /// - Parameter progress: called with frames done and frames in all.
  /// Throws `.badData` for recordings that show nothing or too little of the screen.
  public func run(
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> FitReport {
    let fonts = try SceneFonts.installed()
    let scenes = try FitScenes(request.header, fonts: fonts)
    let recording = try Recording(request, background: scenes.device.background)
    let survey = try recording.survey()
    let jobs = max(1, request.jobs ?? Processors.count)
    let distance = CappedDistance(cap: RecordingFit.cap)
    let registered = try await Registration(
      scenes: scenes, jobs: jobs, distance: distance, isScaleChosen: request.header.scale != nil
    ).find(survey, region: request.region, pointsPerPixel: request.pointsPerPixel)
    guard let (placement, painter) = registered,
      let grid = self.grid(placement, survey, painter, reduction: 1),
      let coarse = self.grid(placement, survey, painter, reduction: CoarseSearch.reduction)
    else {
      throw HeaderKitError(
        .badData, subject: .file(request.recording),
        reason:
          "shows too little of the screen, \(survey.size.width) x \(survey.size.height) pixels",
        remedy: "record the whole screen, or say where it is with \(.region)")
    }
    let frames = try recording.frames(on: grid)
    let found = try await CoarseSearch(
      painter: scenes.onePixelAPoint, sweeps: scenes.sweeps(scenes.onePixelAPoint), jobs: jobs,
      distance: distance
    ).run(frames.map { $0.resized(to: coarse.size) }, on: coarse)
    let sweeps = scenes.sweeps(painter)
    let windows = found.candidates(most: 4, margin: RecordingFit.coarseMargin).map { offsets in
      sweeps.grid.window(around: offsets, points: RecordingFit.reach)
    }
    let (start, fits) = try await StateSearch(
      painter: painter, offsets: sweeps.grid, grid: grid, jobs: jobs, distance: distance
    ).run(frames, times: survey.times, windows: windows, sweeps: sweeps) {
      progress($0, survey.times.count)
    }
    var report = FitReport(
      recording: request.recording, header: scenes.name, duration: survey.duration,
      placement: placement, verdict: .behaves, deviations: [], frames: [])
    let judged = try follow(
      fits, from: start, frames: frames, times: survey.times, painter: painter,
      offsets: sweeps.grid, grid: grid, into: &report)
    let verdict = HeaderVerdict(
      painter: painter, grid: grid, cap: RecordingFit.cap, tolerance: request.tolerance,
      ignored: request.ignoredLayers)
    if let reason = try verdict.misfit(judged) {
      report.verdict = .noFit(reason: reason)
      return report
    }
    guard request.judges else { return report }
    report.deviations = try verdict.deviations(judged)
    if !report.deviations.isEmpty { report.verdict = .deviates }
    return report
  }

  /// How much worse than the best path, on coarse pixels, another may be and still be looked at.
  private static let coarseMargin = 4.0
  /// Points around an offset found on coarse pixels that are looked at.
  private static let reach = 1.5

  private func grid(
    _ placement: ScreenPlacement, _ survey: RecordingSurvey, _ painter: CandidatePainter,
    reduction: Int
  ) -> WorkingGrid? {
    let area = painter.canvasWidth * painter.canvasHeight
    let most = Double(RecordingFit.frameBytes) / (4 * area * Double(survey.times.count))
    return WorkingGrid(
      placement, recording: survey.size, canvasWidth: painter.canvasWidth,
      canvasHeight: painter.canvasHeight,
      finest: min(1, most.squareRoot()) / Double(reduction))
  }

  /// Goes along the path found, refines each offset and gives each frame's state.
  private func follow(
    _ fits: [FrameFit], from start: HeaderInterpreter, frames: [Pixmap], times: [Double],
    painter: CandidatePainter, offsets: OffsetGrid, grid: WorkingGrid,
    into report: inout FitReport
  ) throws(HeaderKitError) -> [JudgedFrame] {
    var replay = PathReplay(start, offsets: offsets)
    let refinement = OffsetRefinement(cap: RecordingFit.cap)
    let step = 1 / offsets.stepsPerPoint
    var judged: [JudgedFrame] = []
    var last: (state: DocumentState, frame: Pixmap, refined: RefinedOffset)?
    for (index, fit) in fits.enumerated() {
      let time = times[index]
      let header = try replay.advance(to: fit, at: time)
      func picture(_ offset: Double?) throws(HeaderKitError) -> Pixmap {
        var header = header
        if let offset { try header.take(offset, at: time) }
        let job = try painter.job(try header.shown(at: time))
        return painter.painter.paint(job, on: grid)
      }
      var shown = header
      let state = try shown.shown(at: time)
      let offset = offsets.offset(fit.step)
      let refined: RefinedOffset
      if let last, last.frame == frames[index], last.state.layers == state.layers {
        refined = last.refined
      } else {
        refined = refinement.refine(
          frames[index], offset: offset, picture: try picture(nil),
          below: try picture(offset - step), above: try picture(offset + step), step: step)
        judged.append(
          JudgedFrame(
            index: index, time: time, offset: offset, state: state, recorded: frames[index]))
      }
      last = (state, frames[index], refined)
      report.frames.append(
        FitReport.Frame(
          time: time, offset: refined.offset, uncertainty: refined.uncertainty,
          distance: fit.distance.squareRoot(), phase: state.phase, memory: state.memory))
    }
    return judged
  }
}

extension OffsetGrid {
  /// All steps near some offsets, in rising order.
  func window(around offsets: [Double], points: Double) -> [Int] {
    let reach = Int((points * stepsPerPoint).rounded())
    var result = Set<Int>()
    for step in offsets.map(step) {
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
