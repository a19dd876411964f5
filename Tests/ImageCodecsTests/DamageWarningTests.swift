@testable import CodecInterface
import Foundation
@testable import ImageCodecs
import Testing

/// Damage that does not affect pixels causes a warning, and the file is decoded.
struct DamageWarningTests {
  private static let table: [(path: String, warnings: [String])] = [
    (
      "gif/good/no-end.gif",
      ["the end marker is missing after frame 2: the file may be truncated"]
    ),
    (
      "gif/good/garbage-behind-frame.gif",
      ["at byte 117 is neither a block nor the end marker: data is ignored after frame 2"]
    ),
    (
      "png/good/checksum-of-unknown-chunk.png",
      ["the checksum of chunk zzZz is wrong; the chunk is ignored"]
    ),
    (
      "png/good/animated-control-twice.png",
      ["two acTL chunks promise an animation; the still image is read"]
    ),
    (
      "png/good/animated-control-empty.png",
      ["an animation of 0 frames is promised; the still image is read"]
    ),
    (
      "png/good/animated-control-beyond.png",
      ["an animation of 2,147,483,649 frames is promised; the still image is read"]
    ),
    (
      "png/good/animated-control-short.png",
      ["an acTL chunk of 4 bytes promises an animation; the still image is read"]
    ),
    ("jpeg/good/stray-bytes.jpg", ["bytes outside of segments are skipped"]),
  ]

  @Test(arguments: table)
  func damageWithoutEffectOnPixelsCausesAWarning(path: String, warnings: [String]) throws {
    let bytes = try Corpus.item(path).bytes()
    #expect(try ImageDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try AnimationDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try ImageInspector.inspect(bytes: bytes).warnings == warnings)
  }

  /// The damage is found when pixels are decoded, which inspection does not do.
  private static let damaged = "jpeg/good/damage-between-restarts.jpg"

  @Test func damageBetweenRestartMarkersCausesAWarning() throws {
    let bytes = try Corpus.item(Self.damaged).bytes()
    let warnings = [
      "the pixel data is damaged between two restart markers; parts of the image are wrong"
    ]
    #expect(try ImageDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try AnimationDecoder.decode(bytes: bytes).warnings == warnings)
    #expect(try ImageInspector.inspect(bytes: bytes).warnings.isEmpty)
  }

  @Test(arguments: Corpus.good)
  func validFilesCauseNoWarnings(item: Corpus.Item) throws {
    let paths = Self.table.map(\.path) + [Self.damaged]
    guard !paths.contains(where: { $0.hasSuffix("/" + item.url.lastPathComponent) })
    else { return }
    #expect(try AnimationDecoder.decode(bytes: item.bytes()).warnings.isEmpty)
  }

  private func picture() throws -> [UInt8] {
    var random = RandomPictures(seed: 8)
    return try PNGEncoder.encode(random.picture(.photo, width: 6, height: 5))
  }

  /// Returns the file with chunks inserted after its header or before its end.
  private func adding(_ chunks: [(String, [UInt8])], isInFront: Bool) throws -> [UInt8] {
    var file = try picture()
    let bytes = chunks.flatMap { PNGChunk.bytes(type: $0.0, body: $0.1) }
    file.insert(contentsOf: bytes, at: isInFront ? 33 : file.count - 12)
    return file
  }

  /// An acTL chunk after the pixels is ignored.
  @Test func animationControlIsIgnoredAfterPixels() throws {
    let promise = ("acTL", [UInt8](repeating: 0, count: 8))
    for count in 1...2 {
      let promises = [(String, [UInt8])](repeating: promise, count: count)
      let behind = try adding(promises, isInFront: false)
      #expect(try ImageDecoder.decode(bytes: behind).warnings.isEmpty)
      let inFront = try adding(promises, isInFront: true)
      #expect(
        try ImageDecoder.decode(bytes: inFront).warnings == [
          count == 1
            ? "an animation of 0 frames is promised; the still image is read"
            : "two acTL chunks promise an animation; the still image is read"
        ])
    }
  }

  /// The first comment with this keyword is the file's comment.
  @Test func firstCommentIsTheComment() throws {
    let texts = ["Author\0Ada", "Comment\0first", "Comment\0second", "Comments\0none"]
    for isInFront in [true, false] {
      let file = try adding(texts.map { ("tEXt", Array($0.utf8)) }, isInFront: isInFront)
      #expect(try ImageInspector.inspect(bytes: file).comment == "first")
    }
    #expect(try ImageInspector.inspect(bytes: picture()).comment == nil)
  }

  /// The last intact text with a keyword is read. Changing one byte makes it invalid.
  @Test func damagedTextIsNotRead() throws {
    let plain = try picture()
    let once = PNGText.adding("é\tone", keyword: "key", to: plain)
    let twice = PNGText.adding("two", keyword: "key", to: once)
    #expect(PNGText.read("key", in: plain) == nil)
    #expect(PNGText.read("key", in: once) == "é\tone")
    #expect(PNGText.read("key", in: twice) == "two")
    #expect(PNGText.read("ke", in: twice) == nil && PNGText.read("key2", in: twice) == nil)
    #expect(
      try ImageDecoder.decode(bytes: twice).pixmap == ImageDecoder.decode(bytes: plain).pixmap)
    for place in twice.count - 12 - 4 - 3..<twice.count - 12 {
      var damaged = twice
      damaged[place] ^= 1
      #expect(PNGText.read("key", in: damaged) == "é\tone", "byte \(place)")
    }
    #expect(PNGText.read("key", in: Array("no picture".utf8)) == nil)
  }
}
