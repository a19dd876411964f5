import FileAccess
@testable import FrameEncoding
import TestSupport
import Testing

/// The arguments of ffmpeg and the detection of videos.
@Suite struct VideoArgumentsTests {
  /// Returns the argument after each option.
  private func values(
    _ format: OutputFormat, quality: Int = 80, effort: Int = 5
  ) -> [String: String] {
    let words = FFmpeg.arguments(format, quality: quality, effort: effort)
    return Dictionary(zip(words, words.dropFirst()).filter { $0.0.hasPrefix("-") }) { _, last in
      last
    }
  }

  /// Quality 80 is CRF 19 in H.264 and 27 in the other codecs. A step of quality is 0.325 and 0.45.
  @Test(arguments: [(1, 44, 62), (40, 32, 45), (80, 19, 27), (99, 12, 18), (100, 12, 18)])
  func qualityMapsToRateFactor(quality: Int, h264: Int, other: Int) {
    #expect(values(.mp4, quality: quality)["-crf"] == "\(h264)")
    for format in [OutputFormat.webm, .avif] {
      #expect(values(format, quality: quality)["-crf"] == "\(other)")
    }
  }

  @Test(arguments: [
    (1, "ultrafast", 6), (2, "superfast", 5), (3, "veryfast", 4), (4, "fast", 4), (5, "medium", 3),
    (6, "slow", 2), (7, "slow", 2), (8, "slower", 1), (9, "veryslow", 0),
  ])
  func effortMapsToSpeed(effort: Int, preset: String, speed: Int) {
    #expect(values(.mp4, effort: effort)["-preset"] == preset)
    for format in [OutputFormat.webm, .avif] {
      #expect(values(format, effort: effort)["-cpu-used"] == "\(speed)")
    }
  }

  @Test(arguments: [
    (OutputFormat.mp4, "libx264", "mp4"), (.webm, "libvpx-vp9", "webm"),
    (.avif, "libaom-av1", "avif"),
  ])
  func formatsHaveTheirCodecAndEqualColors(
    format: OutputFormat, codec: String, container: String
  ) {
    let values = values(format)
    #expect(values["-c:v"] == codec)
    #expect(values["-f"] == container)
    #expect(values["-pix_fmt"] == "yuv420p")
    #expect(values["-colorspace"] == "bt709" && values["-color_primaries"] == "bt709")
    #expect(values["-color_trc"] == "iec61966-2-1" && values["-color_range"] == "tv")
    #expect(values["-map_metadata"] == "-1")
    // An MP4 can be played before it is complete.
    #expect((values["-movflags"] == "+faststart") == (format == .mp4))
    // Only the rate factor determines the quality.
    #expect((values["-b:v"] == "0") == (format != .mp4))
    #expect(values["-vf"]?.contains("in_color_matrix=bt601:in_range=tv") == true)
    #expect(values["-vf"]?.hasSuffix("crop=trunc(iw/2)*2:trunc(ih/2)*2") == true)
  }

  /// The command can be pasted into a shell.
  @Test(arguments: [
    ("a.mp4", "ffmpeg -i - -an a.mp4"), ("a b.mp4", "ffmpeg -i - -an 'a b.mp4'"),
    ("it's.mp4", #"ffmpeg -i - -an 'it'\''s.mp4'"#),
    ("12:30.mp4", "ffmpeg -i - -an file:12:30.mp4"),
    ("", "ffmpeg -i - -an ''"), ("$HOME/a.mp4", "ffmpeg -i - -an '$HOME/a.mp4'"),
  ])
  func quotesCommandForTheShell(path: String, line: String) {
    #expect(FFmpeg.line(["-an"], from: "-", to: path) == line)
  }

  @Test(
    arguments: [
      ([0, 0, 0, 32] + Array("ftypisom".utf8), true),
      ([0, 0, 0, 20] + Array("ftypqt  ".utf8), true),
      ([0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4], true), ([0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3], false),
      (Array("ftypisom".utf8), false), (Array("GIF89a\u{1}\u{1}".utf8), false),
      ([0, 0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3], false), ([], false),
    ] as [([UInt8], Bool)])
  func videosAreDetectedByTheirFirstBytes(bytes: [UInt8], isVideo: Bool) throws {
    #expect(VideoInput.isVideo(bytes) == isVideo)
    #expect(VideoInput.isVideo(bytes + [0]) == (isVideo || bytes.count == 7))
  }
}
