@testable import CodecInterface
@testable import GIF
import PortableMath
import Raster
import Testing

struct GIFByteCountsTests {
  /// Counts the bytes of a file by walking its blocks according to the specification.
  private func walked(_ bytes: [UInt8]) -> (pictures: Int, palettes: Int, pixels: Int) {
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    func skipBlocks(_ start: Int) -> Int {
      var place = start
      while bytes[place] != 0 { place += Int(bytes[place]) + 1 }
      return place + 1
    }
    var (pictures, palettes, pixels) = (0, table(bytes[10]), 0)
    var place = 13 + palettes
    while bytes[place] != 0x3B {
      if bytes[place] == 0x21 {
        place = skipBlocks(place + 2)
      } else {
        let local = table(bytes[place + 9])
        let start = place + 10 + local
        place = skipBlocks(start + 1)
        pictures += 1
        palettes += local
        pixels += place - start
      }
    }
    return (pictures, palettes, pixels)
  }

  @Test(arguments: [GIFOptions.Loop.forever, .plays(1), .plays(3)], [1, 5])
  func countsMatchTheBlocks(loop: GIFOptions.Loop, effort: Int) throws {
    // Knuth's MMIX constants.
    var random: UInt64 = 7
    let size = try #require(PixelSize(width: 40, height: 30))
    let options = GIFOptions(effort: effort, loop: loop)
    var encoder = try GIFEncoder(size: size, options: options)
    var bytes: [UInt8] = []
    let duration = try #require(RationalTime(duration: 1, over: 25))
    for _ in 0..<5 {
      var pixels = Pixmap(size: size, fill: .white).bytes
      for index in 0..<size.area * 4 where index % 4 != 3 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pixels[index] = UInt8(truncatingIfNeeded: random >> 56)
      }
      let frame = try #require(Pixmap(size: size, bytes: pixels))
      bytes += try encoder.append(frame, duration: duration)
    }
    bytes += try encoder.finish()
    let counts = try GIFByteCounts(bytes: bytes)
    let expected = walked(bytes)
    #expect(counts.pictures == expected.pictures)
    #expect(counts.palettes == expected.palettes)
    #expect(counts.pixels == expected.pixels)
    #expect(counts.palettes + counts.pixels + counts.container == bytes.count)
  }
}
