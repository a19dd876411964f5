public import ArgumentParser
import FileAccess
import HeaderKit
import MediaInspection

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract:
      "Reports the size, frames, delays, palettes and bytes per frame of a GIF, PNG, APNG, JPEG or "
      + "WebP.")

  @Argument(help: "A picture file; '-' is standard input.") var file: String

  @Flag(help: "Prints one JSON object.") var json = false

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let report = try FileInspection(file, limits: try limits.limits)
    if json { return try TextOutput.write(report.json, to: nil) }
    try Diagnostics.printLines(report.text.split(separator: "\n").map(String.init))
  }
}

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of a document.")

  @Argument(help: "The document.") var name: SchemaName

  func run() async throws { try TextOutput.write(try name.text, to: nil) }
}

extension SchemaName: ExpressibleByArgument {}
