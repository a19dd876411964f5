import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// Pictures with plain sampling, like on the originals' platform.
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

  @Test("a picture of which hardly a pixel would be seen is reduced first")
  func huge() throws {
    // 16 source pixels for one at 1x: four are sampled, each as the mean of four.
    let device = Device(width: 80, height: 120, scale: 1)
    let picture = try DocumentScene(
      "mimic", device: device, banner: stripes(80 * 16, 1600, every: 4)
    ).picture(after: [0])
    let levels = (20..<60).map { Int(picture.color($0, 5) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 64) <= 2 })
  }

  @Test("contacts' avatar is the mean of what it covers")
  func contacts() throws {
    let avatar = try stripes(1024, 64, every: 2)
    let picture = try DocumentScene("contacts", avatar: avatar).picture(after: [0])
    let levels = (380..<440).map { Int(picture.color($0, 246) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 128) <= 40 })
  }
}
