import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// Pictures that are scaled with bilinear sampling, as in the original apps.
struct PlainSamplingTests {
  /// Returns a black picture with a white column every `count` columns.
  private func stripes(_ width: Int, _ height: Int, every count: Int) throws -> Pixmap {
    let row = (0..<width).flatMap { x -> [UInt8] in
      let level: UInt8 = x % count == 0 ? 255 : 0
      return [level, level, level, 255]
    }
    let bytes = [[UInt8]](repeating: row, count: height).flatMap(\.self)
    return try #require(Pixmap(size: .of(width, height), bytes: bytes))
  }

  @Test("a banner four times as wide as the screen shows its middle pixels, not their mean")
  func plain() throws {
    let device = Device(width: 80, height: 120, scale: 2)
    let picture = try DocumentScene(
      "mimic", device: device, banner: stripes(640, 800, every: 4)
    ).picture(after: [0])
    #expect((20..<140).allSatisfy { picture.color($0, 10) == 0 })
  }

  @Test("a much larger picture is reduced before it is sampled")
  func huge() throws {
    // A pixel covers 16 columns of the picture. Four are sampled, each the mean of four columns.
    let device = Device(width: 80, height: 120, scale: 1)
    let picture = try DocumentScene(
      "mimic", device: device, banner: stripes(80 * 16, 1600, every: 4)
    ).picture(after: [0])
    let levels = (20..<60).map { Int(picture.color($0, 5) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 64) <= 2 })
  }

  @Test("the pixels of contacts' avatar are the mean of the covered pixels")
  func contacts() throws {
    let avatar = try stripes(1024, 64, every: 2)
    let picture = try DocumentScene("contacts", avatar: avatar).picture(after: [0])
    let levels = (380..<440).map { Int(picture.color($0, 246) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 128) <= 40 })
  }
}
