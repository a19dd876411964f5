import PortableMath
import Raster
import Testing

@testable import HeaderScene
@testable import Typesetting

/// Each kind of command on a canvas of 4 x 4 pixels.
struct CommandPainterTests {
  static let all = PixelRect(x: 0, y: 0, width: 4, height: 4)
  static let red = Color(rgb: 0xFF0000)
  static let blue = Color(rgb: 0x0000FF)

  /// The canvas, white at first, as rows of 0xRRGGBB.
  func paint(_ commands: [DrawingCommand], _ fill: (inout DrawingAssets) throws -> Void = { _ in })
    throws
    -> [[UInt32]]
  {
    var assets = DrawingAssets()
    try fill(&assets)
    let picture = try CommandPainter(assets: assets)
      .paint(commands, size: .of(4, 4), background: .white)
    return (0..<4).map { y in (0..<4).map { picture.color($0, y) } }
  }

  func command(_ content: DrawingCommand.Content, clip: PixelRect = all) -> DrawingCommand {
    DrawingCommand(content: content, clip: clip)
  }

  @Test("the later layer covers the earlier one, within its clip")
  func order() throws {
    let whole = DeviceRect(Self.all)
    let pixels = try paint([
      command(.fill(RoundedRectangle(whole, cornerRadius: 0), Self.red)),
      command(
        .fill(RoundedRectangle(whole, cornerRadius: 0), Self.blue),
        clip: PixelRect(x: 2, y: 0, width: 2, height: 1)),
    ])
    #expect(pixels[0] == [0xFF0000, 0xFF0000, 0x0000FF, 0x0000FF])
    #expect(pixels[1] == [0xFF0000, 0xFF0000, 0xFF0000, 0xFF0000])
  }

  @Test("a fractional edge covers in proportion")
  func fraction() throws {
    let rect = DeviceRect(x: 0.5, y: 0, width: 2, height: 1)
    let pixels = try paint([command(.fill(RoundedRectangle(rect, cornerRadius: 0), .black))])
    #expect(pixels[0][1] == 0 && pixels[0][3] == 0xFFFFFF)
    #expect([0x7F7F7F, 0x808080].contains(pixels[0][0]))
    #expect(pixels[0][0] == pixels[0][2])
    #expect(pixels[1] == [0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF])
  }

  @Test("a line lies inside its shape")
  func stroke() throws {
    let shape = RoundedRectangle(DeviceRect(Self.all), cornerRadius: 0)
    let pixels = try paint([command(.border(shape, lineWidth: 1, Self.blue))])
    #expect(pixels[0] == [0x0000FF, 0x0000FF, 0x0000FF, 0x0000FF])
    #expect(pixels[1] == [0x0000FF, 0xFFFFFF, 0xFFFFFF, 0x0000FF])
  }

  @Test("pictures: as they are, and mixed")
  func pictures() throws {
    let prepare: (inout DrawingAssets) throws -> Void = { assets in
      assets.pictures = [
        try Pixmap(size: .of(2, 1), fill: .black), try Pixmap(size: .of(2, 1), fill: Self.red),
      ]
    }
    let (first, second) = (PictureAsset(index: 0), PictureAsset(index: 1))
    let whole = try paint([command(.picture(first, x: 1, y: 0, opacity: 255))], prepare)
    #expect(whole[0] == [0xFFFFFF, 0, 0, 0xFFFFFF])
    let mixed = try paint([command(.crossfade(first, second, alpha: 51, x: 0, y: 0))], prepare)
    #expect(mixed[0] == [0x330000, 0x330000, 0xFFFFFF, 0xFFFFFF])
  }

  @Test("a fitted picture is the mean of what each pixel covers, within the shape")
  func fitted() throws {
    let rect = DeviceRect(x: 0, y: 0, width: 2, height: 2)
    let right = RoundedRectangle(DeviceRect(x: 1, y: 0, width: 1, height: 2), cornerRadius: 0)
    let pixels = try paint([
      command(.fittedPicture(PictureAsset(index: 0), rect: rect, shape: right, opacity: 255))
    ]) { assets in
      // Columns of 0, 0, 40, 120: means of pairs are 0 and 80.
      var picture = try Pixmap(size: .of(4, 4), fill: .black)
      for x in 2..<4 {
        let gray = UInt8(x == 2 ? 40 : 120)
        picture.fill(
          DeviceRect(x: Double(x), y: 0, width: 1, height: 4),
          with: Color(red: gray, green: gray, blue: gray), clip: Self.all)
      }
      assets.pictures = [picture]
    }
    #expect(pixels[0] == [0xFFFFFF, 0x505050, 0xFFFFFF, 0xFFFFFF])
    #expect(pixels[1] == pixels[0])
    #expect(pixels[2][1] == 0xFFFFFF)
  }

