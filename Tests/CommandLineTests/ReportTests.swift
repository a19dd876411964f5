import FileAccess
import Foundation
import Rendering
import Testing

/// Results are printed on standard output, messages on standard error.
@Suite struct ReportTests {
  private static let render =
    ["render", "--curve", "swipe.json", "--fps", "10", "-o", "a.gif", "-o", "f/%d.png"]
    + Twheader.quick

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func printsNothingByDefault() async throws {
    let outcome = try await TemporaryDirectory().program.run(Self.render)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test func printsTheResultAsJSON() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(Self.render + ["--json"])
    #expect(outcome.text.filter { $0 == "\n" }.count == 1)
    let report = try object(outcome.output)
    #expect(report["frames"] as? Int == 4)
    #expect(report["differentFrames"] as? Int == 4)
    #expect(report["width"] as? Int == 80)
    #expect(report["height"] as? Int == 142)
    #expect(report["duration"] as? Double == 0.4)
    #expect(report["stats"] == nil)
    let outputs = try #require(report["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["path"] as? String } == ["a.gif", "f/%d.png"])
    #expect(outputs.map { $0["format"] as? String } == ["gif", "frames"])
    #expect(outputs.map { $0["files"] as? Int } == [1, 4])
    let bytes = try (0..<4).reduce(0) { try $0 + directory.data("f/\($1).png").count }
    #expect(outputs.map { $0["bytes"] as? Int } == [try directory.data("a.gif").count, bytes])
  }

  @Test(arguments: [
    ["still", "-o", "a.png"] + Twheader.small,
    ["encode", Fixtures.image("disc.png"), "-o", "a.gif"],
    [
      "sheet", "--styles", "mimic", "--offsets", "0", "--width", "32", "--height", "16", "-o",
      "a.png",
    ] + Twheader.small,
  ])
  func everyCommandThatDrawsPrintsJSON(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(arguments + ["--json"])
    #expect(outcome.status == 0)
    let outputs = try #require(try object(outcome.output)["outputs"] as? [[String: Any]])
    #expect(outputs.count == 1)
    let name = try #require(outputs.first?["path"] as? String)
    #expect(outputs.first?["bytes"] as? Int == (try directory.data(name).count))
  }

  @Test func printsTimeAndMemoryByStage() async throws {
    let stages = [
      "resolve", "events", "states", "layers", "paint", "quantize", "encode", "write", "measure",
    ]
    let alone = try await TemporaryDirectory().program.run(Self.render + ["--stats", "json"])
    let stats = try object(alone.output)
    let list = try #require(stats["stages"] as? [[String: Any]])
    #expect(list.map { $0["stage"] as? String } == stages)
    #expect(list.allSatisfy { ($0["seconds"] as? Double ?? 0) > 0 })
    #expect(list.allSatisfy { ($0["peakBytes"] as? Int ?? 0) > 1_000_000 })

    let inside = try await TemporaryDirectory().program.run(
      Self.render + ["--stats", "json", "--json"])
    #expect(try object(inside.output)["stats"] is [String: Any])

    let beside = try await TemporaryDirectory().program.run(
      ["render", "--curve", "swipe.json", "-o", "-", "--stats", "json"] + Twheader.quick)
    #expect(beside.output.starts(with: Data("GIF89a".utf8)))
    #expect(try object(Data(beside.errors.utf8))["stages"] is [[String: Any]])

    let text = try await TemporaryDirectory().program.run(Self.render + ["--stats", "text"])
    #expect(text.output.isEmpty)
    let names = text.lines.map { String($0.split(separator: " ")[1]) }
    #expect(names == stages.map { $0 + ":" } + ["all:", "a.gif:"])
  }

  @Test func printsMoreWhenVerbose() async throws {
    let outcome = try await TemporaryDirectory().program.run(Self.render + ["--verbose"])
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.lines[0].hasPrefix(
        "twheader: a.gif: gif, 4 frames, 4 different, 80 x 142 pixels, 0.4 s, "))
    #expect(outcome.lines[1].hasPrefix("twheader: f/%d.png: frames, 4 frames, "))
    #expect(outcome.lines.last?.hasPrefix("twheader: all: ") == true)
    let quiet = try await TemporaryDirectory().program.run(Self.render + ["--verbose", "--quiet"])
    #expect(quiet.errors.isEmpty)
  }

  /// The progress bar uses control characters, so it is drawn only on a terminal that supports
  /// them.
  @Test(
    .enabled(if: Terminal.isAvailable, Terminal.reason),
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["CI": "true"], false), (["TERM": "dumb"], false),
    ] as [([String: String], Bool)])
  func drawsProgressBarOnTerminalsOnly(environment: [String: String], isDrawn: Bool) async throws {
    let directory = try TemporaryDirectory()
    let terminal = try #require(Terminal())
    var program = directory.program
    program.environment = ["TERM": "xterm"].merging(environment) { $1 }
    program.errors = terminal.user
    let outcome = try await program.run(
      ["render", "--curve", "swipe.json", "-o", "a.gif"] + Twheader.quick)
    #expect(outcome.status == 0)
    _ = try terminal.user.write(contentsOf: Data("end".utf8))
    var shown = ""
    while !shown.hasSuffix("end") {
      shown += String(decoding: terminal.screen.availableData, as: UTF8.self)
    }
    #expect(shown.contains("\r[##") == isDrawn)
    #expect(shown.contains("\u{1B}[K") == isDrawn)
    #expect(shown.hasSuffix("end"))
  }

  /// Each render option except the limits has a flag in the help of `render`. Without a flag it
  /// could not be set.
  @Test func renderAcceptsEveryOption() async throws {
    let directory = try TemporaryDirectory()
    let help = try await directory.program.run(["help", "render"]).text
    for option in RenderOption.allCases where !RenderOption.limits.contains(option) {
      let word = option.rawValue.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
      let flag =
        option == .constants
        ? "--set"
        : option == .inputs
          ? "--input" : option.row.negatedHelp == nil ? "--\(word)" : "--no-\(word)"
      #expect(help.contains(" \(flag) ") || help.contains(" \(flag)\n"), "\(flag)")
    }
  }
}
