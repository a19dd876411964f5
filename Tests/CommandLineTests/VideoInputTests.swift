import Foundation
import TestSupport
import Testing

/// Video inputs, which are read with ffmpeg.
///
/// A script replaces ffmpeg. Its first call prints the times of three frames of 8 x 8 pixels, and
/// its second call writes the frames.
@Suite struct VideoInputTests {
  private let directory: TemporaryDirectory
  private var program: Twheader

  /// - Parameter script: The body of the script. `nil` prints the times and the frames.
  private init(_ script: String? = nil) throws {
    directory = try TemporaryDirectory()
    try directory.write("swipe.mp4", Data([0, 0, 0, 20] + Array("ftypisom".utf8)))
    try directory.makeFolder("bin")
    try directory.makeFolder("scratch")
    let frames = """
      case "$*" in
      *framecrc*) printf '#tb 0: 1/100\\n#dimensions 0: 8x8\\n0, 5, 5, 1, 256, 0x0\\n0, 9, 9, 1, 256, 0x0\\n0, 12, 12, 25, 256, 0x0\\n' ;;
      *) head -c 256 /dev/zero | tr '\\0' '\\377'; head -c 512 /dev/zero ;;
      esac
      """
    try directory.write("bin/ffmpeg", "#!/bin/sh\n\(script ?? frames)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory.full("bin/ffmpeg"))
    program = directory.program
    program.environment = [
      "TMPDIR": directory.full("scratch"), "PATH": directory.full("bin") + ":/bin:/usr/bin",
    ]
  }

  init() throws { try self.init(nil) }

  private var isTidy: Bool {
    directory.contents.allSatisfy { !$0.hasPrefix("scratch/") || $0 == "scratch/" }
  }

  /// A frame lasts until the start of the next one. The last frame has the duration in the video.
  @Test func keepsFrameTimes() async throws {
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

  @Test func frameRateReplacesFrameTimes() async throws {
    let encoded = try await program.run(
      ["encode", "swipe.mp4", "--fps", "10", "-o", "frames/%d.png", "--quiet"])
    #expect(encoded.status == 0, "\(encoded.errors)")
    #expect(directory.contents.count { $0.hasSuffix(".png") } == 3)
  }

  @Test func fitReadsVideos() async throws {
    let outcome = try await program.run(["fit", "swipe.mp4"])
    #expect(outcome.status == 1)
    #expect(
      String(decoding: outcome.output, as: UTF8.self).hasPrefix("swipe.mp4: does not show mimic"))
    #expect(isTidy)
  }

  /// A phone's video is decoded at a smaller size, in its aspect ratio.
  @Test func reducesLargeVideosWhileDecoding() async throws {
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

  @Test func rejectsVideosWithTooManyFrames() async throws {
    for command in [["fit", "swipe.mp4"], ["encode", "swipe.mp4", "-o", "a.apng"]] {
      let outcome = try await program.run(command + ["--max-frames", "2"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.contains(
          "swipe.mp4: contains more than 2 frames; cut it, or raise the limit with --max-frames"))
    }
  }

  /// The last line on ffmpeg's standard error is the reason, even if ffmpeg fails after some
  /// frames.
  @Test(arguments: [
    ("echo 'moov atom not found' >&2; exit 1", "ffmpeg failed: moov atom not found"),
    ("exit 0", "is a video without images"),
    (
      "case \"$*\" in *framecrc*) printf '#tb 0: 1/9\\n#dimensions 0: 8x8\\n0, 0, 0, 1, 9, 0\\n0, 1, 1, 1, 9, 0\\n' ;; "
        + "*) head -c 300 /dev/zero; echo 'it ends here' >&2 ;; esac",
      "ffmpeg failed: it ends here"
    ),
  ])
  func reportsFfmpegFailures(script: String, reason: String) async throws {
    let stage = try VideoInputTests(script)
    let outcome = try await stage.program.run(["encode", "swipe.mp4", "-o", "a.apng"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("swipe.mp4: \(reason)"), "\(outcome.errors)")
    #expect(!stage.directory.contents.contains("a.apng"))
    #expect(stage.isTidy)
  }

  @Test func suggestsInstallingFfmpeg() async throws {
    var program = program
    program.environment = ["PATH": directory.full("none")]
    let outcome = try await program.run(["fit", "swipe.mp4"])
    #expect(outcome.status == 66)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.errors.hasPrefix(
        "twheader: error: swipe.mp4: is a video and needs ffmpeg, which is not on PATH; install it")
    )
  }
}
