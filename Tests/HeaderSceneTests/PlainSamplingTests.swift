import HeaderModel
import Numerics
import Raster
import Testing

@testable import HeaderScene

/// Pictures that are sampled plainly, as the platform of the originals does.
struct PlainSamplingTests {
  /// Columns of black and white by turns.
  private func stripes(_ width: Int, _ height: Int, every count: Int) throws -> Pixmap {
    var bytes: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width {
        let level: UInt8 = (x / count) % 2 == 0 ? 0 : 255
        bytes += [level, level, level, 255]
      }
    }
    return try #require(Pixmap(size: .of(width, height), bytes: bytes))
  }

  @Test("a banner four times as wide as the screen shows one pixel in four, not their mean")
  func plain() throws {
    // Pixel x shows the picture from 4 x to 4 x + 4; its middle lies between the second and third.
    let banner = try stripes(2560, 800, every: 2)
    let picture = try DocumentScene(.mimic, banner: banner).picture(after: [0])
    #expect((100..<110).allSatisfy { [0x7F7F7F, 0x808080].contains(picture.color($0, 190)) })
    let fine = try stripes(2560, 800, every: 4)
    let kept = try DocumentScene(.mimic, banner: fine).picture(after: [0])
    #expect((100..<110).allSatisfy { [0x000000, 0xFFFFFF].contains(kept.color($0, 190)) })
    #expect(kept.color(100, 190) != kept.color(101, 190))
  }

  @Test("a picture of which hardly a pixel would be seen is reduced first")
  func huge() throws {
    let banner = try stripes(2560 * 4, 800, every: 1)
    let picture = try DocumentScene(.mimic, scale: 1, banner: banner).picture(after: [0])
    let levels = (100..<160).map { Int(picture.color($0, 90) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 128) <= 2 })
  }

  @Test("contacts' avatar is the mean of what it covers")
  func contacts() throws {
    let avatar = try stripes(1024, 1024, every: 1)
    let picture = try DocumentScene(.contacts, avatar: avatar).picture(after: [0])
    let levels = (380..<440).map { Int(picture.color($0, 240) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 128) <= 2 })
  }
}
