@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// The straight colors of translucent pixels are preserved although premultiplication loses them.
struct StraightAlphaTests {
  private static let size = PixelSize(width: 16, height: 16)

  /// Returns a file of noise with all combinations of color and alpha, including alpha 0.
  private func noise(seed: UInt64, alpha: UInt8? = nil) throws -> (straight: [UInt8], file: [UInt8])
  {
    var random = RandomPictures(seed: seed)
    let size = try #require(Self.size)
    let straight = (0..<size.area).flatMap { _ in
      [random.byte(), random.byte(), random.byte(), alpha ?? random.byte()]
    }
    return (straight, try file(straight))
  }

  private func file(_ straight: [UInt8]) throws -> [UInt8] {
    let size = try #require(Self.size)
    return try PNGPicture(size: size, colorType: .rgba, samples: straight)
      .file(level: 4, filters: 31)
  }

  private func decoded(_ file: [UInt8]) throws -> Pixmap {
    try ImageDecoder.decode(bytes: file).pixmap
  }

  private func animation(_ pictures: [Pixmap]) throws -> [Pixmap] {
    var encoder = try APNGEncoder(size: try #require(pictures.first).size)
    for picture in pictures { _ = try encoder.append(picture, duration: 1) }
    return try AnimationDecoder.decode(bytes: encoder.finish()).frames.map(\.pixmap)
  }

  @Test(arguments: [0, 1, 2, 127, 254, 255, nil] as [UInt8?])
  func pictureKeepsStraightColorsOfItsFile(alpha: UInt8?) throws {
    let (straight, file) = try noise(seed: 3, alpha: alpha)
    let picture = try decoded(file)
    #expect(picture.straight == straight)
    #expect(try decoded(PNGEncoder.encode(picture)) == picture)
    #expect(try animation([picture]) == [picture])
  }

  @Test func paletteKeepsColorsOfItsFile() throws {
    let area = try #require(Self.size).area
    let colors: [[UInt8]] = [[250, 3, 77, 1], [9, 8, 7, 0], [1, 2, 3, 255]]
    let picture = try decoded(file((0..<area).flatMap { colors[$0 % 3] }))
    let again = try PNGEncoder.encode(picture)
    #expect(try ImageInspector.inspect(bytes: again).colorType == "palette")
    #expect(try decoded(again) == picture)
  }

  @Test(arguments: Corpus.good.filter { $0.isPNG && !$0.name.hasPrefix("animated") })
  func corpusFilesKeepTheirColors(item: Corpus.Item) throws {
    let bytes = try item.bytes()
    let picture = try decoded(bytes)
    var multiplied = picture.straight
    Premultiplication.premultiply(&multiplied)
    // Products of 16-bit samples are rounded once, here twice.
    let error = try ImageInspector.inspect(bytes: bytes).bitDepth == 16 ? 1 : 0
    let steps = zip(multiplied, picture.bytes).map { abs(Int($0) - Int($1)) }
    #expect(steps.allSatisfy { $0 <= error })
    #expect(try decoded(PNGEncoder.encode(picture)).straight == picture.straight)
    #expect(try animation([picture])[0].straight == picture.straight)
  }

  @Test func framesKeepColorsOfTheirFile() throws {
    var straight = try noise(seed: 4).straight
    var pictures: [Pixmap] = []
    // An opaque frame, then changes of a few opaque and translucent pixels.
    pictures.append(try decoded(noise(seed: 9, alpha: 255).file))
    for step in 0..<6 {
      pictures.append(try decoded(file(straight)))
      let alpha: UInt8 = step % 2 == 0 ? 255 : 3
      straight.replaceSubrange(step * 40..<step * 40 + 4, with: [200, UInt8(step), 90, alpha])
      // A color that premultiplication loses in eight bits.
      straight.replaceSubrange(600..<604, with: [UInt8(step), 1, 2, 1])
    }
    #expect(try animation(pictures) == pictures)
  }

  /// Colors are not blended if the frame or the canvas is clear or opaque.
  @Test(
    arguments: [
      ([10, 20, 30, 7], [201, 202, 203, 0], [10, 20, 30, 7]),
      ([10, 20, 30, 0], [201, 202, 203, 7], [201, 202, 203, 7]),
      ([10, 20, 30, 7], [201, 202, 203, 255], [201, 202, 203, 255]),
      ([10, 20, 30, 255], [201, 202, 203, 0], [10, 20, 30, 255]),
    ] as [([UInt8], [UInt8], [UInt8])])
  func compositedFramesKeepTheirColors(
    under: [UInt8], over: [UInt8], seen: [UInt8]
  ) throws {
    let size = try #require(PixelSize(width: 1, height: 1))
    var canvas = AnimationCanvas(size: size)
    func show(_ pixel: [UInt8], _ blend: FrameControl.Blend) throws -> Pixmap {
      let file = try PNGPicture(size: size, colorType: .rgba, samples: pixel)
        .file(level: 4, filters: 1)
      return canvas.show(
        try decoded(file),
        FrameControl(rect: size.bounds, disposal: .keep, blend: blend))
    }
    _ = try show(under, .replace)
    #expect(try show(over, .over).straight == seen)
  }

  @Test func translucentPixelsHaveMixedColors() throws {
    let size = try #require(PixelSize(width: 1, height: 1))
    var canvas = AnimationCanvas(size: size)
    let control = { FrameControl(rect: size.bounds, disposal: .keep, blend: $0) }
    let file = try PNGPicture(size: size, colorType: .rgba, samples: [250, 3, 99, 9])
      .file(level: 4, filters: 1)
    let picture = try decoded(file)
    _ = canvas.show(picture, control(.replace))
    let mixture = canvas.show(picture, control(.over))
    #expect(mixture.straightBytes == nil)
    #expect(mixture.bytes[3] == 18)
  }

  @Test func drawingDropsTheColorsOfTheFile() throws {
    var picture = try decoded(noise(seed: 5, alpha: 3).file)
    #expect(picture.straightBytes != nil)
    picture.fill(DeviceRect(picture.size.bounds), with: .white, clip: picture.size.bounds)
    #expect(picture.straightBytes == nil)
  }
}
