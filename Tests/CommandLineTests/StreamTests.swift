import FileAccess
import Foundation
import Testing

/// Standard streams that are closed, full or pipes without a reader.
@Suite struct StreamTests {
  private let directory: TemporaryDirectory

  /// Writes a manifest with two stills.
  init() throws {
    directory = try TemporaryDirectory()
    let lines = ["a", "b"].map {
      #"{"id": "\#($0)", "offset": 1, "device": "iphone-se", "scale": 0.25}"#
    }
    try directory.write("m.jsonl", lines.joined(separator: "\n"))
  }

  private static let batch = ["batch", "run", "m.jsonl", "--out-dir", "out", "--no-cache"]

  /// Runs the program in a shell with the given redirections.
  private func run(_ arguments: [String], _ redirections: String) async throws -> Twheader.Outcome {
    var shell = directory.program
    shell.executable = URL(fileURLWithPath: "/bin/sh")
    return try await shell.run(
      ["-c", "\"$0\" \"$@\" \(redirections)", Twheader.executable.path] + arguments)
  }

  @Test(arguments: ["2>&-", "2>/dev/full", "2>&1 | head -c 1 >/dev/null; wait"])
  func batchContinuesWithoutStandardError(redirections: String) async throws {
    let outcome = try await run(Self.batch, redirections)
    #expect(outcome.status == 0)
    for name in ["out/a.png", "out/b.png"] {
      #expect(try directory.data(name).starts(with: [0x89, 0x50]), "\(name)")
    }
  }

  /// If standard error is closed, the first file that is opened could get its descriptor.
  @Test func outputsContainNoMessages() async throws {
    let open = try await run(["still", "--offset", "1", "-o", "a.png", "--verbose"], "2>/dev/null")
    let closed = try await run(["still", "--offset", "1", "-o", "b.png", "--verbose"], "2>&-")
    #expect(open.status == 0 && closed.status == 0)
    #expect(try directory.data("a.png") == directory.data("b.png"))
  }

  @Test(
    arguments: [
      ["--help"], ["trace", "--offsets", "0"], ["batch", "plan", "m.jsonl"],
      ["batch", "run", "m.jsonl", "--out-dir", "out", "--no-cache", "--dry-run"],
      ["schema", "curve"], ["inspect", Fixtures.image("disc.png")],
      ["diff", Fixtures.image("disc.png"), Fixtures.image("disc.png")],
    ], [">&-", ">/dev/full"])
  func reportsClosedStandardOutput(arguments: [String], redirection: String) async throws {
    let outcome = try await run(arguments, redirection)
    #expect(outcome.status == 74)
    #expect(outcome.errors.hasPrefix("twheader: error: standard output: "))
  }

  /// File names with characters that move the cursor or change the text direction are escaped.
  @Test(arguments: ["\u{202E}", "\u{1B}[2J", "\u{9B}2J", "\u{2066}", "\u{7F}"])
  func escapesFileNames(characters: String) async throws {
    let name = "a" + characters + "b.png"
    let missing = try await directory.program.run(["inspect", name])
    #expect(missing.status == 66)
    try directory.write(
      name, try Data(contentsOf: URL(fileURLWithPath: Fixtures.image("disc.png"))))
    let shown = try await directory.program.run(["inspect", name])
    #expect(shown.status == 0)
    let same = try await directory.program.run(["diff", name, name])
    #expect(same.status == 0)
    let different = try await directory.program.run(
      ["diff", name, Fixtures.image("checker.png"), "--annotations"])
    #expect(different.text.contains("::error file="))
    for text in [missing.errors, shown.text, same.text, same.errors, different.text] {
      let unsafe = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n"
          || $0.properties.generalCategory == .format
      }
      #expect(unsafe.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test func printsAtMostTwentyProblems() async throws {
    try directory.write("m.jsonl", String(repeating: "{\"id\": 1}\n", count: 200_000))
    let outcome = try await directory.program.run(["batch", "plan", "m.jsonl"], seconds: 300)
    #expect(outcome.status == 65)
    #expect(outcome.lines.count == 21)
    #expect(outcome.lines.first?.hasPrefix("twheader: error: m.jsonl:1:8: ") == true)
    #expect(outcome.lines.last == "twheader: error: 199,980 more problems like these")
  }
}
