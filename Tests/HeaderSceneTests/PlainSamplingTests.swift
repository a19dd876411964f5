import HeaderModel
import Numerics
import Raster
import Testing

@testable import HeaderScene

/// Pictures that are sampled plainly, as the platform of the originals does.
struct PlainSamplingTests {
  /// Black, and every so many columns a white one.
  private func stripes(_ width: Int, _ height: Int, every count: Int) throws -> Pixmap {
    var bytes: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width {
        let level: UInt8 = x % count == 0 ? 255 : 0
        bytes += [level, level, level, 255]
      }
    }
    return try #require(Pixmap(size: .of(width, height), bytes: bytes))
  }

  @Test("a banner four times as wide as the screen shows its middle pixels, not their mean")
  func plain() throws {
    let banner = try stripes(2560, 100, every: 4)
    let picture = try DocumentScene(.mimic, banner: banner).picture(after: [0])
    #expect((300..<340).allSatisfy { picture.color($0, 100) == 0 })
  }

  @Test("a picture of which hardly a pixel would be seen is reduced first")
  func huge() throws {
    // 16 pixels for one at 1x: of these four are sampled, each the mean of four.
    let banner = try stripes(320 * 16, 100, every: 4)
    let picture = try DocumentScene(.mimic, scale: 1, banner: banner).picture(after: [0])
    let levels = (150..<170).map { Int(picture.color($0, 50) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 64) <= 2 })
  }

  @Test("contacts' avatar is the mean of what it covers")
  func contacts() throws {
    let avatar = try stripes(1024, 64, every: 2)
    let picture = try DocumentScene(.contacts, avatar: avatar).picture(after: [0])
    let levels = (380..<440).map { Int(picture.color($0, 246) & 0xFF) }
    #expect(levels.allSatisfy { abs($0 - 128) <= 40 })
  }
}
