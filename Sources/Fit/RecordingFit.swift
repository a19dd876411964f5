import Rendering
public import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import VisualDiff

/// What a fit is at.
package enum FitStage: Hashable, Sendable {
  /// Where the recording shows the screen.
  case screen
  /// Where in the scroll the frames may be.
  case range
  /// Frames done, and all.
  case offsets(Int, Int)
  case constants
  case verdict
}

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

  /// Reads the recording and fits the header to it.
  ///
  /// - Parameter progress: called with frames done and frames in all.
  /// Throws `.badData` for recordings that show nothing or too little of the screen.
  public func run(
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> FitReport {
    try await run(
      progress: { if case .offsets(let done, let all) = $0 { progress(done, all) } },
      check: { _ in })
  }

  /// The same, with a check of the files that are read.
  package func run(
    progress: (FitStage) -> Void, check: ([String]) throws(HeaderKitError) -> Void
  ) async throws(HeaderKitError) -> FitReport {
    let fonts = try SceneFonts.installed()
    var scenes = try FitScenes(
      request.header, masked: request.ignoredLayers, fonts: fonts)
    let recording = try Recording(request, background: scenes.device.background)
    try check(recording.files + scenes.files)
    let survey = try recording.survey()
    let jobs = max(1, request.jobs ?? Processors.count)
    let distance = CappedDistance(cap: RecordingFit.cap)
    var finder = PathFinder(
      recording: recording, survey: survey,
      region: request.region?.reduced(by: survey.reduction),
      pointsPerPixel: request.pointsPerPixel.map { $0 * Double(survey.reduction) },
      isScaleChosen: request.header.scale != nil,
      jobs: jobs, distance: distance)
    let free = try FreeConstantValues(request.freeConstants, scenes).values
    var path = try await finder.find(scenes, progress: progress)
    var constants: [FittedConstant] = []
    var values: [ConstantValue] = []
    if !free.isEmpty {
      progress(.constants)
      (constants, path) = try await self.constants(free, scenes, finder, path)
    }
    for constant in constants {
      if let value = constant.value {
        values.append(ConstantValue(name: constant.name, value: value))
      }
    }
    progress(.verdict)
    var followed = try FollowedPath(path)
    var misfit = try verdict(path).misfit(followed.judged)
    var notes: [String] = []
    if misfit != nil {
      let others = try OtherContents(verdict: verdict(path)).find(followed.judged)
      if !others.isEmpty {
        let rest = try scenes.leavingOut(Set(others.keys))
        let again = try await finder.find(rest)
        let walked = try FollowedPath(again)
        if try verdict(again).misfit(walked.judged) == nil {
          (misfit, scenes, path, followed) = (nil, rest, again, walked)
          notes += others.sorted { $0.key < $1.key }.map { "left out: \($0): \($1)" }
        }
      }
    }
    if misfit != nil, request.region == nil, request.pointsPerPixel == nil, free.isEmpty,
      let other = try await OtherDevices(scenes, finder).find(fits: { path throws(HeaderKitError) in
        let followed = try FollowedPath(path)
        return try verdict(path).misfit(followed.judged) == nil
      })
    {
      notes.append(
        "the screen is one of \(other.scenes.device.screen.sides), "
          + "not the header's own of \(scenes.device.screen.sides)")
      (misfit, scenes, finder, path) = (nil, other.scenes, other.finder, other.path)
      followed = try FollowedPath(path)
    }
    var report = FitReport(
      recording: recording.name, header: scenes.name, duration: survey.duration,
      placement: path.placement.enlarged(by: survey.reduction), verdict: .behaves,
      constants: constants, deviations: [],
      notes: notes + path.notes(enlarged: survey.reduction), frames: followed.frames)
    if !request.ignoredLayers.isEmpty {
      report.notes.append("left out: " + request.ignoredLayers.sorted().joined(separator: ", "))
    }
    if let misfit {
      report.verdict = .noFit(reason: misfit)
    } else {
      if request.judges {
        let found = try await verdict(path).deviations(followed.judged)
        let header = scenes.setting(values) ?? scenes
        report.deviations =
          found.isEmpty
          ? try await constantDeviations(header, finder, followed, except: constants)
          : try await explained(found, header, finder, path)
      }
      if !report.deviations.isEmpty {
        report.verdict = .deviates
      } else if followed.frames.allSatisfy({ $0.uncertainty == nil }) {
        report.verdict = .undetermined
      }
    }
    if request.keepsPictures {
      report.pictures = try followed.pictures(with: report.deviations.flatMap(\.frames))
    }
    return report
  }

  private func verdict(_ path: RecordingPath) -> HeaderVerdict {
    HeaderVerdict(
      painter: path.painter, grid: path.grid, cap: RecordingFit.cap,
      tolerance: request.tolerance, ignored: path.painter.masked,
      jobs: request.jobs ?? Processors.count)
  }

  /// What differs with the constants that explain it, then what is left to differ from a header that
  /// has them.
  private func explained(
    _ deviations: [Deviation], _ scenes: FitScenes, _ finder: PathFinder, _ path: RecordingPath
  ) async throws(HeaderKitError) -> [Deviation] {
    let causes = ConstantCauses(scenes: scenes, path: path, cap: RecordingFit.cap)
    var caused: [Deviation] = []
    var constants: [ConstantValue] = []
    for var deviation in deviations.prefix(ConstantCauses.mostDeviations) {
      guard let cause = try causes.cause(of: deviation) else { continue }
      if deviation.kind == .unexplained {
        deviation.explanation =
          "is not as the document has it" + DeviationText.place(deviation.offsets)
      }
      deviation.explanation += cause.text
      caused.append(deviation)
      if !constants.contains(where: { $0.name == cause.name }) {
        constants.append(ConstantValue(name: cause.name, value: cause.value))
      }
    }
    guard !caused.isEmpty, let changed = scenes.setting(constants) else { return deviations }
    let remade = try await finder.find(changed, as: path)
    let left = try await verdict(remade).deviations(try FollowedPath(remade).judged)
    return caused
      + left.filter { deviation in
        !caused.contains { $0.layer == deviation.layer && $0.kind == deviation.kind }
      }
  }

  /// The constant that is not the document's in a recording whose layers by themselves do not differ;
  /// empty where there is none.
  private func constantDeviations(
    _ scenes: FitScenes, _ finder: PathFinder, _ followed: FollowedPath,
    except fitted: [FittedConstant]
  ) async throws(HeaderKitError) -> [Deviation] {
    let check = ConstantCheck(
      scenes: scenes, finder: finder, path: followed.path, judged: followed.judged,
      tolerance: request.tolerance)
    for constant in try await check.candidates(except: Set(fitted.map(\.name))) {
      guard let changed = scenes.setting([constant]) else { continue }
      let other = try FollowedPath(try await finder.find(changed, as: followed.path))
      if let deviation = try check.deviation(constant, other) { return [deviation] }
    }
    return []
  }

  /// Looks for constants, then for the screen and the path with what was found: where a value was far
  /// off, the screen was taken to be elsewhere, and the constants are looked for once more.
  private func constants(
    _ free: [ConstantValue], _ scenes: FitScenes, _ finder: PathFinder, _ path: RecordingPath
  ) async throws(HeaderKitError) -> ([FittedConstant], RecordingPath) {
    func makeSearch(_ path: RecordingPath) -> ConstantSearch {
      ConstantSearch(
        ConstantFrames(scenes: scenes, path: path, jobs: finder.jobs, distance: finder.distance))
    }
    var path = path
    var search = makeSearch(path)
    var values = try await search.find(free, isNear: false)
    if values != free, let changed = scenes.setting(values) {
      let before = path.placement
      path = try await finder.find(changed)
      if !path.placement.isNear(before, pixels: 0.25) {
        search = makeSearch(path)
        values = try await search.find(values, isNear: true)
        if let changed = scenes.setting(values) { path = try await finder.find(changed) }
      }
    }
    let intervals = try await search.intervals(values)
    let open = try openConstants(values, scenes, path)
    var isUndone = false
    var constants: [FittedConstant] = []
    for (place, found) in intervals.enumerated() {
      let interval = open.contains(values[place].name) ? nil : found
      let value = interval == nil ? nil : values[place].value
      constants.append(
        FittedConstant(
          name: free[place].name, given: free[place].value, value: value, interval: interval))
      if value == nil, values[place] != free[place] {
        (values[place], isUndone) = (free[place], true)
      }
    }
    if isUndone, let changed = scenes.setting(values) { path = try await finder.find(changed) }
    return (constants, path)
  }

  /// Frames that a constant is tried in, to see whether other offsets make up for it.
  private static let openFrames = 16

  /// The names of the constants that other offsets make up for, along the path found with some values.
  private func openConstants(
    _ values: [ConstantValue], _ scenes: FitScenes, _ path: RecordingPath
  ) throws(HeaderKitError) -> Set<String> {
    let scenes = scenes.setting(values) ?? scenes
    let moments = try ConstantMoments(
      HeaderVerdict.spread(try FollowedPath(path).judged, RecordingFit.openFrames),
      scenes: scenes, path: path, painter: try scenes.painter(like: path.painter),
      grid: path.grid, jobs: 1, cap: RecordingFit.cap)
    var names = Set<String>()
    for var value in values {
      // Whole points, as what is drawn between device pixels differs.
      value.value += max(1, (0.05 * abs(value.value)).rounded())
      if try moments.isMadeUp(for: value) { names.insert(value.name) }
    }
    return names
  }
}

extension FitReport.Verdict {
  /// Any header behaves like what shows none of its offsets.
  fileprivate static let undetermined = FitReport.Verdict.noFit(
    reason: "no frame determines an offset; record the header while it scrolls")
}

extension Pixmap {
  /// Reduced by a factor; as it is where that is not below 1.
  func reduced(by factor: Double) -> Pixmap {
    guard factor < 1,
      let size = PixelSize(
        width: Int((Double(width) * factor).rounded()),
        height: Int((Double(height) * factor).rounded()))
    else { return self }
    return resized(to: size)
  }

  /// Reduced as a whole.
  func resized(to size: PixelSize) -> Pixmap {
    resized(source: DeviceRect(self.size.bounds), to: size, filter: .area)
  }
}
