import ArgumentParser
import Files
import Numerics
import Rendering
import Scrolling

/// `twheader curve lint`
struct CurveLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a curve document and says what it does.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Flag(help: "Say it as one JSON object.")
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
    try TextOutput.write(lines.map { $0 + "\n" }.joined(), to: nil)
    for warning in summary.warnings { Diagnostics.warning("\(file): \(warning)") }
  }
}
