@testable import CodecInterface
@testable import ImageCodecs
import Raster
import TestSupport
import Testing

/// Damaged files are rejected or decoded without any other effect. Tests/Fuzz tests this more
/// thoroughly.
struct MutationTests {
  private static let limits = DecodeLimits(maxPixels: 1 << 16, maxFrames: 32)

  @Test(arguments: Corpus.good)
  func damageIsRejectedOrDecoded(item: Corpus.Item) throws {
    let original = try item.bytes()
    var random = RandomPictures(seed: UInt64(original.count))
    for round in 0..<40 {
      var bytes = original
      for _ in 0...random.number(below: 3) { mutate(&bytes, &random) }
      if item.isPNG, round.isMultiple(of: 2) { repairChecksums(&bytes) }
      try expectPicturesOrErrors(bytes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout RandomPictures) {
    guard !bytes.isEmpty else { return }
    let place = random.number(below: bytes.count)
    switch random.number(below: 6) {
    case 0: bytes[place] ^= 1 << UInt8(random.number(below: 8))
    case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random.number(below: 5)]
    case 2: bytes[place] = random.byte()
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(random.byte(), at: place)
    default:
      let end = min(bytes.count, place + 1 + random.number(below: 24))
      bytes.insert(contentsOf: bytes[place..<end], at: random.number(below: bytes.count))
    }
  }

  /// Without valid checksums, damage in a PNG would rarely be decoded.
  private func repairChecksums(_ bytes: inout [UInt8]) {
    var offset = PNGChunk.signature.count
    while offset + 12 <= bytes.count {
      let end = offset + 8 + PNGChunk.number(bytes, offset)
      guard end + 4 <= bytes.count else { return }
      let sum = CRC32.checksum(of: bytes[offset + 4..<end])
      bytes.replaceSubrange(end..<end + 4, with: PNGChunk.bigEndian(sum))
      offset = end + 4
    }
  }

  private func expectPicturesOrErrors(_ bytes: [UInt8]) throws {
    do throws(CodecError) {
      let image = try ImageDecoder.decode(bytes: bytes, limits: Self.limits)
      #expect(image.pixmap.hasPremultipliedColors)
    } catch {
      #expect(!error.message.isEmpty)
    }
    do throws(CodecError) {
      var reader = try AnimationReader(bytes: bytes, limits: Self.limits)
      while let frame = try reader.next() {
        #expect(frame.pixmap.size == reader.size)
        #expect(frame.pixmap.hasPremultipliedColors)
      }
    } catch {
      #expect(!error.message.isEmpty)
    }
    _ = try? ImageInspector.inspect(bytes: bytes, limits: Self.limits)
  }
}
