import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// The avatar and the rows of contacts on two devices, compared with measured positions in pixels.
struct ContactsLayersTests {
  /// Offsets in points, and the avatar's x and side in pixels on a screen that is 428 points wide
  /// and has 3 pixels per point. The avatar's y is 171.
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

  @Test("rows are behind the header's background, which ends at the header's bottom")
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

  @Test("only the visible rows of a hundred are laid out")
  func seenRows() throws {
    let scene = try DocumentScene("contacts") { try $0.document.set(text: "row", to: "Field {n}") }
    _ = try scene.commands(after: [0])
    // 652 of the screen's 896 points are below the header. They show 23 rows of 28.5 points.
    let texts = scene.composer.assets.texts.count
    #expect((22...27).contains(texts))
    _ = try scene.commands(after: [0])
    #expect(scene.composer.assets.texts.count == texts)
  }
}
