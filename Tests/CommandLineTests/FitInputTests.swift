import Foundation
import TestSupport
import Testing

/// Recordings passed to `fit` and `curve from-recording` on standard input.
@Suite struct FitInputTests {
  /// The error is the same as for the file, except for the name. The temporary copy is removed.
  @Test(arguments: [["fit"], ["curve", "from-recording"]])
  func readsRecordingsFromStandardInput(command: [String]) async throws {
    let directory = try TemporaryDirectory()
    let clear = try #require(
      Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
    try directory.write("clear.gif", clear)
    try directory.makeFolder("scratch")
    var program = directory.program
    program.environment = ["TMPDIR": directory.full("scratch")]
    let ofFile = try await program.run(command + ["clear.gif"])
    let ofInput = try await program.run(command + ["-"], input: clear)
    #expect(ofFile.status == 65)
    #expect(ofInput.status == 65)
    #expect(
      ofInput.errors == ofFile.errors.replacing("clear.gif", with: "standard input"))
    #expect(ofInput.errors.contains("standard input: every frame is transparent"))
    #expect(directory.contents == ["clear.gif", "scratch/", "swipe.json"])
  }
}
