import FileAccess
import Foundation
import Testing

/// A signal ends the program and leaves no unfinished files.
@Suite struct InterruptionTests {
  /// A curve of 600 seconds, which takes minutes to render.
  private static let long =
    #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 600, "offset": -80}]}"#

  @Test(
    arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func signalKeepsOnlyOldOutputs(number: Int32, status: Int32) async throws {
    // The program inherits ignored signals, so the signal must not be ignored here.
    signal(number, SIG_DFL)
    let directory = try TemporaryDirectory()
    try directory.write("a.gif", "older")
    try directory.write("long.json", Self.long)
    let before = directory.contents
    let outcome = try await directory.program.run(
      ["render", "--curve", "long.json", "-o", "a.gif", "-o", "new/deep/%04d.png", "-o", "b.y4m"]
        + ["--max-frames", "20000"] + Twheader.quick
    ) { process in
      // Waits until frames are being written.
      while process.isRunning, !directory.contents.contains(where: { $0.hasSuffix("0001.png") }) {
        usleep(20_000)
      }
      kill(process.processIdentifier, number)
    }
    #expect(outcome.status == status)
    #expect(outcome.errors.isEmpty)
    #expect(directory.contents == before)
    #expect(try directory.data("a.gif") == Data("older".utf8))
  }

  /// A signal during startup is not lost. Otherwise the program would run for minutes.
  @Test(arguments: [SIGTERM, SIGINT])
  func signalAtStartEndsTheProgram(number: Int32) async throws {
    signal(number, SIG_DFL)
    let directory = try TemporaryDirectory()
    try directory.write("long.json", Self.long)
    for step in 0..<40 {
      let outcome = try await directory.program.run(
        ["render", "--curve", "long.json", "-o", "a.gif", "--max-frames", "20000"], seconds: 20
      ) {
        usleep(UInt32(step) * 500)
        kill($0.processIdentifier, number)
      }
      // Before its handler is installed, the signal itself ends the program.
      #expect([128 + number, -number].contains(outcome.status), "after \(step) steps")
    }
  }
}
