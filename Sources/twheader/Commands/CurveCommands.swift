import ArgumentParser
import EmbeddedFiles
import FileAccess
import PortableMath
import Rendering
import Scrolling
import HeaderTracing

struct CurveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve", abstract: "Checks, samples, imports, plots and starts scroll curves.",
    subcommands: [
      CurveLintCommand.self, CurveSampleCommand.self, CurveImportCommand.self,
      CurveFromRecordingCommand.self, CurveLoggerCommand.self, CurvePlotCommand.self,
      CurveNewCommand.self,
    ])
}

struct CurveLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a curve document and prints a summary.")

  @Argument(help: "A scroll curve document, '-' for standard input, or a swipe's name.")
  var file: String

  @Flag(help: "Prints one JSON object.") var json = false
  @OptionGroup(title: "Header") var header: HeaderOptions

  func run() async throws {
    var request = CurveRequest()
    request.header = try header.request
    request.curve = CurveSource(file)
    let summary = try request.run().summary
    if json { return try TextOutput.write(summary.jsonText + "\n", to: nil) }
    try Diagnostics.printLines([
      "\(file): \(summary.kind), \(summary.entries) entries, \(summary.duration) s, "
        + "offsets \(summary.range.lowerBound) to \(summary.range.upperBound), "
        + "\(summary.events) events, \(summary.frames) frames at \(summary.framesPerSecond) a second"
    ])
    for warning in summary.warnings { Diagnostics.warning("\(file): \(warning)") }
  }
}

struct CurveSampleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Prints the curve's offsets at regular or given times as time,offset lines.")

  @Argument(help: "A scroll curve document, '-' for standard input, or a swipe's name.")
  var file: String

  @Option(help: "Samples per second; default: 60.") var rate: RationalTime?
  @Option(help: "Times in seconds instead of a rate, for example 0,0.1.") var times: String?
  @Flag(help: "Prints exact offsets, not rounded to device pixels.") var noSnap = false
  @Flag(help: "Prints one JSON array of pairs instead of lines.") var json = false
  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    _ = try times?.offsets("--times")
    guard rate == nil || times == nil else {
      throw UsageError("--times: excludes --rate; give one of them")
    }
    try UsageError.check("--rate", rate?.value, in: RequestRanges.eventsPerSecond)
  }

  func run() async throws {
    var request = CurveRequest()
    request.header = try header.request
    request.curve = CurveSource(file)
    let motion = try request.run().motion
    let samples = CurveSamples(
      motion, at: try times?.offsets("--times"), rate: rate ?? 60, snaps: !noSnap)
    try TextOutput.write(json ? samples.json : samples.csv, to: nil)
  }
}

struct CurveImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts a log of times and offsets to a curve document.",
    discussion: """
      twheader curve import log.csv -o swipe.json
      twheader curve import log.csv --unit ms --rest-offset auto

      A line is time,offset or time,offset,dragging (0 or 1) with commas, semicolons
      or tabs between, a JSON object or a JSON array; times may be ISO 8601, and what
      logcat or a console puts in front is skipped, as are lines that begin with #. A
      first line may name the columns, for example t_ms,contentOffset.y. Of equal
      times the last counts. Standard error tells which columns and unit were taken.
      'twheader curve logger' prints the lines that make an app write such a log.
      """)

  @Argument(help: "A CSV file or JSON lines; '-' is standard input.") var file: String

  @Option(help: "What times are counted in: s or ms; default: by name or steps.")
  var unit: CurveImport.Options.Unit?

  @Option(help: "The name of the column of times; default: time, timestamp, t, seconds or ms.")
  var timeColumn: String?

  @Option(
    help: "The name of the column of offsets; default: offset, contentOffset.y, scrollY or y.")
  var offsetColumn: String?

  @Option(help: "The curve's name.") var name: String?

  @Option(
    parsing: .unconditional,
    help: "The offset that the log has at rest, for example -64, or auto: where it begins.")
  var restOffset = CurveImport.Options.Rest.offset(0)

  @Option(name: .shortAndLong, help: "The curve document to write; default: standard output.")
  var output: String?

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    if let output { try OutputGuard.check([output], inputs: [file], force: true) }
    var options = CurveImport.Options()
    options.unit = unit
    options.rest = restOffset
    options.timeColumn = timeColumn
    options.offsetColumn = offsetColumn
    let curve = try CurveRequest.importLog(
      file, name: name, options: options, limits: try limits.limits)
    try TextOutput.write(curve.text, to: output)
    Diagnostics.line("twheader: \(curve.taken)")
  }
}

extension CurveImport.Options.Rest: ExpressibleByArgument {
  /// `-64` or `auto` as typed.
  package init?(argument: String) {
    if argument == "auto" {
      self = .first
    } else if let offset = Double(argument), offset.isFinite {
      self = .offset(offset)
    } else {
      return nil
    }
  }

  package var defaultValueDescription: String { "0" }
}

extension CurveImport.Options.Unit: ExpressibleByArgument {}

struct CurveLoggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logger",
    abstract: "Prints the lines that make an app log its scrolling for curve import.")

  @Argument(help: "ios (or swift), swiftui, android, compose, web, flutter or react-native.")
  var framework: ScrollLogger

  func run() async throws { try TextOutput.write(framework.text, to: nil) }
}

/// The lines that make an app print its scrolling as `curve import` reads it.
enum ScrollLogger: String, CaseIterable, ExpressibleByArgument {
  case ios, swift, swiftui
  case reactNative = "react-native"
  case compose, android, web, flutter

  var text: String {
    let name = self == .ios ? ScrollLogger.swift.rawValue : rawValue
    return EmbeddedFile(rawValue: "Starter/log-\(name).txt")?.text ?? ""
  }
}

struct CurvePlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Plots the offset over time as SVG or PNG.")

  @Argument(help: "A scroll curve document, '-' for standard input, or a swipe's name.")
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
      try OutputGuard.check([output], inputs: [file] + header.inputFiles, force: !isPNG)
    }
    var request = CurveRequest()
    request.header = try header.request
    request.curve = CurveSource(file)
    let (motion, summary) = try request.run { [output] files throws(HeaderKitError) in
      try OutputCheck.check(files: [output].compactMap { $0 }, inputs: files)
    }
    let plot = Plot(curve: motion, rate: request.eventRate, title: summary.name ?? file)
    try PlotOutput.write(plot, asSVG: !isPNG, to: output)
  }
}
