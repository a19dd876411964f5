import Foundation
import TestSupport
import Testing

/// Problems in the environment. The program reports them and leaves no files.
@Suite struct HostileSurroundingsTests {
  private func shell(_ script: String, in directory: TemporaryDirectory) async throws
    -> Twheader.Outcome
  {
    var shell = directory.program
    shell.executable = URL(fileURLWithPath: "/bin/bash")
    return try await shell.run(["-c", script, Twheader.executable.path], seconds: 60)
  }

  @Test func rejectsNamesThatAreNotText() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await shell(#"exec "$0" curve new -o $'\xff.json'"#, in: directory)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("argument 4"))
    #expect(directory.contents == ["swipe.json"])
  }

  /// An empty file name, for example from an unset variable of a script.
  @Test(arguments: ["still -o", "render -o", "curve from-recording swipe.json -o"])
  func rejectsEmptyNames(line: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      line.split(separator: " ").map(String.init) + [""])
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("--output: is empty; name a file"))
    #expect(directory.contents == ["swipe.json"])
  }

  /// Opening a pipe without a writer would block forever.
  @Test func rejectsPipesInFontFolder() async throws {
    let directory = try TemporaryDirectory()
    try directory.makeFolder("fonts")
    #expect(mkfifo(directory.full("fonts/a.ttf"), 0o600) == 0)
    let outcome = try await directory.program.run(
      ["still", "--font-folder", "fonts", "-o", "a.png"], seconds: 30)
    #expect(outcome.status == 66)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors.contains("fonts/a.ttf is a pipe or a device"))
  }

  @Test func writesStarterAtomically() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await shell(#"ulimit -f 40; exec "$0" init mine"#, in: directory)
    #expect(outcome.status == 74)
    #expect(directory.contents == ["swipe.json"])
  }

  @Test(
    .disabled(if: Sanitizer.isActive, "a sanitizer uses up the time before the program starts"))
  func reportsExceededTimeLimit() async throws {
    try await expectReport("ulimit -S -t 1")
  }

  /// At the hard limit the system kills the process. Without a lower soft limit it sends no signal
  /// before.
  @Test(
    .disabled(if: Sanitizer.isActive, "a sanitizer uses up the time before the program starts"),
    arguments: ["ulimit -t 1", "ulimit -t 2"])
  func reportsTimeLimitBeforeTheSystemKills(limit: String) async throws {
    try await expectReport(limit)
  }

  private func expectReport(_ limit: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await shell(
      limit + #"; exec "$0" render --style x-profile --scale 3 -o a.gif"#, in: directory)
    #expect(outcome.status == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("time is used up"))
    #expect(directory.contents == ["swipe.json"])
  }
}
