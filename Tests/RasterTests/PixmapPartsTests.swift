import PortableMath
import Testing

@testable import Raster

@Suite struct PixmapPartsTests {
  @Test("a crop holds the pixels of its rectangle")
  func crop() throws {
    let picture = Pixmap.translucentNoise(try pixelSize(9, 7))
    let part = try #require(picture.cropped(to: PixelRect(x: 2, y: 3, width: 5, height: 4)))
    #expect(part.size == (try pixelSize(5, 4)))
    for y in 0..<4 {
      for x in 0..<5 { #expect(part[x, y] == picture[x + 2, y + 3]) }
    }
  }

  @Test(
    "a crop that is empty or leaves the picture is refused",
    arguments: [
      PixelRect(x: 0, y: 0, width: 0, height: 3), PixelRect(x: -1, y: 0, width: 3, height: 3),
      PixelRect(x: 7, y: 0, width: 3, height: 3), PixelRect(x: 0, y: 5, width: 3, height: 3),
    ])
  func badCrop(rect: PixelRect) throws {
    #expect(Pixmap(size: try pixelSize(9, 7)).cropped(to: rect) == nil)
  }

  @Test("one translucent pixel anywhere makes a picture not opaque", arguments: 1...9)
  func opaque(width: Int) throws {
    var picture = Pixmap.opaqueNoise(try pixelSize(width, 3))
    #expect(picture.isOpaque)
    for pixel in 0..<picture.size.area {
      picture.bytes[pixel * 4 + 3] = 254
      #expect(!picture.isOpaque)
      picture.bytes[pixel * 4 + 3] = 255
    }
  }
}
