@testable import CodecInterface
import Foundation
@testable import ImageCodecs
import Testing

/// What is wrong with files on which no pixel depends is told, and the file is read.
struct DamageWarningTests {
  private static let table: [(path: String, warnings: [String])] = [
    (
      "gif/good/no-end.gif",
      ["the end mark is missing behind frame 2: it may be cut off there"]
    ),
    (
      "gif/good/garbage-behind-frame.gif",
      ["at byte 117 is neither a block nor the end mark: nothing is read behind frame 2"]
    ),
    (
      "png/good/checksum-of-unknown-chunk.png",
      ["the checksum of chunk zzZz is wrong; the chunk is ignored"]
    ),
    (
      "png/good/animated-control-twice.png",
      ["two acTL chunks promise an animation; the still picture is read"]
    ),
    (
      "png/good/animated-control-empty.png",
      ["an animation of 0 frames is promised; the still picture is read"]
    ),
    (
      "png/good/animated-control-beyond.png",
      ["an animation of 2,147,483,649 frames is promised; the still picture is read"]
    ),
    (
      "png/good/animated-control-short.png",
      ["an acTL chunk of 4 bytes promises an animation; the still picture is read"]
    ),
    ("jpeg/good/stray-bytes.jpg", ["bytes that belong to no segment are passed over"]),
  ]

  @Test(arguments: table)
  func damageThatHarmsNoPixelIsWarnedOf(path: String, warnings: [String]) throws {
    let bytes = try Corpus.item(path).bytes()
    #expect(try ImageDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try AnimationDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try ImageInspector.inspect(bytes: bytes).warnings == warnings)
  }

  /// Found where the pixels are read, which inspection does not do.
  private static let damaged = "jpeg/good/damage-between-restarts.jpg"

  @Test func damageBetweenRestartMarksIsWarnedOf() throws {
    let bytes = try Corpus.item(Self.damaged).bytes()
    let warnings = [
      "the pixel data are damaged between two restart marks; parts of the picture are wrong"
    ]
    #expect(try ImageDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try AnimationDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try ImageInspector.inspect(bytes: bytes).warnings.isEmpty)
  }

  @Test(arguments: Corpus.good)
  func soundFilesComeWithoutAWarning(item: Corpus.Item) throws {
    let paths = Self.table.map(\.path) + [Self.damaged]
    guard !paths.contains(where: { $0.hasSuffix("/" + item.url.lastPathComponent) })
    else { return }
    #expect(try AnimationDecoder.decode(bytes: item.bytes()).warnings.isEmpty)
  }
}
