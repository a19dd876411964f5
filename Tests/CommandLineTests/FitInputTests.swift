import Foundation
import TestSupport
import Testing

/// Recordings that `fit` and `curve from-recording` are given on standard input.
@Suite struct FitInputTests {
  /// The same answer as for the file, with another name; what was put aside is gone.
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

  /// A script stands in for ffmpeg: it writes the frames where it is told to.
  @Test func aVideoIsReadThroughFfmpeg() async throws {
    let place = try TemporaryDirectory()
    let clear = try #require(
      Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
    try place.write("clear.gif", clear)
    try place.write("swipe.mp4", Data([0, 0, 0, 20] + Array("ftypisom".utf8)))
    try place.makeFolder("bin")
    try place.makeFolder("scratch")
    try place.write(
      "bin/ffmpeg",
      "#!/bin/sh\nfor last; do :; done\ncp '\(place.full("clear.gif"))' \"${last#file:}\"\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.full("bin/ffmpeg"))
    var program = place.program
    program.environment = [
      "TMPDIR": place.full("scratch"), "PATH": place.full("bin") + ":/bin:/usr/bin",
    ]
    let outcome = try await program.run(["fit", "swipe.mp4"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("swipe.mp4: every frame is transparent"))
    #expect(place.contents.contains("scratch/"))
    #expect(!place.contents.contains { $0.hasPrefix("scratch/") && $0 != "scratch/" })
    program.environment = ["PATH": place.full("none")]
    let without = try await program.run(["fit", "swipe.mp4"])
    #expect(without.status == 66)
    #expect(without.lines.count == 1)
    #expect(
      without.errors.hasPrefix(
        "twheader: error: swipe.mp4: is a video, read by ffmpeg, which is not on PATH; install it"))
  }
}
