import FileAccess
import Foundation
import Testing

/// Reports and other secondary files never replace an input, an output or another report, even if
/// the path is spelled differently.
@Suite struct OverwriteTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let (disc, checker) = (Fixtures.image("disc.png"), Fixtures.image("checker.png"))
    try directory.makeFolder("base")
    try directory.makeFolder("new")
    for (name, picture) in [
      ("a.png", disc), ("b.png", checker), ("base/x.png", disc), ("new/x.png", checker),
      ("new/y.png", disc),
    ] {
      try directory.write(name, try Data(contentsOf: URL(fileURLWithPath: picture)))
    }
    try directory.makeLink("link.png", to: "a.png")
    try directory.write(
      "card.json",
      """
      {"version": 1, "name": "card", "scroll": {"maximumOffset": 9}, "images": {"seal": "a.png"},
       "layers": [{"id": "seal", "type": "image", "image": "seal"}]}
      """)
    try directory.write(
      "m.jsonl",
      #"{"id": "i", "offset": 1, "curve": "swipe.json", "device": "iphone-se", "scale": 0.25}"#)
    try directory.makeFolder("results")
    try directory.write("results/batch.json", #"{"version": 1, "batch": "0", "ids": []}"#)
  }

  @Test(
    arguments: [
      "diff a.png b.png --html a.png", "diff a.png b.png --junit b.png",
      "diff a.png b.png --markdown link.png", "diff a.png b.png --html base/../a.png",
      "diff a.png b.png --html r --junit r", "diff a.png b.png --html r --markdown ./r",
      "diff base new --html base/x.png", "diff base new --junit new/y.png",
      "diff base new --html base/y.png --update missing",
      "diff a.png b.png --mask link.png --html a.png",
      "diff base new --pictures p --html p/x.png.diff.png",
      "batch verify m.jsonl --baselines base --html m.jsonl",
      "batch verify m.jsonl --baselines base --html base/x.png",
      "batch verify m.jsonl --baselines base --junit swipe.json",
      "batch verify m.jsonl --baselines base --html base/i.png --update missing",
      "batch verify m.jsonl --baselines base --out-dir out --html out/i.png",
      "batch run m.jsonl --out-dir out --no-cache --depfile m.jsonl",
      "batch run m.jsonl --out-dir out --no-cache --depfile swipe.json",
      "batch run m.jsonl --out-dir out --no-cache --depfile out/i.png",
      "batch merge results --json results/batch.json", "batch merge results --html h --junit h",
      "trace --curve swipe.json -o swipe.json", "curve import swipe.json -o swipe.json",
      "trace --style card.json --offsets 0 -o a.png",
      "curve plot swipe.json --style card.json -o link.png",
    ])
  func rejectsConflictingPaths(arguments: String) async throws {
    let before = directory.contents
    let bytes = try before.filter { !$0.hasSuffix("/") }.map { try directory.data($0) }
    let outcome = try await directory.program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.lines.count == 1)
    #expect(outcome.output.isEmpty)
    #expect(directory.contents == before)
    #expect(try before.filter { !$0.hasSuffix("/") }.map { try directory.data($0) } == bytes)
  }

  @Test(
    arguments: [
      "diff a.png b.png --html r/index.html --junit r/junit.xml --pictures r/pictures",
      "diff base new --html base/report.html",
    ])
  func reportsNextToTheComparedFilesAreWritten(arguments: String) async throws {
    let outcome = try await directory.program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 1, "\(outcome.errors)")
  }
}
