import FileAccess
import Foundation
import Testing

/// `batch verify` as used by a build server.
@Suite struct BatchVerifyTests {
  private let directory: TemporaryDirectory

  /// Writes a manifest with two stills, `a` and `b`.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("still.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": 30}]}"#)
    try write(["a", "b"])
  }

  private func write(_ ids: [String]) throws {
    let lines = ids.map { id in
      #"{"id": "\#(id)", "curve": "still.json", "device": "iphone-se", "scale": 0.25, "#
        + #""theme": "\#(id == "a" ? "light" : "dark")", "effort": 1}"#
    }
    try directory.write("m.jsonl", lines.joined(separator: "\n"))
  }

  private func verify(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Twheader.Outcome {
    var program = directory.program
    program.environment = environment
    return try await program.run(
      ["batch", "verify", "m.jsonl", "--baselines", "base"] + arguments)
  }

  private func makeBaselines() async throws {
    let outcome = try await verify(["--update", "missing", "--ok-on-update"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("added: a.gif: no baseline (baseline created)\n"))
    #expect(outcome.errors.hasSuffix("twheader: 2 added; 2 baselines written\n"))
  }

  /// Replaces the baseline of `a` with the baseline of `b`, so that `a` differs.
  private func replaceBaseline() throws {
    try directory.write("base/a.gif", directory.data("base/b.gif"))
  }

  @Test func firstRunMakesBaselinesAndSecondRunPasses() async throws {
    #expect(try await verify().status == 66)
    let update = try await verify(["--update", "missing"])
    #expect(update.status == 1)
    let same = try await verify()
    #expect(same.status == 0)
    #expect(same.text == "same: a.gif\nsame: b.gif\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.full("base")).count == 2)
  }

  @Test func reportsDifferencesInEveryFormat() async throws {
    try await makeBaselines()
    try replaceBaseline()
    let outcome = try await verify([
      "--html", "r/index.html", "--junit", "r/junit.xml", "--markdown", "r/summary.md",
      "--pictures", "r/pictures", "--annotations",
    ])
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("different: a.gif\n  "))
    #expect(outcome.text.contains("\n::error file=base/a.gif,title=different%3A a.gif::"))
    let junit = String(decoding: try directory.data("r/junit.xml"), as: UTF8.self)
    #expect(junit.contains(#"<testsuite name="m.jsonl" tests="2" failures="1" errors="0">"#))
    let html = String(decoding: try directory.data("r/index.html"), as: UTF8.self)
    #expect(html.contains("<title>base and m.jsonl"))
    let pictures = try FileManager.default.contentsOfDirectory(atPath: directory.full("r/pictures"))
    #expect(pictures.sorted() == ["actual", "diff", "expected"].map { "a.gif.\($0).png" })
    let again = try await verify(["--junit", "r/again.xml", "--pictures", "r/pictures"])
    #expect(again.status == 1)
    #expect(try directory.data("r/again.xml") == directory.data("r/junit.xml"))
  }

  @Test func writesFirstFrameManifestsOnRequest() async throws {
    try await makeBaselines()
    let none = try await verify(["--update", "all"])
    #expect(none.status == 0)
    let made = try await verify(["--update", "all", "--frame-manifests", "--ok-on-update"])
    #expect(made.status == 0)
    #expect(made.errors.hasSuffix("twheader: 2 same; 2 baselines written\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.full("base"))
    #expect(names.sorted() == ["a.frames.json", "a.gif", "b.frames.json", "b.gif"])
    #expect(try await verify(["--update", "all"]).status == 0)
  }

  @Test func writesNothingIfCIIsSet() async throws {
    try await makeBaselines()
    try replaceBaseline()
    let before = try directory.data("base/a.gif")
    let outcome = try await verify(
      ["--update", "all", "--ok-on-update"], environment: ["CI": "true"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("warning: CI is set: --update all writes nothing"))
    #expect(try directory.data("base/a.gif") == before)
  }

  @Test func patternsSelectItems() async throws {
    try await makeBaselines()
    try replaceBaseline()
    let cases: [([String], Int32)] = [
      (["--only", "b"], 0), (["--skip", "[a]"], 0), (["--only", "a"], 1),
      (["--only", "*"], 1), (["--only", "nothing"], 64),
    ]
    for (arguments, status) in cases {
      #expect(try await verify(arguments).status == status, "\(arguments)")
    }
  }

  @Test func keepsOutputsOnlyOnRequest() async throws {
    try await makeBaselines()
    #expect(try await verify(["--out-dir", "out"]).status == 0)
    #expect(
      directory.contents.filter { $0.hasPrefix("out/") } == ["out/", "out/a.gif", "out/b.gif"])
    #expect(try await verify(["--out-dir", "base"]).status == 64)
    #expect(try await verify(["--out-dir", "./base/../base/"]).status == 64)
  }

  @Test func rejectsContradictoryOptions() async throws {
    try await makeBaselines()
    let cases: [([String], Int32)] = [
      (["--first-manifest", "x.json"], 64), (["--frames-folders"], 64),
      (["--baselines", "still.json"], 66),
    ]
    for (arguments, status) in cases {
      #expect(try await verify(arguments).status == status, "\(arguments)")
    }
  }
}
