@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct PNGEncoderTests {
  private static let sizes = [(1, 1), (2, 3), (7, 5), (33, 20)]

  @Test(arguments: RandomPictures.Kind.allCases, sizes)
  func decodingGivesTheSamePixels(kind: RandomPictures.Kind, size: (Int, Int)) throws {
    var random = RandomPictures(seed: 5)
    let picture = try random.picture(kind, width: size.0, height: size.1)
    let file = try PNGEncoder.encode(picture)
    #expect(try ImageDecoder.decode(bytes: file).pixmap == picture)
  }

  @Test(arguments: 0...9)
  func levelsChangeNoPixel(level: Int) throws {
    var random = RandomPictures(seed: 6)
    for kind in [RandomPictures.Kind.photo, .translucent, .fewColors] {
      let picture = try random.picture(kind, width: 19, height: 11)
      let file = try PNGEncoder.encode(picture, options: PNGOptions(level: level))
      #expect(try ImageDecoder.decode(bytes: file).pixmap == picture)
    }
  }

  @Test(arguments: [
    (RandomPictures.Kind.photo, "RGB", 8), (.translucent, "RGBA", 8), (.fewColors, "palette", 4),
    (.gray, "gray", 8), (.black, "palette", 1), (.twoColors, "palette", 1),
  ])
  func smallestColorTypeIsUsed(kind: RandomPictures.Kind, colorType: String, depth: Int) throws {
    var random = RandomPictures(seed: 7)
    let picture = try random.picture(kind, width: 40, height: 40)
    let description = try ImageInspector.inspect(bytes: PNGEncoder.encode(picture))
    #expect(description.colorType == colorType)
    #expect(description.bitDepth == depth)
  }

  @Test(arguments: [(2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
  func palettesUseTheFewestBits(colors: Int, depth: Int) throws {
    let size = try #require(PixelSize(width: colors, height: 2))
    let row = (0..<colors).flatMap { color -> [UInt8] in [UInt8(color), 7, UInt8(255 - color), 255]
    }
    let picture = try #require(Pixmap(size: size, bytes: row + row))
    let file = try PNGEncoder.encode(picture)
    let description = try ImageInspector.inspect(bytes: file)
    #expect(description.bitDepth == depth)
    #expect(description.paletteCount == colors)
    #expect(try ImageDecoder.decode(bytes: file).pixmap == picture)
  }

  @Test func a257thColorNeedsRGB() throws {
    let size = try #require(PixelSize(width: 257, height: 1))
    let bytes = (0..<257).flatMap { color -> [UInt8] in
      [UInt8(color & 255), UInt8(color >> 8), 9, 255]
    }
    let picture = try #require(Pixmap(size: size, bytes: bytes))
    let file = try PNGEncoder.encode(picture)
    #expect(try ImageInspector.inspect(bytes: file).colorType == "RGB")
    #expect(try ImageDecoder.decode(bytes: file).pixmap == picture)
  }

  @Test func higherLevelsGiveSmallerFiles() throws {
    var random = RandomPictures(seed: 8)
    let tile = try random.picture(.photo, width: 20, height: 20)
    let size = try #require(PixelSize(width: 20, height: 200))
    let picture = try #require(
      Pixmap(size: size, bytes: (0..<10).flatMap { _ in tile.bytes }))
    let counts = try [0, 1, 9].map {
      try PNGEncoder.encode(picture, options: PNGOptions(level: $0)).count
    }
    #expect(counts[0] > picture.size.area * 3)
    #expect(counts[1] < counts[0] / 4)
    #expect(counts[2] <= counts[1])
  }

  @Test func theSamePictureGivesTheSameBytes() throws {
    var random = RandomPictures(seed: 9)
    let picture = try random.picture(.fewTranslucentColors, width: 30, height: 30)
    #expect(try PNGEncoder.encode(picture) == PNGEncoder.encode(picture))
  }

  @Test(arguments: [-1, 10])
  func invalidLevelsAreRejected(level: Int) throws {
    let picture = Pixmap(size: try #require(PixelSize(width: 1, height: 1)))
    let error = #expect(throws: CodecError.self) {
      try PNGEncoder.encode(picture, options: PNGOptions(level: level))
    }
    #expect(error?.description == "a PNG level of \(level); give 0 to 9")
  }

  /// With automatic filters, a smooth picture of many colors is much smaller than without.
  @Test func automaticFiltersPackGradients() throws {
    let size = try #require(PixelSize(width: 64, height: 64))
    let bytes = (0..<size.area).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % 64, pixel / 64)
      return [UInt8(x * 3 + y), UInt8(y * 2 + x), UInt8(200 - x - y), 255]
    }
    let picture = try #require(Pixmap(size: size, bytes: bytes))
    let automatic = try PNGEncoder.encode(picture)
    let none = try PNGPicture(smallestFor: picture).file(level: 4, filters: 1)
    #expect(automatic.count * 2 < none.count)
  }
}
