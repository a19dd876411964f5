import ArgumentParser
import Files
import Numerics
import Rendering
import Scrolling

/// `twheader curve`
struct CurveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve", abstract: "Checks, samples, imports and plots scroll curves.",
    subcommands: [
      CurveLintCommand.self, CurveSampleCommand.self, CurveImportCommand.self,
      CurveFromRecordingCommand.self, CurvePlotCommand.self,
    ])
}

/// `twheader curve lint`
struct CurveLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a curve document and prints a summary.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Flag(help: "Prints one JSON object.")
  var json = false

  @OptionGroup(title: "Header") var header: HeaderOptions

  func run() async throws {
    var request = CurveRequest()
    request.header = header.request
    request.curve = .file(file)
    let summary = try request.run().summary
    if json {
      try TextOutput.write(summary.jsonText + "\n", to: nil)
      return
    }
    let lines = [
      "\(file): \(summary.kind), \(summary.entries) entries, \(summary.duration) s, "
        + "offsets \(summary.range.lowerBound) to \(summary.range.upperBound), "
        + "\(summary.events) events, \(summary.frames) frames at \(summary.framesPerSecond) a second"
    ]
    try Diagnostics.printLines(lines)
    for warning in summary.warnings { Diagnostics.warning("\(file): \(warning)") }
  }
}

/// `twheader curve sample`
struct CurveSampleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Prints the curve's offsets at regular or given times as time,offset lines.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Option(help: "Samples per second; default: 60.")
  var rate: RationalTime?

  @Option(
    help: "Times in seconds instead of a rate, for example 0,0.1.")
  var times: OffsetList?

  @Flag(help: "Prints exact offsets, not rounded to device pixels.")
  var noSnap = false

  @Flag(help: "Prints one JSON array of pairs instead of lines.")
  var json = false

  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    _ = try times?.offsets("--times")
    guard rate == nil || times == nil else {
      throw UsageError("--times: excludes --rate; give one of them")
    }
    try UsageError.check("--rate", rate, in: RequestRanges.eventsPerSecond)
  }

  func run() async throws {
    var request = CurveRequest()
    request.header = header.request
    request.curve = .file(file)
    let motion = try request.run().motion
    let samples = CurveSamples(
      motion, at: try times?.offsets("--times"), rate: rate ?? 60, snaps: !noSnap)
    try TextOutput.write(json ? samples.json : samples.csv, to: nil)
  }
}

/// `twheader curve import`
struct CurveImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts a log of time,offset lines to a curve document.")

  @Argument(help: "A CSV file; '-' is standard input.")
  var file: String

  @Option(help: "The curve's name.")
  var name: String?

  @Option(parsing: .unconditional, help: "The offset that the log has at rest, for example -64.")
  var restOffset = 0.0

  @Option(name: .shortAndLong, help: "The curve document to write; default: standard output.")
  var output: String?

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    if let output { _ = try OutputGuard(inputs: [file], force: true).check([output]) }
    let text = try CurveRequest.importLog(
      file, name: name, restOffset: restOffset, limits: limits.limits)
    try TextOutput.write(text, to: output)
  }
}

/// `twheader curve plot`
struct CurvePlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Plots the offset over time as SVG or PNG.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Option(name: .shortAndLong, help: "An .svg or .png file; default: SVG on standard output.")
  var output: String?

  @OptionGroup(title: "Header") var header: HeaderOptions

  func run() async throws {
    let ending = output.map(FileName.ending) ?? ""
    guard ["", "svg", "png"].contains(ending) else {
      throw HeaderKitError(
        .usage, subject: .file(output ?? ""), reason: "a plot is written as SVG or PNG",
        remedy: "end the name in .svg or .png")
    }
    let isPNG = ending == "png"
    if let output {
      _ = try OutputGuard(
        inputs: [file] + header.inputs, force: !isPNG
      ).check([output])
    }
    var request = CurveRequest()
    request.header = header.request
    request.curve = .file(file)
    let output = output
    let (motion, summary) = try request.run { files throws(HeaderKitError) in
      if let output { try OutputCheck.check(files: [output], inputs: files) }
    }
    let plot = Plot(curve: motion, rate: request.eventRate, title: summary.name ?? file)
    try PlotOutput.write(plot, asSVG: !isPNG, to: output)
  }
}
