import Foundation
import TestSupport
import Testing

/// Problems in the environment: the program reports them and leaves no files.
@Suite struct HostileSurroundingsTests {
  private func shell(_ script: String, in place: TemporaryDirectory) async throws
    -> Twheader.Outcome
  {
    var shell = place.program
    shell.executable = URL(fileURLWithPath: "/bin/bash")
    return try await shell.run(["-c", script, Twheader.executable.path], seconds: 60)
  }

  @Test func aNameThatIsNoTextIsRefused() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await shell(#"exec "$0" curve new -o $'\xff.json'"#, in: place)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("argument 4"))
    #expect(place.contents == ["swipe.json"])
  }

  /// An empty name, as from a script's unset variable.
  @Test(arguments: ["still -o", "render -o", "curve from-recording swipe.json -o"])
  func anEmptyNameIsRefused(line: String) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(line.split(separator: " ").map(String.init) + [""])
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("--output: is empty; name a file"))
    #expect(place.contents == ["swipe.json"])
  }

  /// A pipe among the fonts has no writer.
  @Test func aPipeAmongFontsDoesNotHold() async throws {
    let place = try TemporaryDirectory()
    try place.makeFolder("fonts")
    #expect(mkfifo(place.full("fonts/a.ttf"), 0o600) == 0)
    let outcome = try await place.program.run(
      ["still", "--font-folder", "fonts", "-o", "a.png"], seconds: 30)
    #expect(outcome.status == 66)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors.contains("fonts/a.ttf is a pipe or a device"))
  }

  @Test func aStarterIsWrittenWholeOrNotAtAll() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await shell(#"ulimit -f 40; exec "$0" init mine"#, in: place)
    #expect(outcome.status == 74)
    #expect(place.contents == ["swipe.json"])
  }

  @Test(
    .disabled(if: Sanitizer.isActive, "a sanitizer uses the time up before the program begins"))
  func usedUpTimeIsTold() async throws {
    try await isTold("ulimit -S -t 1")
  }

  /// At the hard limit the system kills the process, without a warning if there is no soft limit.
  @Test(
    .disabled(if: Sanitizer.isActive, "a sanitizer uses the time up before the program begins"),
    arguments: ["ulimit -t 1", "ulimit -t 2"])
  func usedUpTimeIsToldBeforeTheSystemKills(limit: String) async throws {
    try await isTold(limit)
  }

  private func isTold(_ limit: String) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await shell(
      limit + #"; exec "$0" render --style x-profile --scale 3 -o a.gif"#, in: place)
    #expect(outcome.status == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("time is used up"))
    #expect(place.contents == ["swipe.json"])
  }
}
