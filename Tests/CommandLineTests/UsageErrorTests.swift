import FileAccess
import Foundation
import Testing

/// Usage errors end the program with status 64, print one line and write nothing. The table of
/// messages has more of them (`MessageTableTests`).
@Suite struct UsageErrorTests {
  @Test(arguments: ["still", "sheet"], ["x.gif", "x.bmp", "x/"])
  func picturesAreNoAnimations(command: String, name: String) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run([command, "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): a still must be PNG, JPEG or WebP; end the name in "
        + ".png, .jpg or .webp\n")
    #expect(outcome.status == 64)
    #expect(place.contents == ["swipe.json"])
  }

  /// Other paths to an input: a symbolic link, a hard link, and paths through folders.
  @Test(arguments: ["link.json", "hard.json", "sub/../swipe.json", "away/swipe.json"])
  func neverReplacesAnInput(name: String) async throws {
    let place = try TemporaryDirectory()
    try place.makeFolder("sub")
    try place.makeLink("link.json", to: "swipe.json")
    try place.makeLink("away", to: ".")
    try FileManager.default.linkItem(
      atPath: place.full("swipe.json"), toPath: place.full("hard.json"))
    let before = try place.data("swipe.json")
    let outcome = try await place.program.run(
      ["render", "--curve", "swipe.json", "--format", "gif", "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try place.data("swipe.json") == before)
  }

  /// The picture is an input because the scene refers to it.
  @Test(arguments: ["still", "sheet", "render"])
  func neverReplacesAScenesPicture(command: String) async throws {
    let place = try TemporaryDirectory()
    let picture = try Data(contentsOf: URL(fileURLWithPath: Fixtures.image("banner.png")))
    try place.write("banner.png", picture)
    try place.write("scene.json", #"{"version": 1, "banner": "banner.png"}"#)
    let outcome = try await place.program.run(
      [command, "--scene", "scene.json", "-o", "banner.png"])
    #expect(
      outcome.errors
        == "twheader: error: banner.png: is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try place.data("banner.png") == picture)
  }

  @Test(.enabled(if: Terminal.isAvailable, Terminal.reason))
  func keepsBinaryDataFromATerminal() async throws {
    let place = try TemporaryDirectory()
    let terminal = try #require(Terminal())
    for command in [["render"], ["still"], ["sheet"], ["encode", Fixtures.image("disc.png")]] {
      let outcome = try await place.program.run(
        command + ["-o", "-"], sink: .handle(terminal.user))
      #expect(
        outcome.errors
          == "twheader: error: --output: binary data would go to a terminal; redirect standard "
          + "output, or give --force\n")
      #expect(outcome.status == 64)
    }
  }
}
