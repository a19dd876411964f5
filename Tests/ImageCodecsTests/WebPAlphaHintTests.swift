@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// The alpha flag of a lossless WebP is only a hint according to the specification.
struct WebPAlphaHintTests {
  @Test func premultipliesPixelsDespiteOpaqueHeader() throws {
    let size = try #require(PixelSize(width: 3, height: 2))
    let picture = try #require(
      Pixmap(size: size, bytes: (0..<6).flatMap { [UInt8($0 * 9), 60, 0, 128] }))
    var encoder = try WebPEncoder(size: size, options: WebPOptions(quality: 100))
    var bytes = try encoder.append(picture, duration: 1)
    bytes += try encoder.finish()
    // The stream starts after the headers of the file and the chunk. The hint is bit 28 after the
    // signature.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "VP8L".utf8) }) + 8
    #expect(bytes[place] == 0x2F && bytes[place + 4] & 0x10 != 0)
    bytes[place + 4] &= ~0x10
    let read = try ImageDecoder.decode(bytes: bytes).pixmap
    #expect(read == picture)
  }
}
