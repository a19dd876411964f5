public import ArgumentParser
import FileAccess
import Fit
public import PortableMath
import Rendering
import Scrolling

struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Finds the scroll curve of a recording and judges the header in it.",
    discussion: """
      twheader fit swipe.gif --banner banner.jpg --avatar avatar.jpg -o swipe.json
          writes the offsets of all frames as a scroll curve
      twheader fit frames/ --style my-header.json --json
          prints offsets, memory and verdict for programs

      The recording may be scaled and cut, or show the screen anywhere in a wider
      picture; of several screens one is taken and named. A pointer and other
      words do not disturb. The header's pictures must be the recording's own.
      Exit status: 0 the header behaves like its document, 1 it does not or nothing
      fits, above 1 an error.
      """)

  @OptionGroup var recording: RecordingOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Verdict") var judging: JudgingOptions

  @Option(name: .shortAndLong, help: "The curve document to write; default: none.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A page to write: frames beside the header's, offsets, differences.", valueName: "file.html"))
  var report: String?

  @Flag(help: "Prints one JSON object instead of lines.") var json = false
  @Option(help: "Pictures painted at a time; default: one for each processor.") var jobs: Int?
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try UsageError.check("--jobs", jobs, in: RequestRanges.jobs)
    if json, output == "-" { throw UsageError("--json: excludes -o -; write the curve to a file") }
    if report == "-", json || output == "-" {
      throw UsageError("--report: standard output is taken; write the page to a file")
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
    abstract: "Writes the scroll curve of a recording; 'twheader fit' also judges it.")

  @OptionGroup var recording: RecordingOptions
  @OptionGroup(title: "Header") var header: HeaderOptions

  @Option(name: .shortAndLong, help: "The curve document to write; default: standard output.")
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
  @Argument(
    help: "A GIF, animated PNG, Y4M, folder of PNG frames or, by ffmpeg, video; -: standard input."
  )
  var recording: String

  @Option(help: "Frames a second; default: the recording's own times, 30 for a folder.")
  var fps: RationalTime?

  @Option(
    help: ArgumentHelp(
      "About where the recording shows the whole screen, in its pixels; default: looked for.",
      valueName: "x,y,w,h"))
  var region: PointRect?

  @Option(help: "Points of the screen per pixel of the recording; default: looked for.")
  var pointsPerPixel: Double?

  func validate() throws {
    try UsageError.check("--fps", fps?.value, in: CurveLimits.frameRates)
    if let pointsPerPixel, !(0.05...20).contains(pointsPerPixel) {
      throw UsageError("--points-per-pixel: \(pointsPerPixel) is out of range; give 0.05 to 20")
    }
    if region != nil, pointsPerPixel != nil {
      throw UsageError("--points-per-pixel: follows from --region; give one of them")
    }
  }

  /// Refuses outputs that are read or cannot be created before the work that takes long.
  func fit(
    _ request: FitRequest, _ header: HeaderOptions, writing outputs: [String?], quiet: Bool
  ) async throws -> FitReport {
    let outputs = outputs.compactMap { $0 }
    try OutputGuard.check(outputs, inputs: [recording] + header.inputFiles, force: true)
    let progress = ProgressLine(quiet: quiet)
    defer { progress.end() }
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
  /// `x,y,w,h` as typed.
  public init?(argument: String) {
    guard case .rect(let rect) = SceneFraming.Crop(argument.replacing(" ", with: "")) else {
      return nil
    }
    self = rect
  }
}

struct JudgingOptions: ParsableArguments {
  @Option(help: "Points by which a layer may stand elsewhere; default: 1.") var tolerance: Double?

  @Option(
    help: ArgumentHelp(
      "A layer that is not judged and whose pixels do not count; repeatable.",
      valueName: "layer:NAME"))
  var mask: [String] = []

  @Option(
    help: ArgumentHelp(
      "Constants whose values are looked for, with commas between them; all: each one.",
      valueName: "constants"))
  var free: String?

  func validate() throws {
    if let tolerance, !(0.1...100).contains(tolerance) {
      throw UsageError("--tolerance: \(tolerance) is out of range; give 0.1 to 100 points")
    }
    for text in mask where !text.hasPrefix(JudgingOptions.layer) || text == JudgingOptions.layer {
      throw UsageError("--mask: \"\(text)\" names no layer; give layer:NAME")
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
