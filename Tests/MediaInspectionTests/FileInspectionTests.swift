import CodecInterface
import FileAccess
import Foundation
import GIF
import ImageCodecs
import MediaInspection
import PortableMath
import Raster
import TestSupport
import Testing

@Suite struct FileInspectionTests {
  @Test func describesAnimationFrames() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.png", [(try dotted(dotX: 1), 25), (try dotted(dotX: 2), 5)], plays: 2)
    let inspection = try FileInspection(folder.path + "/a.png")
    let lines = inspection.text.split(separator: "\n")
    let size = try #require(folder.bytes("a.png")).count
    #expect(lines[0] == "\(folder.path)/a.png: PNG, 12 x 9 pixels, RGB, 8 bit, \(size) bytes")
    #expect(lines[1] == "2 frames, 0.3 s, plays 2 times")
    #expect(lines[2].hasPrefix("0: 0.25 s, (0, 0, 12, 9), "))
    #expect(lines[3].hasPrefix("1: 0.05 s, "))
    #expect(lines.count == 4)

    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(inspection.json.utf8)) as? [String: Any])
    #expect(report["kind"] as? String == "PNG")
    #expect(report["loopCount"] as? Int == 2)
    #expect(report["duration"] as? Double == 0.3)
    let frames = try #require(report["frames"] as? [[String: Any]])
    #expect(frames.map { $0["duration"] as? Double } == [0.25, 0.05])
    #expect(frames[0]["rect"] as? [Double] == [0, 0, 12, 9])
  }

  /// GIF files store repetitions; the output has plays.
  @Test(arguments: [
    (GIFOptions.Loop.forever, "forever"), (.plays(1), "once"), (.plays(7), "7 times"),
  ])
  func countsPlays(loop: GIFOptions.Loop, words: String) throws {
    let folder = try TemporaryFolder()
    let frames = [try dotted(dotX: 1), try dotted(dotX: 2)]
    var encoder = try GIFEncoder(size: frames[0].size, options: GIFOptions(effort: 1, loop: loop))
    var bytes: [UInt8] = []
    for frame in frames {
      bytes += try encoder.append(frame, duration: RationalTime(centiseconds: 10) ?? .zero)
    }
    try folder.write("a.gif", bytes + encoder.finish())
    let text = try FileInspection(folder.path + "/a.gif").text
    #expect(text.contains("\n2 frames, 0.2 s, plays \(words)\n"))
  }

  @Test(arguments: [(0, "forever"), (3, "3 times")])
  func countsPlaysOfAnAPNG(plays: Int, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.png", [(try dotted(dotX: 1), 10), (try dotted(dotX: 2), 10)], plays: plays)
    let text = try FileInspection(folder.path + "/a.png").text
    #expect(text.contains("\n2 frames, 0.2 s, plays \(words)\n"))
  }

  @Test func reportsFilesThatAreNotPictures() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("hello".utf8))
    let error = #expect(throws: HeaderKitError.self) {
      _ = try FileInspection(folder.path + "/a")
    }
    #expect(error?.code == .badData)
    #expect(error?.subject == .file(folder.path + "/a"))
  }
}

/// The output for each supported format.
@Suite struct FileKindInspectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func inspect(_ name: String, _ bytes: [UInt8]) throws -> FileInspection {
    try folder.write(name, bytes)
    return try FileInspection(folder.path + "/" + name)
  }

  private func report(_ inspection: FileInspection) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(inspection.json.utf8)) as? [String: Any])
  }

  @Test func stillPictureIsOneLine() throws {
    let bytes = try PNGEncoder.encode(try dotted())
    let inspection = try inspect("a.png", bytes)
    #expect(
      inspection.text
        == "\(folder.path)/a.png: PNG, 12 x 9 pixels, palette, 1 bit, \(bytes.count) bytes\n"
        + "global palette: 2 colors\n")
    let report = try report(inspection)
    #expect(report["animated"] as? Bool == false)
    #expect(report["alpha"] as? Bool == false)
    #expect(report["bytes"] as? Int == bytes.count)
    #expect(report["loopCount"] is NSNull && report["comment"] is NSNull)
  }

  @Test func jpegReportsChromaSubsampling() throws {
    let inspection = try inspect("a.jpg", try JPEGEncoder.encode(try dotted(), quality: 90))
    #expect(inspection.text.contains(": JPEG, 12 x 9 pixels, "))
    #expect(inspection.text.contains("\nchroma: 4:4:4\n"))
    #expect(try report(inspection)["chromaSubsampling"] as? String == "4:4:4")
  }

  /// GIF frames have the rectangle that changed, and local palettes or the global one.
  @Test func gifReportsFrameRectangles() throws {
    let frames = [try dotted(dotX: 1), try dotted(dotX: 4)]
    var encoder = try GIFEncoder(size: frames[0].size, options: GIFOptions(effort: 1))
    var bytes: [UInt8] = []
    for frame in frames {
      bytes += try encoder.append(frame, duration: RationalTime(centiseconds: 10) ?? .zero)
    }
    let inspection = try inspect("a.gif", bytes + encoder.finish())
    let found = try #require(try report(inspection)["frames"] as? [[String: Any]])
    #expect(found.count == 2)
    let rect = try #require(found[1]["rect"] as? [Double])
    // The dot moves in one row, from column 1 to column 4.
    #expect(rect[1] == 4 && rect[3] == 1 && rect[0] <= 1 && rect[0] + rect[2] >= 5)
    let sum = found.compactMap { $0["bytes"] as? Int }.reduce(0, +)
    #expect(sum < inspection.description.byteCount && sum > 0)
    let lines = inspection.text.split(separator: "\n")
    #expect(lines.last?.hasPrefix("1: 0.1 s, (\(Int(rect[0])), 4, \(Int(rect[2])), 1), ") == true)
  }

  /// The comment is printed unchanged. A file with a missing end causes a warning.
  @Test func gifReportsCommentAndDamage() throws {
    var encoder = try GIFEncoder(size: try dotted().size, options: GIFOptions(effort: 1))
    let picture = try encoder.append(
      try dotted(), duration: RationalTime(centiseconds: 10) ?? .zero)
    let end = try encoder.finish()
    #expect(end.last == 0x3B)
    let comment: [UInt8] = [0x21, 0xFE, 5] + Array("Hello".utf8) + [0]
    let text = try inspect("a.gif", picture + end.dropLast() + comment + [0x3B]).text
    #expect(text.contains("\ncomment: Hello\n"))
    #expect(!text.contains("warning: "))
    let cut = try inspect("b.gif", picture + end.dropLast())
    #expect(cut.description.warnings.count == 1)
    #expect(cut.text.contains("\nwarning: \(cut.description.warnings.first ?? "")\n"))
  }

  @Test func rejectsTruncatedFilesByName() throws {
    let bytes = try PNGEncoder.encode(try dotted())
    let error = #expect(throws: HeaderKitError.self) {
      try inspect("a.png", Array(bytes.prefix(bytes.count / 2)))
    }
    #expect(error?.code == .badData)
    #expect(error?.subject == .file(folder.path + "/a.png"))
    var limits = RenderLimits()
    limits.inputBytes = 10
    try folder.write("b.png", bytes)
    let large = #expect(throws: HeaderKitError.self) {
      _ = try FileInspection(folder.path + "/b.png", limits: limits)
    }
    #expect(large?.remedy == "raise the limit with \(.inputByteLimit)")
  }
}
