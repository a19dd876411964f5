import ArgumentParser
import Files
import Rendering

/// `twheader inspect`
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "What is in a GIF, PNG or JPEG: size, frames, delays, palettes, bytes a frame.")

  @Argument(help: "A picture file; '-' is standard input.")
  var file: String

  @Flag(help: "Say it as one JSON object.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let report = try FileInspection(file, limits: limits.limits)
    try TextOutput.write(json ? report.json : report.text, to: nil)
  }
}
