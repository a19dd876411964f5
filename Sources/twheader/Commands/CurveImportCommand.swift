import ArgumentParser
import Files
import Rendering

/// `twheader curve import`
struct CurveImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "A log of time,offset lines to a curve document.")

  @Argument(help: "A CSV file; '-' is standard input.")
  var file: String

  @Option(help: "The curve's name.")
  var name: String?

  @Option(parsing: .unconditional, help: "What the log shows at rest, for example -64.")
  var restOffset = 0.0

  @Option(name: .shortAndLong, help: "A curve document; default: standard output.")
  var output: String?

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    if let output { _ = try OutputGuard(inputs: [file], force: true).check([output]) }
    let text = try CurveRequest.importLog(
      file, name: name, restOffset: restOffset, limits: limits.limits)
    try TextOutput.write(text, to: output)
  }
}
