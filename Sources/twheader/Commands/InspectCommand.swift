public import ArgumentParser
import FileAccess
import HeaderKit
import MediaInspection
import SelfTesting

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

struct SelfTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Renders small published scenes and compares their frames' hashes.",
    discussion: """
      Every built-in header is drawn without words, so that no font has a part in the
      frames. The scenes and the SHA-256 of each frame's premultiplied RGBA bytes are
      in Fixtures/vectors.json.

      Exit status: 0 all frames are the published ones, 70 one of them is not.
      """)

  @Flag(help: "Prints what was rendered, in the form of Fixtures/vectors.json.") var json = false

  func run() async throws {
    let test = try SelfTest()
    let (all, same) = (test.scenes.count, test.scenes.count(where: \.isSame))
    if json {
      try TextOutput.write(test.json, to: nil)
    } else {
      let scenes = test.scenes.map { scene in
        let offsets = scene.offsets.map(\.description).joined(separator: ",")
        let name = "\(scene.header) \(scene.theme) @\(scene.scale)x offsets \(offsets)"
        return scene.isSame
          ? "same       \(name)"
          : "different  \(name): \(scene.rendered.prefix(16)) is not \(scene.published.prefix(16))"
      }
      let sum = "\(same) of \(all) frames as published for \(test.publishedVersion)"
      try Diagnostics.printLines(Machine.lines() + scenes + [sum])
    }
    guard same == all else {
      throw HeaderKitError(
        .internalDefect,
        reason:
          "\(all - same) of \(all) frames differ from those of version \(test.publishedVersion)",
        remedy: "report what twheader selftest printed")
    }
  }
}
