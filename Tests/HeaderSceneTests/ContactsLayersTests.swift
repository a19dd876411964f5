import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// contacts: both devices of the style's table, whose places snapped to pixels stand there.
struct ContactsLayersTests {
  /// Offset, avatar's x and side in device pixels at 428 points and 3 pixels a point; y is 171.
  static let recording: [(Double, Double, Double)] = [
    (-100, 320, 645), (-50, 377, 531), (-38 / 3.0, 420, 445), (0, 434, 416), (23 / 3.0, 443, 399),
    (10, 445, 394), (25, 463, 359), (118 / 3.0, 479, 327), (136 / 3.0, 486, 313), (50, 491, 302),
    (100, 491, 302), (306, 491, 302),
  ]

  @Test("the recording's avatar", arguments: recording)
  func avatar(offset: Double, x: Double, side: Double) throws {
    let scene = try DocumentScene("contacts", "recording")
    #expect(try scene.summary(after: [offset]) == [.init(.avatar, x, 171, side, side)])
  }

  @Test(
    "the storyboard's avatar", arguments: [(0.0, 276.0, 277.0), (10, 283, 262), (50, 314, 201)])
  func storyboard(offset: Double, x: Double, side: Double) throws {
    let scene = try DocumentScene("contacts")
    #expect(try scene.summary(after: [offset]) == [.init(.avatar, x, 108, side, side)])
  }

  @Test("rows lie under the ground of the header, which ends at its bottom")
  func ground() throws {
    let scene = try DocumentScene("contacts") { try $0.document.set(text: "row", to: "Field {n}") }
    let layers = try scene.commands(after: [60])
    let ground = try #require(
      layers.firstIndex {
        $0.content
          == .fill(
            RoundedRectangle(
              DeviceRect(x: 0, y: 0, width: 828, height: 388), cornerRadius: 0), .black)
      })
    let texts = layers.indices.filter { index in
      if case .text = layers[index].content { true } else { false }
    }
    #expect(texts.allSatisfy { $0 < ground })
    #expect(texts.count > 10)
  }

  @Test("of a hundred rows the seen ones are set, no more")
  func seenRows() throws {
    let scene = try DocumentScene("contacts") { try $0.document.set(text: "row", to: "Field {n}") }
    _ = try scene.commands(after: [0])
    // 896 points, of which 652 are under the header, hold 23 rows of 28.5 points.
    let texts = scene.composer.assets.texts.count
    #expect((22...27).contains(texts))
    _ = try scene.commands(after: [0])
    #expect(scene.composer.assets.texts.count == texts)
  }
}
