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
    ("jpeg/good/stray-bytes.jpg", ["bytes that belong to no segment are passed over"]),
  ]

  @Test(arguments: table)
  func damageThatHarmsNoPixelIsWarnedOf(path: String, warnings: [String]) throws {
    let bytes = try Corpus.item(path).bytes()
    #expect(try ImageDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try AnimationDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try ImageInspector.inspect(bytes: bytes).warnings == warnings)
  }

  @Test(arguments: Corpus.good)
  func soundFilesComeWithoutAWarning(item: Corpus.Item) throws {
    guard !Self.table.contains(where: { $0.path.hasSuffix("/" + item.url.lastPathComponent) })
    else { return }
    #expect(try AnimationDecoder.decode(bytes: item.bytes()).warnings.isEmpty)
  }
}
