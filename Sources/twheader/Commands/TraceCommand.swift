import ArgumentParser
import Files
import Numerics
import Rendering
import Scrolling

/// `twheader trace`
struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "The header's state, event by event, as JSON lines, CSV or a plot.",
    discussion: """
      twheader trace --style mimic --offsets 0,40,-5
      twheader trace --from -60 --to 140 --step 20 --format csv
      twheader trace --curve swipe.json -o trace.svg
      """)

  /// What a trace is written as.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case json, csv, svg, png
  }

  @Option(
    parsing: .unconditional, help: "Points from rest, fed in order, for example 0,40,-5.",
    transform: OffsetList.init(typed:))
  var offsets: OffsetList?

  @Option(parsing: .unconditional, help: "The first of a range of offsets.")
  var from: Double?

  @Option(parsing: .unconditional, help: "The last of a range of offsets.")
  var to: Double?

  @Option(parsing: .unconditional, help: "The distance between the offsets of a range.")
  var step: Double?

  @Option(help: "A scroll curve document, whose events are fed.")
  var curve: String?

  @Option(help: "Scroll events a second of --curve, or 'frame'; default 60.")
  var eventRate: EventRate?

  @Flag(help: "A new header for each event.")
  var fresh = false

  @Flag(help: "The state before any event first.")
  var launch = false

  @Option(help: "json, csv, svg or png; default: told by the output's name, else json.")
  var format: Form?

  @Option(help: "What a plot runs over: index, time or offset.")
  var axis: TraceAxis?

  @Option(name: .shortAndLong, help: "A file; default: standard output.")
  var output: String?

  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    let range = [from, to, step].compactMap { $0 }.count
    let ways = (offsets == nil ? 0 : 1) + (range == 0 ? 0 : 1) + (curve == nil ? 0 : 1)
    guard ways == 1 || (ways == 0 && launch) else {
      throw ValidationError(
        "offsets: none or several sources are given; give one of --offsets, --from with --to and "
          + "--step, or --curve")
    }
    guard range == 0 || range == 3 else {
      throw ValidationError("--from: belongs together with --to and --step; give all three")
    }
  }

  func run() async throws {
    var request = TraceRequest()
    request.header = header.request
    request.fresh = fresh
    request.launch = launch
    if let curve {
      request.events = .curve(.file(curve), eventRate ?? .standard)
    } else if let from, let to, let step {
      do {
        request.events = .offsets(try TraceOffsets.range(from: from, to: to, step: step))
      } catch {
        throw HeaderKitError(.usage, subject: .place("--step"), reason: error.message)
      }
    } else {
      request.events = .offsets(offsets?.offsets ?? [])
    }
    let form = try format ?? TraceCommand.form(of: output)
    if form == .png || output != nil {
      _ = try OutputGuard(
        inputs: [curve, header.scene, header.banner, header.avatar], force: form != .png
      ).check([output ?? "-"])
    }
    try write(try request.run(), as: form)
  }

  private func write(_ trace: HeaderTrace, as form: Form) throws {
    switch form {
    case .json:
      try TextOutput.write(lines: trace.lazy.map(\.jsonLine), to: output)
    case .csv:
      let lines = [[TraceTable.header], trace.map(TraceTable.line)].joined()
      try TextOutput.write(lines: lines, to: output)
    case .svg, .png:
      let plot = Plot(
        trace: Array(trace), over: axis ?? (curve == nil ? .index : .time))
      try PlotOutput.write(plot, asSVG: form == .svg, to: output)
    }
  }

  /// Told by the output's name; a name without ending is for JSON lines.
  private static func form(of output: String?) throws(HeaderKitError) -> Form {
    switch output.map(FileName.ending) ?? "" {
    case "", "json", "jsonl", "ndjson", "txt": return .json
    case "csv": return .csv
    case "svg": return .svg
    case "png": return .png
    default:
      throw HeaderKitError(
        .usage, subject: .file(output ?? ""), reason: "the name does not tell the form",
        remedy: "end it in .json, .csv, .svg or .png, or give --format")
    }
  }
}

extension TraceAxis: ExpressibleByArgument {}
