import ArgumentParser
import FileAccess
import SelfTesting

struct SelfTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Renders small published scenes and compares their frames' hashes.",
    discussion: """
      Every built-in header is drawn without words, so that no font has a part in the frames. The scenes
      and the SHA-256 of each frame's premultiplied RGBA bytes are in Fixtures/vectors.json.

      Exit status: 0 all frames are the published ones, 70 one of them is not.
      """)

  @Flag(help: "Prints what was rendered, in the form of Fixtures/vectors.json.") var json = false

  func run() async throws {
    let test = try SelfTest()
    if json {
      try TextOutput.write(test.json, to: nil)
    } else {
      try Diagnostics.printLines(Machine.lines() + SelfTestCommand.lines(test))
    }
    let wrong = test.scenes.filter { !$0.isSame }
    guard wrong.isEmpty else {
      throw HeaderKitError(
        .internalDefect,
        reason: "\(wrong.count) of \(test.scenes.count) frames differ from those of version "
          + "\(test.publishedVersion)",
        remedy: "report what twheader selftest printed")
    }
  }

  private static func lines(_ test: SelfTest) -> [String] {
    let scenes = test.scenes.map { scene in
      let offsets = scene.offsets.map(\.description).joined(separator: ",")
      let name = "\(scene.header) \(scene.theme) @\(scene.scale)x offsets \(offsets)"
      return scene.isSame
        ? "same       \(name)"
        : "different  \(name): \(scene.rendered.prefix(16)) is not \(scene.published.prefix(16))"
    }
    let same = test.scenes.count(where: \.isSame)
    return scenes + [
      "\(same) of \(test.scenes.count) frames as published for \(test.publishedVersion)"
    ]
  }
}