  @Test("a picture that ends within its shape is cut to the fraction of a pixel")
  func fittedInside() throws {
    let rect = DeviceRect(x: 0, y: 0.5, width: 4, height: 2)
    let shape = RoundedRectangle(DeviceRect(Self.all), cornerRadius: 0)
    let pixels = try paint([
      command(.fittedPicture(PictureAsset(index: 0), rect: rect, shape: shape, opacity: 255))
    ]) {
      $0.pictures = [try Pixmap(size: .of(8, 4), fill: .black)]
    }
    #expect([0x7F7F7F, 0x808080].contains(pixels[0][1]))
    #expect(pixels[1][1] == 0)
    #expect([0x7F7F7F, 0x808080].contains(pixels[2][1]))
    #expect(pixels[3][1] == 0xFFFFFF)
  }

  @Test("of a picture a million times larger than its shape only the part in it is made")
  func hugeFitted() throws {
    let rect = DeviceRect(x: -1e6, y: -1e6, width: 4e6, height: 4e6)
    let shape = RoundedRectangle(DeviceRect(Self.all), cornerRadius: 0)
    let pixels = try paint([
      command(.fittedPicture(PictureAsset(index: 0), rect: rect, shape: shape, opacity: 255))
    ]) {
      $0.pictures = [try Pixmap(size: .of(3, 3), fill: Self.blue)]
    }
    #expect(pixels.allSatisfy { $0.allSatisfy { $0 == 0x0000FF } })
  }

  /// A letter of one pixel, one pixel right of the pen and two above the baseline.
  func dot(picture: Bool = false) throws -> ShapedText {
    let size = try PixelSize.of(1, 1)
    return ShapedText(
      ink: PixelRect(x: 1, y: -2, width: 1, height: 1),
      mask: picture ? nil : CoverageMask(size: size, bytes: [255]),
      picture: picture ? Pixmap(size: size, fill: Self.red) : nil, advanceWidth: 3,
      missingCharacters: [], fonts: [])
  }

  @Test("a text stands on its baseline, moved by fractions, enlarged about the pen")
  func text() throws {
    let id = TextAsset(index: 0)
    func row(_ x: Double, _ y: Double, _ scale: Double, _ index: Int) throws -> [UInt32] {
      try paint([command(.text(id, x: x, y: y, scale: scale, .black))]) { $0.texts = [try dot()] }[
        index]
    }
    #expect(try row(0, 3, 1, 1) == [0xFFFFFF, 0, 0xFFFFFF, 0xFFFFFF])
    let half = try row(0.5, 3, 1, 1)
    #expect(half[1] == half[2] && [0x7F7F7F, 0x808080].contains(half[1]))
    // Twice as large: ink from 2 to 4, and from 4 to 2 pixels above the baseline, where it fades
    // within a pixel.
    #expect(try row(0, 4, 2, 0)[3] < 0x808080)
    #expect(try row(0, 4, 2, 3) == [0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF])
  }

  @Test("color glyphs keep their colors")
  func emoji() throws {
    let pixels = try paint([command(.text(TextAsset(index: 0), x: 0, y: 3, scale: 1, .black))]) {
      $0.texts = [try dot(picture: true)]
    }
    #expect(pixels[1] == [0xFFFFFF, 0xFF0000, 0xFFFFFF, 0xFFFFFF])
  }

  @Test("an icon lies at its place in its color")
  func icon() throws {
    let pixels = try paint([
      command(
        .mask(
          MaskAsset(index: 0), rect: DeviceRect(x: 2, y: 3, width: 1, height: 1), Self.blue))
    ]) {
      $0.masks = [try #require(CoverageMask(size: .of(1, 1), bytes: [255]))]
    }
    #expect(pixels[3] == [0xFFFFFF, 0xFFFFFF, 0x0000FF, 0xFFFFFF])
  }
}
