import Foundation
import TestSupport
import Testing

/// Recordings passed to `fit` and `curve from-recording` on standard input.
@Suite struct FitInputTests {
  /// The result equals that for the file, with another name, and the temporary copy is removed.
  @Test(arguments: [["fit"], ["curve", "from-recording"]])
  func aRecordingOnStandardInputIsReadAsItsFile(command: [String]) async throws {
    let place = try TemporaryDirectory()
    let clear = try #require(
      Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
    try place.write("clear.gif", clear)
    try place.makeFolder("scratch")
    var program = place.program
    program.environment = ["TMPDIR": place.full("scratch")]
    let ofFile = try await program.run(command + ["clear.gif"])
    let ofInput = try await program.run(command + ["-"], input: clear)
    #expect(ofFile.status == 65)
    #expect(ofInput.status == 65)
    #expect(
      ofInput.errors == ofFile.errors.replacing("clear.gif", with: "standard input"))
    #expect(ofInput.errors.contains("standard input: every frame is transparent"))
    #expect(place.contents == ["clear.gif", "scratch/", "swipe.json"])
  }
}
