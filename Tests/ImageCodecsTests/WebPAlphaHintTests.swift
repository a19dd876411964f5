@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// A lossless WebP says whether its alpha is used; the specification calls that a hint.
struct WebPAlphaHintTests {
  @Test func translucentPixelsArePremultipliedThoughTheFileSpeaksOfNoAlpha() throws {
    let size = try #require(PixelSize(width: 3, height: 2))
    let picture = try #require(
      Pixmap(size: size, bytes: (0..<6).flatMap { [UInt8($0 * 9), 60, 0, 128] }))
    var encoder = try WebPEncoder(size: size, options: WebPOptions(quality: 100))
    var bytes = try encoder.append(picture, duration: 1)
    bytes += try encoder.finish()
    // The stream begins behind the file's and the chunk's header; the hint is bit 28 behind its mark.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "VP8L".utf8) }) + 8
    #expect(bytes[place] == 0x2F && bytes[place + 4] & 0x10 != 0)
    bytes[place + 4] &= ~0x10
    let read = try ImageDecoder.decode(bytes: bytes).pixmap
    #expect(read == picture)
  }
}
