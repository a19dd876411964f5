public import ArgumentParser
import Files
import TwitterHeaderKit

/// `twheader schema`
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "The JSON Schema of a document.")

  @Argument(help: "Which document.")
  var name: SchemaName

  func run() async throws {
    try TextOutput.write(name.text, to: nil)
  }
}

extension SchemaName: ExpressibleByArgument {}
