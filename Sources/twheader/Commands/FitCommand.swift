public import ArgumentParser
import FileAccess
import Fit
public import PortableMath
import Rendering
import Scrolling

struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Find a recording's scroll curve; check its header.",
    discussion: """
      twheader fit swipe.gif --banner banner.jpg --avatar avatar.jpg -o swipe.json
          Writes the offsets of all frames as a scroll curve.
      twheader fit frames/ --style my-header.json --report fit.html
          Compares the recording with your header document, as a page.
      twheader fit swipe.mov --style my-header.json --free all --json
          Also estimates the document's constants; prints JSON.

      The recording may be scaled or cropped, or show the screen inside a larger
      image. If it shows several screens, one is chosen and named. A mouse pointer
      or different text is ignored. Use the banner and avatar from the recording.

      Exit status: 0 the header matches its document, 1 it differs or was not found,
      above 1 an error.
      """)

  @OptionGroup var recording: RecordingOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Verdict") var judging: JudgingOptions

  @Option(name: .shortAndLong, help: "Curve document to write")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with frames, offsets and differences", valueName: "file.html"))
  var report: String?

  @Flag(help: "Print one JSON object instead of lines") var json = false
  @Option(help: "Number of threads [default: number of processors]") var jobs: Int?
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try UsageError.check("--jobs", jobs, in: RequestRanges.jobs)
    if json, output == "-" { throw UsageError("--json: excludes -o -; write the curve to a file") }
    if report == "-", json || output == "-" {
      throw UsageError("--report: standard output is already used; write the page to a file")
    }
  }

  func run() async throws {
    var request = try recording.request(header)
    judging.apply(to: &request)
    request.jobs = jobs
    request.keepsPictures = report != nil
    let found = try await recording.fit(
      request, header, writing: [output, report], quiet: verbosity.quiet)
    if case .noFit = found.verdict {
    } else if let output {
      try TextOutput.write(found.curveText, to: output)
    }
    if let report { try TextOutput.write(found.page, to: report) }
    if json {
      try TextOutput.write(found.json, to: nil)
    } else if output != "-", report != "-", !verbosity.quiet {
      try Diagnostics.printLines(found.lines)
    }
    if !found.isGood { throw ExitCode(1) }
  }
}

struct CurveFromRecordingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "from-recording",
    abstract: "Write a recording's scroll curve, without checking it.",
    discussion: """
      twheader curve from-recording swipe.gif -o swipe.json
          Writes the offsets of all frames as a scroll curve.
      twheader curve from-recording frames/ --fps 60 --style my-header.json
          Prints the curve of a folder of frames.

      'twheader fit' also compares the header with its document.
      """)

  @OptionGroup var recording: RecordingOptions
  @OptionGroup(title: "Header") var header: HeaderOptions

  @Option(name: .shortAndLong, help: "Curve document to write [default: standard output]")
  var output: String?

  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    var request = try recording.request(header)
    request.judges = false
    let report = try await recording.fit(request, header, writing: [output], quiet: verbosity.quiet)
    if case .noFit(let reason) = report.verdict {
      Diagnostics.line("twheader: \(report.recording): nothing fits: \(reason)")
      throw ExitCode(1)
    }
    try TextOutput.write(report.curveText, to: output)
  }
}

struct RecordingOptions: ParsableArguments {
  @Argument(help: "GIF, APNG, Y4M, folder of PNGs, or video; '-' is standard input")
  var recording: String

  @Option(help: "Frames per second [default: the recording's; 30 for a folder]")
  var fps: RationalTime?

  @Option(
    help: ArgumentHelp(
      "Approximate area of the screen, in pixels [default: searched]", valueName: "x,y,w,h"))
  var region: PointRect?

  @Option(
    help: ArgumentHelp("Points per pixel of the recording [default: searched]", valueName: "n"))
  var pointsPerPixel: Double?

  func validate() throws {
    try UsageError.check("--fps", fps?.value, in: CurveLimits.frameRates)
    try UsageError.check("--points-per-pixel", pointsPerPixel, in: 0.05...20)
    if region != nil, pointsPerPixel != nil {
      throw UsageError("--points-per-pixel: excludes --region; give one of them")
    }
  }

  /// Checks the outputs, then fits the recording, which takes long.
  func fit(
    _ request: FitRequest, _ header: HeaderOptions, writing outputs: [String?], quiet: Bool
  ) async throws -> FitReport {
    let outputs = outputs.compactMap { $0 }
    try OutputGuard.check(outputs, inputs: [recording] + header.inputFiles, force: true)
    let progress = ProgressLine(quiet: quiet)
    defer { progress.end() }
    MemoryPools.share(jobs: request.jobs ?? Processors.count)
    return try await RecordingFit(request).run(
      progress: progress.show,
      check: { files throws(HeaderKitError) in
        try OutputCheck.check(files: outputs, inputs: files)
        for output in outputs { try AtomicFile.tryCreating(output) }
      })
  }

  func request(_ header: HeaderOptions) throws -> FitRequest {
    var request = FitRequest(recording: recording)
    let frames = request.header.limits.frames
    request.header = try header.request
    if header.limits.maxFrames == nil { request.header.limits.frames = frames }
    request.framesPerSecond = fps
    request.region = region
    request.pointsPerPixel = pointsPerPixel
    return request
  }
}

extension PointRect: ExpressibleByArgument {
  /// Parses a rectangle such as `0,0,320,200`.
  public init?(argument: String) {
    guard case .rect(let rect) = SceneFraming.Crop(argument.replacing(" ", with: "")) else {
      return nil
    }
    self = rect
  }
}

struct JudgingOptions: ParsableArguments {
  @Option(help: "Maximum position error in points [default: 1]") var tolerance: Double?

  @Option(
    help: ArgumentHelp("Ignore a layer and its pixels; repeatable", valueName: "layer:NAME"))
  var mask: [String] = []

  @Option(
    help: ArgumentHelp(
      "Constants to estimate, comma-separated, or all", valueName: "constants"))
  var free: String?

  func validate() throws {
    try UsageError.check("--tolerance", tolerance, in: 0.1...100, unit: "points")
    for text in mask where !text.hasPrefix(JudgingOptions.layer) || text == JudgingOptions.layer {
      throw UsageError("--mask: \"\(text)\" is not a layer; give layer:NAME")
    }
  }

  private static let layer = "layer:"

  func apply(to request: inout FitRequest) {
    if let tolerance { request.tolerance = tolerance }
    request.ignoredLayers = Set(mask.map { String($0.dropFirst(JudgingOptions.layer.count)) })
    if let free {
      request.freeConstants =
        free == "all"
        ? .all
        : .named(
          free.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.trimmingPrefix(" "))
          })
    }
  }
}

extension ProgressLine {
  func show(_ stage: FitStage) {
    switch stage {
    case .screen: begin("looking for the screen")
    case .range: begin("looking where in the scroll the frames may be")
    case .offsets(let done, let all):
      begin("offsets of \(all) frames")
      show(done, of: all)
    case .constants: begin("looking for constants")
    case .verdict: begin("judging the layers")
    }
  }
}
