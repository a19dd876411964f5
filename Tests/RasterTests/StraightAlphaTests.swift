import PortableMath
import TestSupport
import Testing

@testable import Raster

/// The conversion of premultiplied colors to straight ones.
@Suite struct StraightAlphaTests {
  /// Tests all 32,896 pairs of a color and an alpha that is not smaller.
  @Test func unpremultiplyingRoundTrips() {
    for alpha in 0...255 {
      for color in 0...alpha {
        let straight = Int(StraightAlpha.quotient(UInt8(color), alpha: UInt8(alpha)))
        guard alpha > 0 else {
          #expect(straight == 0)
          continue
        }
        let exact = Double(color) * 255 / Double(alpha)
        if abs(Double(straight) - exact) > 0.5 { Issue.record("\(color) of \(alpha): \(straight)") }
        if (2 * straight * alpha + 255) / 510 != color { Issue.record("\(color) of \(alpha)") }
      }
    }
  }

  @Test func dividesManyPixelsLikeOne() {
    var random = SeededRandom(2)
    var pixels: [UInt8] = []
    for _ in 0..<500 {
      let alpha = [0, 255, random.byte()][random.number(below: 3)]
      pixels += (0..<3).map { _ in UInt8(random.number(in: 0...Int(alpha))) } + [alpha]
    }
    var divided = pixels
    StraightAlpha.divide(&divided)
    for place in pixels.indices {
      let alpha = pixels[place / 4 * 4 + 3]
      #expect(
        divided[place]
          == (place % 4 == 3 ? alpha : StraightAlpha.quotient(pixels[place], alpha: alpha)))
    }
    #expect(StraightAlpha.areQuotients(divided, of: pixels))
    divided[5] &+= 1
    #expect(!StraightAlpha.areQuotients(divided, of: pixels))
  }

  /// The file's colors are kept if division would not restore them, until the picture is drawn on.
  @Test func pictureKeepsStraightColorsOfItsFile() throws {
    let size = try pixelSize(2, 1)
    // 1 divided by 2 is 128, but the file has 100, and a color with alpha 0.
    let bytes: [UInt8] = [1, 0, 0, 2, 0, 0, 0, 0]
    let file: [UInt8] = [100, 0, 0, 2, 9, 8, 7, 0]
    var picture = try #require(Pixmap(size: size, bytes: bytes, straight: file))
    #expect(picture.straight == file)
    #expect(picture.visibleStraight == [100, 0, 0, 2, 0, 0, 0, 0])
    picture.bytes[0] = 2
    #expect(picture.straight == [255, 0, 0, 2, 0, 0, 0, 0])
    let plain = try #require(
      Pixmap(size: size, bytes: bytes, straight: [128, 0, 0, 2, 0, 0, 0, 0]))
    #expect(plain.straightBytes == nil)
    #expect(Pixmap(size: size, bytes: bytes, straight: [1]) == nil)
    let opaque = Pixmap(size: size, fill: .white)
    #expect(opaque.straight == opaque.bytes)
  }

  @Test func pictureHasFourBytesPerPixel() throws {
    let size = try pixelSize(3, 2)
    #expect(Pixmap(size: size, bytes: [UInt8](repeating: 0, count: 23)) == nil)
    #expect(Pixmap(size: size, bytes: [UInt8](repeating: 0, count: 24)) != nil)
    #expect(CoverageMask(size: size, bytes: [UInt8](repeating: 0, count: 24)) == nil)
    #expect(Color(rgb: 0x123456) == Color(red: 0x12, green: 0x34, blue: 0x56))
    #expect(Pixmap(size: size, fill: Color(rgb: 0xFF8000, alpha: 128))[1, 1] == [128, 64, 0, 128])
  }
}
