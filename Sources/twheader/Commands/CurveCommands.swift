import ArgumentParser
import EmbeddedFiles
import FileAccess
import PortableMath
import Rendering
import Scrolling
import HeaderTracing

struct CurveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve", abstract: "Check, import, plot and create scroll curves.",
    discussion: """
      twheader curve new fling -o swipe.json
          Writes a swipe that you can edit.
      twheader curve import log.csv -o swipe.json
          Converts a log of your app's scrolling.
      twheader curve lint swipe.json
          Checks a curve and prints a summary.
      """,
    subcommands: [
      CurveLintCommand.self, CurveSampleCommand.self, CurveImportCommand.self,
      CurveFromRecordingCommand.self, CurveLoggerCommand.self, CurvePlotCommand.self,
      CurveNewCommand.self,
    ])
}

struct CurveLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check a curve and print a summary.",
    discussion: """
      twheader curve lint swipe.json
          Prints the curve's kind, duration, offsets, events and frames.
      twheader curve lint fling --style stretch --json
          Prints JSON for a built-in swipe under another header.
      """)

  @Argument(help: "Curve document or built-in swipe; '-' is standard input")
  var file: String

  @Flag(help: "Print one JSON object") var json = false
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
    commandName: "sample", abstract: "Print a curve's offsets as time,offset lines.",
    discussion: """
      twheader curve sample swipe.json
          Prints 60 offsets per second.
      twheader curve sample swipe.json --times 0,0.1,0.5 --no-snap
          Prints the exact offsets at three times.
      """)

  @Argument(help: "Curve document or built-in swipe; '-' is standard input")
  var file: String

  @Option(help: "Samples per second [default: 60]") var rate: RationalTime?
  @Option(help: "Times in seconds instead of a rate, for example 0,0.1") var times: String?
  @Flag(help: "Print exact offsets, not rounded to device pixels") var noSnap = false
  @Flag(help: "Print one JSON array of pairs instead of lines") var json = false
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
    commandName: "import", abstract: "Convert a log of times and offsets to a curve.",
    discussion: """
      twheader curve import log.csv -o swipe.json
          Writes the curve of a log.
      twheader curve import log.csv --unit ms --rest-offset auto
          Prints the curve of a log in milliseconds, with the first offset as rest.

      A line is time,offset or time,offset,dragging (0 or 1), separated by commas,
      semicolons or tabs; or a JSON object or array. Times can be ISO 8601. Prefixes
      of logcat and of consoles, and lines that begin with #, are skipped. The first
      line can name the columns, for example t_ms,contentOffset.y. If times are
      equal, the last line counts. Standard error shows the chosen columns and unit.

      'twheader curve logger' prints code that makes an app write such a log.
      """)

  @Argument(help: "Log: CSV or JSON lines; '-' is standard input") var file: String

  @Option(help: "Unit of times: s or ms [default: from names or steps]")
  var unit: CurveImport.Options.Unit?

  @Option(help: "Column of times [default: time, timestamp, t, seconds or ms]")
  var timeColumn: String?

  @Option(
    help: "Column of offsets [default: offset, contentOffset.y, scrollY or y]")
  var offsetColumn: String?

  @Option(help: "Name of the curve") var name: String?

  @Option(
    parsing: .unconditional, help: "Logged offset at rest, for example -64, or auto for the first")
  var restOffset = CurveImport.Options.Rest.offset(0)

  @Option(name: .shortAndLong, help: "Curve document to write [default: standard output]")
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
      file, name: name, options: options, limits: limits.limits)
    try TextOutput.write(curve.text, to: output)
    Diagnostics.line("twheader: \(curve.columns)")
  }
}

extension CurveImport.Options.Rest: ExpressibleByArgument {
  /// Parses an offset such as `-64`, or `auto`.
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
    commandName: "logger", abstract: "Print code that makes an app log its scrolling.",
    discussion: """
      twheader curve logger swiftui
          Prints a modifier that logs the offset of a SwiftUI scroll view.
      twheader curve logger compose
          Prints the same for Jetpack Compose.

      'twheader curve import' reads the log.
      """)

  @Argument(help: "Framework of the app")
  var framework: ScrollLogger

  func run() async throws { try TextOutput.write(framework.text, to: nil) }
}

/// The UI frameworks for which there is code that makes an app log its scroll offsets, for `curve
/// import`.
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
    commandName: "plot", abstract: "Plot a curve's offset over time as SVG or PNG.",
    discussion: """
      twheader curve plot swipe.json -o swipe.svg
          Writes the plot as SVG.
      twheader curve plot fling -o fling.png
          Writes the plot of a built-in swipe as PNG.
      """)

  @Argument(help: "Curve document or built-in swipe; '-' is standard input")
  var file: String

  @Option(name: .shortAndLong, help: "File: .svg or .png [default: SVG on standard output]")
  var output: String?

  @OptionGroup(title: "Header") var header: HeaderOptions

  func run() async throws {
    let ending = output.map(FileName.ending) ?? ""
    guard ["", "svg", "png"].contains(ending) else {
      throw HeaderKitError(
        .usage, subject: .file(output ?? ""), reason: "the name has no known extension",
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
