import Foundation
import TestSupport
import Testing

/// Outputs, reports and updates never replace an input of the command, however it is read.
@Suite struct ProtectedInputTests {
  /// Returns a folder with `disc.png` and `frames/` with two frames.
  private func place() throws -> TemporaryDirectory {
    let place = try TemporaryDirectory()
    let (disc, checker) = (
      try Fixtures.data("Images/disc.png"), try Fixtures.data("Images/checker.png")
    )
    for folder in ["frames", "frames/sub"] { try place.makeFolder(folder) }
    try place.write("disc.png", disc)
    try place.write("frames/0000.png", disc)
    try place.write("frames/0001.png", disc)
    try place.write("frames/sub/0000.png", checker)
    return place
  }

  private func everything(in place: TemporaryDirectory) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: place.contents.map {
        ($0, $0.hasSuffix("/") ? Data() : try place.data($0))
      })
  }

  @Test(arguments: [
    "encode frames -o frames/0001.png", "encode frames -o frames/0001.png --format gif",
    "fit frames -o frames/0001.png", "fit frames --report frames/0000.png",
    "curve from-recording frames -o frames/0001.png",
    "diff frames/0000.png frames/0001.png --html frames/0000.frames.json",
    "diff frames/sub frames --html-folder frames/sub",
    "diff frames/sub frames --html-folder frames/report",
    "diff frames frames/sub --update all --prune", "diff frames/sub frames --update all",
    "diff frames/0000.png disc.png --html a.html --junit none/../a.html",
    "diff frames/0000.png disc.png --html a.html --pictures a.html",
    "encode disc.png -o a.gif -o a.gif/%04d.png", "encode disc.png -o a.gif -o a.gif/b.gif",
  ])
  func isRefused(line: String) async throws {
    let place = try place()
    try place.write("frames/0000.frames.json", "{}")
    let before = try everything(in: place)
    let outcome = try await place.program.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.lines.count == 1)
    #expect(try everything(in: place) == before)
  }

  /// `fit` also reads the pictures that a scene names.
  @Test func fitKeepsTheScenesPictures() async throws {
    let place = try place()
    try place.write(
      "scene.json", #"{"version": 1, "style": "stretch", "banner": "disc.png"}"#)
    let outcome = try await place.program.run(
      ["fit", "frames", "--scene", "scene.json", "--report", "disc.png"])
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try place.data("disc.png") == Fixtures.data("Images/disc.png"))
  }

  /// A manifest in the folder of its baselines: its inputs are not reported as missing, removed or
  /// replaced.
  @Test func aManifestAmongItsBaselinesIsLeftAlone() async throws {
    let place = try place()
    func manifest(_ id: String) -> String {
      #"{"id": "\#(id)", "offset": 1, "device": "30x40@1", "banner": "disc.png"}"#
    }
    try place.makeFolder("base")
    try place.write("base/disc.png", try Fixtures.data("Images/disc.png"))
    try place.write("base/m.jsonl", manifest("a"))
    let update = [
      "batch", "verify", "base/m.jsonl", "--baselines", "base", "--no-cache", "--update", "all",
      "--prune", "--update-in-ci",
    ]
    let first = try await place.program.run(update)
    #expect(first.status == 1, "\(first.talk)")
    #expect(first.talk.contains("1 baseline written"))
    let second = try await place.program.run(Array(update.prefix(6)))
    #expect(second.status == 0, "\(second.talk)")
    #expect(try place.data("base/disc.png") == Fixtures.data("Images/disc.png"))

    try place.write("base/m.jsonl", manifest("disc"))
    let third = try await place.program.run(update)
    #expect(third.status == 64, "\(third.talk)")
    #expect(third.errors.contains("base/disc.png: is both input and baseline"))
    #expect(try place.data("base/disc.png") == Fixtures.data("Images/disc.png"))
  }

  /// A path that leaves a missing folder is invalid, and the folder is not created for it.
  @Test func aWayThroughAMissingFolderIsNone() async throws {
    let place = try place()
    let before = place.contents
    let outcome = try await place.program.run(["encode", "disc.png", "-o", "none/../a.gif"])
    #expect(outcome.status == 73)
    #expect(place.contents == before)
  }
}
