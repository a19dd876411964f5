import Rendering
public import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import VisualDiff

/// The current stage of a fit, for progress messages.
package enum FitStage: Hashable, Sendable {
  /// Finding the screen in the recording.
  case screen
  /// Finding the approximate offset of each frame.
  case range
  /// Finding exact offsets. The values are the finished and the total number of frames.
  case offsets(Int, Int)
  case constants
  case verdict
}

/// Compares a recording with a header: finds the offset of every frame, and checks whether the
/// header behaves as its document specifies.
public struct RecordingFit: Sendable {
  let request: FitRequest

  /// Creates a fit. `run` executes it.
  public init(_ request: FitRequest) { self.request = request }

  /// The maximum difference of a channel value (0...255). Larger differences count as this. It
  /// is well above the noise of a palette.
  static let cap: UInt8 = 48
  /// The mean squared difference of two pictures, of channel values in 0...255, with each
  /// difference limited to `cap`.
  static let distance = CappedDistance(cap: cap)

  /// Reads the recording and fits the header to it.
  ///
  /// - Parameter progress: Called with the finished and the total number of frames.
  /// - Throws: `HeaderKitError` with code `.badData` if the recording shows nothing or too little
  ///   of the screen.
  public func run(
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> FitReport {
    try await run(
      progress: { if case .offsets(let done, let all) = $0 { progress(done, all) } },
      check: { _ in })
  }

  /// Fits as `run(progress:)` does. `check` receives the paths of all input files and may reject
  /// them.
  package func run(
    progress: (FitStage) -> Void, check: ([String]) throws(HeaderKitError) -> Void
  ) async throws(HeaderKitError) -> FitReport {
    let scenes = try FitScenes(
      request.header, masked: request.ignoredLayers, fonts: try SceneFonts.installed())
    let recording = try Recording(request, background: scenes.device.background)
    try check(recording.files + scenes.files)
    let survey = try recording.survey()
    let freeConstants = try scenes.constants(request.freeConstants)
    let finder = PathFinder(
      recording: recording, survey: survey,
      region: request.region?.reduced(by: survey.reduction),
      pointsPerPixel: request.pointsPerPixel.map { $0 * survey.reduction.x },
      isScaleChosen: request.header.scale != nil, rejectsEarly: freeConstants.isEmpty, jobs: jobs)
    // The placement of a screen that fills the recording's width, if none is found.
    let pixelsPerPoint = Double(survey.size.width) / scenes.device.canvasWidth
    var report = FitReport(
      recording: recording.name, header: scenes.name, duration: survey.duration,
      placement: ScreenPlacement(pixelsPerPoint: pixelsPerPoint, x: 0, y: 0).enlarged(
        by: survey.reduction),
      verdict: .undetermined, constants: [], deviations: [], frames: [])
    guard !survey.isPlain else { return report }
    var path: RecordingPath
    do {
      path = try await finder.find(scenes, progress: progress)
    } catch {
      guard error == finder.tooLittleError, finder.mayShowWholeScreen else { throw error }
      report.verdict = .noFit(
        reason:
          "the screen was not found; check the style, device and theme, or give the screen's region"
      )
      return report
    }
    if !freeConstants.isEmpty {
      progress(.constants)
      (report.constants, path) = try await constants(freeConstants, scenes, finder, path)
    }
    progress(.verdict)
    var fit = try attempt(scenes, finder, path)
    if fit.misfit != nil { fit = try await retry(after: fit) ?? fit }
    var deviations: [Deviation] = []
    if fit.misfit == nil, request.judges { (fit, deviations) = try await judged(fit) }
    report.placement = fit.followed.path.placement.enlarged(by: survey.reduction)
    report.frames = fit.followed.frames
    report.events = fit.followed.path.events
    report.inputs = fit.followed.path.firstInputs
    report.isInteractive = fit.followed.path.start.isInteractive
    if let misfit = fit.misfit {
      report.verdict = .noFit(reason: misfit)
    } else {
      report.leftOut = fit.leftOut
      report.notes = fit.notes + fit.followed.path.notes(enlarged: survey.reduction)
      if request.judges {
        report.deviations =
          fit.deviations + (try await explained(deviations, fit, constants: report.constants))
      }
      if !report.deviations.isEmpty {
        report.verdict = .deviates
      } else if report.frames.contains(where: { $0.uncertainty != nil }) {
        report.verdict = .behaves
      }
    }
    report.leftOut += request.ignoredLayers.map { .init(layer: $0, reason: "as asked for") }
    report.leftOut.sort { $0.layer < $1.layer }
    if request.keepsPictures {
      report.pictures = try fit.followed.pictures(with: report.deviations.flatMap(\.frames))
    }
    return report
  }

  var jobs: Int { max(1, request.jobs ?? Processors.count) }

  func judge(_ path: RecordingPath) -> HeaderJudge {
    HeaderJudge(
      painter: path.painter, grid: path.grid, tolerance: request.tolerance, jobs: jobs)
  }

  /// Returns the deviations of each layer. Leaves out texts that deviate because the recording
  /// draws them in another font.
  private func judged(
    _ fit: FitAttempt
  ) async throws(HeaderKitError) -> (fit: FitAttempt, deviations: [Deviation]) {
    let judge = judge(fit.followed.path)
    let deviations = try await judge.deviations(fit.followed.judged)
    guard !deviations.isEmpty else { return (fit, deviations) }
    let fonts = try judge.otherFonts(fit.followed.judged)
    // A text in another font also makes another order of it and its background plausible.
    let remaining = deviations.filter { deviation in
      !fonts.contains { deviation.layer == $0 || DeviationText.isOrder(deviation, above: $0) }
    }
    guard remaining.count < deviations.count else { return (fit, deviations) }
    var fitWithoutTexts = fit
    fitWithoutTexts.leftOut += fonts.map { .init(layer: $0, reason: HeaderJudge.otherFont) }
    return (fitWithoutTexts, remaining)
  }

  /// Returns the deviations with the constants that explain them. If no layer deviates, looks for a
  /// constant that does.
  private func explained(
    _ deviations: [Deviation], _ fit: FitAttempt, constants: [FittedConstant]
  ) async throws(HeaderKitError) -> [Deviation] {
    let values = constants.compactMap { constant in
      constant.value.map { ConstantValue(name: constant.name, value: $0) }
    }
    let causes = ConstantCauses(
      scenes: fit.scenes.with(constants: values) ?? fit.scenes, followed: fit.followed, jobs: jobs)
    return deviations.isEmpty
      ? try await constantDeviations(causes, fit, except: constants)
      : try await explained(deviations, causes, fit)
  }

  /// Returns the deviations that a constant explains, then those that remain with the changed
  /// constants.
  private func explained(
    _ deviations: [Deviation], _ causes: ConstantCauses, _ fit: FitAttempt
  ) async throws(HeaderKitError) -> [Deviation] {
    var explained: [Deviation] = []
    var constants: [ConstantValue] = []
    for var deviation in deviations.prefix(ConstantCauses.maxDeviations) {
      guard let cause = try causes.cause(of: deviation) else { continue }
      if deviation.kind == .unexplained {
        deviation.explanation =
          "differs from the document" + DeviationText.offsetText(deviation.offsets)
      }
      deviation.explanation += cause.text
      explained.append(deviation)
      if !constants.contains(where: { $0.name == cause.original.name }) {
        constants.append(cause.constant)
      }
    }
    guard !explained.isEmpty, let changed = causes.scenes.with(constants: constants) else {
      return deviations
    }
    let changedPath = try await fit.finder.find(changed, as: fit.followed.path)
    let remaining = try await judge(changedPath).deviations(try FollowedPath(changedPath).judged)
    return explained
      + remaining.filter { deviation in
        !explained.contains { $0.layer == deviation.layer && $0.kind == deviation.kind }
          && !fit.leftOut.contains { $0.layer == deviation.layer }
      }
  }

  /// Returns at most one deviation, for a constant whose value differs although no single layer
  /// does.
  private func constantDeviations(
    _ causes: ConstantCauses, _ fit: FitAttempt, except fitted: [FittedConstant]
  ) async throws(HeaderKitError) -> [Deviation] {
    for constant in try await causes.candidates(except: Set(fitted.map(\.name))) {
      guard let changed = causes.scenes.with(constants: [constant.constant]) else { continue }
      let other = try FollowedPath(try await fit.finder.find(changed, as: fit.followed.path))
      let deviation = try causes.deviation(constant, other, tolerance: request.tolerance)
      let leftOut = fit.leftOut.map(\.layer)
      if let deviation, !leftOut.contains(deviation.layer) { return [deviation] }
    }
    return []
  }
}

extension FitReport.Verdict {
  /// The verdict for a recording that determines no offset, which would fit any header.
  fileprivate static let undetermined = FitReport.Verdict.noFit(
    reason: "no frame determines an offset; record the header while it scrolls")
}

extension Array {
  /// Returns at most `maxCount` elements at even distances, including the first and the last.
  func spread(_ maxCount: Int) -> [Element] {
    guard count > maxCount, maxCount > 1 else { return self }
    return (0..<maxCount).map { self[$0 * (count - 1) / (maxCount - 1)] }
  }
}

extension [Double] {
  /// The median, or 0 if the array is empty.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
