import Foundation
import TestSupport
import Testing

/// Videos as input, read through ffmpeg, in whose place a script stands: it lists the times of three
/// frames of 8 x 8 pixels, then writes them.
@Suite struct VideoInputTests {
  private let place: TemporaryDirectory
  private var program: Twheader

  /// - Parameter script: what it does, in place of listing and writing.
  private init(_ script: String? = nil) throws {
    place = try TemporaryDirectory()
    try place.write("swipe.mp4", Data([0, 0, 0, 20] + Array("ftypisom".utf8)))
    try place.makeFolder("bin")
    try place.makeFolder("scratch")
    let frames = """
      case "$*" in
      *framecrc*) printf '#tb 0: 1/100\\n#dimensions 0: 8x8\\n0, 5, 5, 1, 256, 0x0\\n0, 9, 9, 1, 256, 0x0\\n0, 12, 12, 25, 256, 0x0\\n' ;;
      *) head -c 256 /dev/zero | tr '\\0' '\\377'; head -c 512 /dev/zero ;;
      esac
      """
    try place.write("bin/ffmpeg", "#!/bin/sh\n\(script ?? frames)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.full("bin/ffmpeg"))
    program = place.program
    program.environment = [
      "TMPDIR": place.full("scratch"), "PATH": place.full("bin") + ":/bin:/usr/bin",
    ]
  }

  init() throws { try self.init(nil) }

  private var isTidy: Bool {
    place.contents.allSatisfy { !$0.hasPrefix("scratch/") || $0 == "scratch/" }
  }

  /// Each at its own time: from its start to the next one's, the last as long as the video says.
  @Test func framesKeepTheirTimes() async throws {
    let encoded = try await program.run(["encode", "swipe.mp4", "-o", "a.apng", "--quiet"])
    #expect(encoded.status == 0, "\(encoded.errors)")
    let inspected = try await program.run(["inspect", "a.apng"])
    let text = String(decoding: inspected.output, as: UTF8.self)
    #expect(text.contains("8 x 8 pixels"))
    #expect(text.contains("0: 0.04 s"))
    // The last two frames are equal.
    #expect(text.contains("2 frames, 0.32 s"), "\(text)")
    #expect(isTidy)
  }

  @Test func aRateReplacesTheTimes() async throws {
    let encoded = try await program.run(
      ["encode", "swipe.mp4", "--fps", "10", "-o", "frames/%d.png", "--quiet"])
    #expect(encoded.status == 0, "\(encoded.errors)")
    #expect(place.contents.count { $0.hasSuffix(".png") } == 3)
  }

  @Test func fitReadsThem() async throws {
    let outcome = try await program.run(["fit", "swipe.mp4"])
    #expect(outcome.status == 1)
    #expect(
      String(decoding: outcome.output, as: UTF8.self).hasPrefix("swipe.mp4: does not show mimic"))
    #expect(isTidy)
  }

  /// A phone's video is decoded at a smaller size, in its aspect ratio.
  @Test func aLargeVideoIsReducedWhileItIsDecoded() async throws {
    let stage = try VideoInputTests(
      """
      case "$*" in
      *framecrc*) printf '#tb 0: 1/100\\n#dimensions 0: 2532x1170\\n0, 5, 5, 10, 256, 0x0\\n' ;;
      *scale=1765:816,*) head -c 5760960 /dev/zero ;;
      *) echo "another size" >&2; exit 1 ;;
      esac
      """)
    let encoded = try await stage.program.run(["encode", "swipe.mp4", "-o", "a.apng", "--quiet"])
    #expect(encoded.status == 0, "\(encoded.errors)")
    let inspected = try await stage.program.run(["inspect", "a.apng"])
    #expect(String(decoding: inspected.output, as: UTF8.self).contains("1765 x 816 pixels"))
  }

  @Test func moreFramesThanAllowedAreRefused() async throws {
    for command in [["fit", "swipe.mp4"], ["encode", "swipe.mp4", "-o", "a.apng"]] {
      let outcome = try await program.run(command + ["--max-frames", "2"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.contains(
          "swipe.mp4: contains more than 2 frames; cut it, or raise the limit with --max-frames"))
    }
  }

  /// What ffmpeg says last is the reason, whether it fails at once or after some frames.
  @Test(arguments: [
    ("echo 'moov atom not found' >&2; exit 1", "ffmpeg failed: moov atom not found"),
    ("exit 0", "is a video without images"),
    (
      "case \"$*\" in *framecrc*) printf '#tb 0: 1/9\\n#dimensions 0: 8x8\\n0, 0, 0, 1, 9, 0\\n0, 1, 1, 1, 9, 0\\n' ;; "
        + "*) head -c 300 /dev/zero; echo 'it ends here' >&2 ;; esac",
      "ffmpeg failed: it ends here"
    ),
  ])
  func whatCannotBeReadIsTold(script: String, reason: String) async throws {
    let stage = try VideoInputTests(script)
    let outcome = try await stage.program.run(["encode", "swipe.mp4", "-o", "a.apng"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("swipe.mp4: \(reason)"), "\(outcome.errors)")
    #expect(!stage.place.contents.contains("a.apng"))
    #expect(stage.isTidy)
  }

  @Test func withoutFfmpegItSaysWhatToInstall() async throws {
    var program = program
    program.environment = ["PATH": place.full("none")]
    let outcome = try await program.run(["fit", "swipe.mp4"])
    #expect(outcome.status == 66)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.errors.hasPrefix(
        "twheader: error: swipe.mp4: is a video and needs ffmpeg, which is not on PATH; install it")
    )
  }
}
