import Foundation
import TestSupport
import Testing

/// Outputs, reports and updated baselines never replace an input of the command.
@Suite struct ProtectedInputTests {
  /// Returns a folder with `disc.png`, two frames in `frames/` and a different one in
  /// `frames/sub/`.
  private func makeFolder() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let (disc, checker) = (
      try Fixtures.data("Images/disc.png"), try Fixtures.data("Images/checker.png")
    )
    for folder in ["frames", "frames/sub"] { try directory.makeFolder(folder) }
    try directory.write("disc.png", disc)
    try directory.write("frames/0000.png", disc)
    try directory.write("frames/0001.png", disc)
    try directory.write("frames/sub/0000.png", checker)
    return directory
  }

  /// Returns the contents of each file. Folders have empty contents.
  private func files(of directory: TemporaryDirectory) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: directory.contents.map {
        ($0, $0.hasSuffix("/") ? Data() : try directory.data($0))
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
  func rejectsConflictingPaths(line: String) async throws {
    let directory = try makeFolder()
    try directory.write("frames/0000.frames.json", "{}")
    let before = try files(of: directory)
    let outcome = try await directory.program.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.lines.count == 1)
    #expect(try files(of: directory) == before)
  }

  /// `fit` also reads the pictures that a scene names.
  @Test func fitDoesNotOverwriteScenePictures() async throws {
    let directory = try makeFolder()
    try directory.write(
      "scene.json", #"{"version": 1, "style": "stretch", "banner": "disc.png"}"#)
    let outcome = try await directory.program.run(
      ["fit", "frames", "--scene", "scene.json", "--report", "disc.png"])
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try directory.data("disc.png") == Fixtures.data("Images/disc.png"))
  }

  /// The manifest and its input are in the folder of the baselines. They are not reported, removed
  /// or replaced.
  @Test func keepsManifestInBaselineFolder() async throws {
    let directory = try makeFolder()
    func manifest(_ id: String) -> String {
      #"{"id": "\#(id)", "offset": 1, "device": "30x40@1", "banner": "disc.png"}"#
    }
    try directory.makeFolder("base")
    try directory.write("base/disc.png", try Fixtures.data("Images/disc.png"))
    try directory.write("base/m.jsonl", manifest("a"))
    let update = [
      "batch", "verify", "base/m.jsonl", "--baselines", "base", "--no-cache", "--update", "all",
      "--prune", "--update-in-ci",
    ]
    let first = try await directory.program.run(update)
    #expect(first.status == 1, "\(first.errorOutput)")
    #expect(first.errorOutput.contains("1 baseline written"))
    let second = try await directory.program.run(Array(update.prefix(6)))
    #expect(second.status == 0, "\(second.errorOutput)")
    #expect(try directory.data("base/disc.png") == Fixtures.data("Images/disc.png"))

    try directory.write("base/m.jsonl", manifest("disc"))
    let third = try await directory.program.run(update)
    #expect(third.status == 64, "\(third.errorOutput)")
    #expect(third.errors.contains("base/disc.png: is both input and baseline"))
    #expect(try directory.data("base/disc.png") == Fixtures.data("Images/disc.png"))
  }

  /// A path that enters and leaves a missing folder is invalid. The folder is not created.
  @Test func rejectsPathsThroughMissingFolders() async throws {
    let directory = try makeFolder()
    let before = directory.contents
    let outcome = try await directory.program.run(["encode", "disc.png", "-o", "none/../a.gif"])
    #expect(outcome.status == 73)
    #expect(directory.contents == before)
  }
}
