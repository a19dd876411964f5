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
  @Test func tellsAnAnimationsFrames() throws {
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

  /// A GIF's file counts repetitions, people count plays.
  @Test(arguments: [
    (GIFOptions.Loop.forever, "for ever"), (.plays(1), "once"), (.plays(7), "7 times"),
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

  @Test func tellsWhatIsNoPicture() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("hello".utf8))
    let error = #expect(throws: HeaderKitError.self) {
      _ = try FileInspection(folder.path + "/a")
    }
    #expect(error?.code == .badData)
    #expect(error?.subject == .file(folder.path + "/a"))
  }
}
