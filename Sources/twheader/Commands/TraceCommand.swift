import ArgumentParser
import FileAccess
import HeaderTracing

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Print the header's state after each scroll event.",
    discussion: """
      twheader trace --style mimic --offsets 0,40,-5
          Prints one line of JSON for each offset.
      twheader trace --from -60 --to 140 --step 20 --format csv
          Prints a table of a range of offsets.
      twheader trace --curve swipe.json --layers avatar,title -o trace.svg
          Plots two layers over time.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case json, csv, svg, png }

  @Option(
    name: [.long, .customLong("offset")], parsing: .unconditional,
    help: "Offsets in points to scroll to in turn, for example 0,40,-5")
  var offsets: String?

  @Option(parsing: .unconditional, help: "First offset of a range") var from: Double?
  @Option(parsing: .unconditional, help: "Last offset of a range") var to: Double?

  @Option(parsing: .unconditional, help: "Distance between the offsets of a range")
  var step: Double?

  @Flag(help: "Start a new header for each event") var fresh = false
  @Flag(help: "Also print the state before the first event") var launch = false

  @Option(help: "Comma-separated layers to print [default: all]")
  var layers: String?

  @Option(help: "Output format [default: from the file name, else json]")
  var format: Format?

  @Option(help: "Horizontal axis of a plot") var axis: TraceAxis?

  @Option(name: .shortAndLong, help: "Output file [default: standard output]")
  var output: String?

  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    _ = try offsets?.offsets("--offsets")
    let range = [from, to, step].compactMap { $0 }.count
    let ways = (offsets == nil ? 0 : 1) + (range == 0 ? 0 : 1) + (playing.curve == nil ? 0 : 1)
    guard ways == 1 || (ways == 0 && launch) else {
      throw UsageError(
        "offsets: expected one source; give --offsets, --curve, or --from with --to and --step")
    }
    guard range == 0 || range == 3 else {
      throw UsageError("--from: requires --to and --step; give all three")
    }
  }

  func run() async throws {
    var request = TraceRequest()
    request.header = try header.request
    request.fresh = fresh
    request.launch = launch
    request.layers = layers?.split(separator: ",").map(String.init)
    if playing.curve != nil {
      let source = playing.source
      request.events = .curve(source.curve, source.rate)
    } else if let from, let to, let step {
      do {
        request.events = .offsets(try TraceOffsets.range(from: from, to: to, step: step))
      } catch {
        throw HeaderKitError(.usage, subject: .location("--step"), reason: error.message)
      }
    } else {
      request.events = .offsets(try offsets?.offsets("--offsets") ?? [])
    }
    let format = try format ?? TraceCommand.format(of: output)
    if format == .png || output != nil {
      try OutputGuard.check(
        [output ?? "-"], inputs: playing.files + header.inputFiles, force: format != .png)
    }
    let trace = try request.run { [output] files throws(HeaderKitError) in
      try OutputCheck.check(files: [output].compactMap { $0 }, inputs: files)
    }
    try write(trace, as: format)
  }

  private func write(_ trace: HeaderTrace, as format: Format) throws {
    switch format {
    case .json: try TextOutput.write(lines: trace.lazy.map(\.jsonLine), to: output)
    case .csv: try TextOutput.write(lines: TraceTable.lines(trace), to: output)
    case .svg, .png:
      let plot = Plot(trace: Array(trace), over: axis ?? (playing.curve == nil ? .index : .time))
      try PlotOutput.write(plot, asSVG: format == .svg, to: output)
    }
  }

  /// Returns the format for an output's name. Without an extension it is JSON lines.
  private static func format(of output: String?) throws(HeaderKitError) -> Format {
    let ending = output.map(FileName.ending) ?? ""
    if ["", "jsonl", "ndjson", "txt"].contains(ending) { return .json }
    if let format = Format(rawValue: ending) { return format }
    throw HeaderKitError(
      .usage, subject: .file(output ?? ""), reason: "the name has no known extension",
      remedy: "end the name in .json, .csv, .svg or .png, or give --format")
  }
}

extension TraceAxis: ExpressibleByArgument {}

extension String {
  /// Parses a list of offsets in points, such as `0,40,-5`.
  /// - Parameter option: The flag for the error message.
  func offsets(_ option: String) throws(UsageError) -> [Double] {
    do {
      return try TraceOffsets.list(self)
    } catch {
      throw UsageError("\(option): '\(self)' is not valid: \(error)")
    }
  }
}
