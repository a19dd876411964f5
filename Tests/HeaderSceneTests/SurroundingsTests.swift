import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// The scroll indicator, the display's cutout and corners, the device frame and the tab bar, at 1
/// pixel per point.
struct SurroundingsTests {
  /// The track is 280 points long after insets of 3 points at both ends. Half of the content is
  /// visible. Overscroll shortens the indicator to at least 36 points.
  @Test(
    "the scroll indicator's length and position are those of the visible part of the content",
    arguments: [
      (0.0, 23, 163), (150, 90, 230), (300, 157, 297), (340, 197, 297), (-40, 23, 123),
      (1000, 261, 297), (-1000, 23, 59),
    ])
  func scrollIndicator(offset: Double, top: Int, bottom: Int) throws {
    let state = TestLayer.frame([], offset: offset)
    let composer = try HeaderComposer(
      survey: LayerSurvey(launch: state, others: []), images: [:],
      appearance: SceneAppearance(
        chrome: ScreenChrome(statusBar: false, homeIndicator: false, scrollIndicator: true)),
      scroll: (viewportHeight: 300, largestOffset: 300),
      device: Device(
        name: "test", width: 200, height: 300, scale: 1, statusBarHeight: 20, safeAreaBottom: 0),
      fonts: try SceneFonts())
    func rows(isScrolling: Bool) throws -> [Int] {
      let picture = CommandPainter(assets: composer.assets).paint(
        try composer.compose(state, isScrolling: isScrolling), size: composer.canvasSize,
        background: .white)
      return (0..<300).filter { picture.color(196, $0) != 0xFFFFFF }
    }
    #expect(try rows(isScrolling: true) == Array(top..<bottom))
    #expect(try rows(isScrolling: false).isEmpty)
  }

  private func picture(
    _ device: String, _ style: String = "mimic", edit: (inout ScreenChrome) -> Void
  ) throws -> Pixmap {
    let screen = try #require(Device(named: device))
    return try DocumentScene(style, scale: 1, device: screen) { look in edit(&look.chrome) }
      .picture(after: [0])
  }

  @Test(
    "notch, island and hole are black, and drawn only on request",
    arguments: [("iphone-13", 5), ("iphone-15-pro", 25), ("pixel-9", 24)])
  func cutout(device: String, y: Int) throws {
    let plain = try picture(device) { _ in }
    let cut = try picture(device) { $0.cutout = true }
    #expect(plain.color(plain.width / 2, y) != 0)
    #expect(cut.color(plain.width / 2, y) == 0)
    #expect(cut.color(20, 100) == plain.color(20, 100))
  }

  @Test("the area outside of round corners is black")
  func corners() throws {
    let picture = try picture("iphone-15-pro") { $0.roundedCorners = true }
    #expect(picture.color(1, 1) == 0 && picture.color(391, 850) == 0)
    #expect(picture.color(200, 1) != 0)
  }

  @Test("a frame is 14 points wide and moves the screen")
  func frame() throws {
    let plain = try picture("iphone-15-pro") { _ in }
    let framed = try picture("iphone-15-pro") { $0.deviceFrame = true }
    #expect(framed.width == plain.width + 28 && framed.height == plain.height + 28)
    #expect(framed.color(0, 0) == 0xFFFFFF && framed.color(15, 15) == 0xFFFFFF)
    #expect(framed.color(8, 400) == 0x0B0B0C)
    let inner = try #require(framed.cropped(to: PixelRect(x: 114, y: 114, width: 200, height: 200)))
    let same = try #require(plain.cropped(to: PixelRect(x: 100, y: 100, width: 200, height: 200)))
    #expect(inner == same)
  }

  @Test("tabs are at the bottom, and the first has the accent color")
  func tabs() throws {
    let picture = try picture("iphone-8") { $0.tabBar = true }
    let row = (0..<75).map { picture.color($0, 667 - 22) }
    #expect(row.contains(0x007AFF))
    #expect(picture.color(5, 660) == 0xFFFFFF)
  }
}
