public import ArgumentParser
import FileAccess
import HeaderKit
import MediaInspection
import SelfTesting

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Print an image file's size, frames, delays and bytes.",
    discussion: """
      twheader inspect capture.gif
          Prints each frame's size, delay, palette and bytes.
      twheader inspect still.png --json
          Prints one JSON object.

      Reads GIF, PNG, APNG, JPEG and WebP.
      """)

  @Argument(help: "Image file; '-' is standard input") var file: String
  @Flag(help: "Print one JSON object") var json = false
  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let report = try FileInspection(file, limits: limits.limits)
    if json { return try TextOutput.write(report.json, to: nil) }
    try Diagnostics.printLines(report.text.split(separator: "\n").map(String.init))
  }
}

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a document type.",
    discussion: """
      twheader schema style > header.schema.json
          Writes the schema of header documents, for an editor.
      twheader schema manifest > manifest.schema.json
          Writes the schema of batch manifests.
      """)

  @Argument(help: "Document type") var name: SchemaName

  func run() async throws { try TextOutput.write(try name.text, to: nil) }
}

extension SchemaName: ExpressibleByArgument {}

struct SelfTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest", abstract: "Check that this machine renders the published pixels.",
    discussion: """
      twheader selftest
          Prints the machine and whether each frame is the published one.
      twheader selftest --json
          Prints the rendered frames' hashes as in Fixtures/vectors.json.

      Draws every built-in header without text, so fonts do not matter, and compares
      the SHA-256 of each frame's premultiplied RGBA bytes with the published one.

      Exit status: 0 all frames are the same, 70 one differs.
      """)

  @Flag(help: "Print the frames' hashes as in Fixtures/vectors.json") var json = false

  func run() async throws {
    let test = try SelfTest()
    let all = test.scenes.count
    let same = test.scenes.count(where: \.isSame)
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
        remedy: "report the output of 'twheader selftest'")
    }
  }
}
