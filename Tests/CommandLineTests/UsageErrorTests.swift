import FileAccess
import Foundation
import Testing

/// Usage errors end the program with status 64, print one line and write nothing. The table of
/// messages has more of them (`MessageTableTests`).
@Suite struct UsageErrorTests {
  @Test(arguments: ["still", "sheet"], ["x.gif", "x.bmp", "x/"])
  func stillsRejectAnimationFormats(command: String, name: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run([command, "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): a still must be PNG, JPEG or WebP; end the name in "
        + ".png, .jpg or .webp\n")
    #expect(outcome.status == 64)
    #expect(directory.contents == ["swipe.json"])
  }

  /// Other paths to an input: a symbolic link, a hard link, and paths through folders.
  @Test(arguments: ["link.json", "hard.json", "sub/../swipe.json", "away/swipe.json"])
  func neverReplacesAnInput(name: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.makeFolder("sub")
    try directory.makeLink("link.json", to: "swipe.json")
    try directory.makeLink("away", to: ".")
    try FileManager.default.linkItem(
      atPath: directory.full("swipe.json"), toPath: directory.full("hard.json"))
    let before = try directory.data("swipe.json")
    let outcome = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--format", "gif", "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try directory.data("swipe.json") == before)
  }

  /// The picture is an input because the scene refers to it.
  @Test(arguments: ["still", "sheet", "render"])
  func neverReplacesAScenesPicture(command: String) async throws {
    let directory = try TemporaryDirectory()
    let picture = try Data(contentsOf: URL(fileURLWithPath: Fixtures.image("banner.png")))
    try directory.write("banner.png", picture)
    try directory.write("scene.json", #"{"version": 1, "banner": "banner.png"}"#)
    let outcome = try await directory.program.run(
      [command, "--scene", "scene.json", "-o", "banner.png"])
    #expect(
      outcome.errors
        == "twheader: error: banner.png: is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try directory.data("banner.png") == picture)
  }

  @Test(.enabled(if: Terminal.isAvailable, Terminal.reason))
  func doesNotWriteBinaryDataToTerminals() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try #require(Terminal())
    for command in [["render"], ["still"], ["sheet"], ["encode", Fixtures.image("disc.png")]] {
      let outcome = try await directory.program.run(
        command + ["-o", "-"], sink: .handle(terminal.user))
      #expect(
        outcome.errors
          == "twheader: error: --output: binary data would go to a terminal; redirect standard "
          + "output, or give --force\n")
      #expect(outcome.status == 64)
    }
  }
}
