import FileAccess
import Foundation
import Testing

/// A signal ends the program without a trace of what was unfinished.
@Suite struct InterruptionTests {
  @Test(
    arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func leavesOldOutputsAndNothingElse(number: Int32, status: Int32) async throws {
    // A parent that ignores a signal hands that on; this test is about one that does not.
    signal(number, SIG_DFL)
    let place = try TemporaryDirectory()
    try place.write("a.gif", "older")
    try place.write(
      "long.json",
      #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 600, "offset": -80}]}"#)
    let before = place.contents
    let outcome = try await place.program.run(
      ["render", "--curve", "long.json", "-o", "a.gif", "-o", "new/deep/%04d.png", "-o", "b.y4m"]
        + ["--max-frames", "20000"] + Twheader.quick
    ) { process in
      // Until frames are being written.
      while process.isRunning, !place.contents.contains(where: { $0.hasSuffix("0001.png") }) {
        usleep(20_000)
      }
      kill(process.processIdentifier, number)
    }
    #expect(outcome.status == status)
    #expect(outcome.errors.isEmpty)
    #expect(place.contents == before)
    #expect(try place.data("a.gif") == Data("older".utf8))
  }
}
