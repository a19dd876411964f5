import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// The colors of the originals, pixel by pixel, in scenes without words.
struct ColorTests {
  /// Places in points, and the color of the pixel there at 2 pixels a point.
  static let mimicAtRest: [(String, Double, Double, UInt32)] = [
    ("banner", 100, 50, 0x804020), ("avatar", 40, 110, 0x2040C0),
    ("avatar's border", 9.5, 110, 0xFFFFFF), ("sub-header", 150, 150, 0xFFFFFF),
    ("follow's line", 249, 120, 0x0000FF), ("inside follow", 270, 120, 0xFFFFFF),
    ("segments' line", 54.5, 215, 0x007AFF), ("between segments", 124.5, 215, 0x007AFF),
    ("section header", 20, 215, 0xFFFFFF), ("section header's line", 5, 243.5, 0xAAAAAA),
    ("separator", 100, 287.5, 0xC8C8CC), ("left of the separator", 14, 287.5, 0xFFFFFF),
    ("right end of the separator", 319.5, 287.5, 0xC8C8CC), ("row", 100, 270, 0xFFFFFF),
  ]

  @Test("mimic at rest")
  func mimic() throws {
    let picture = try DocumentScene("mimic").picture(after: [0])
    for (what, x, y, expected) in Self.mimicAtRest {
      #expect(picture.color(Int(x * 2), Int(y * 2)) == expected, "\(what)")
    }
  }

  @Test("a pressed row is gray from the line above it to its end, without lines", arguments: 1...3)
  func pressedRow(scale: Int) throws {
    let scene = try DocumentScene("mimic", scale: scale) { $0.chrome.pressedRow = 1 }
    let picture = try scene.picture(after: [0])
    let top = (244 + 44) * scale - 1
    let column = (0..<picture.height).map { picture.color(100 * scale, $0) }
    #expect(column[top - 1] == 0xFFFFFF)
    #expect(column[top...(top + 44 * scale)].allSatisfy { $0 == 0xD9D9D9 })
    #expect(column[top + 44 * scale + 1] == 0xFFFFFF)
    #expect(picture.color(0, top + 5) == 0xD9D9D9)
  }

  @Test("stretch: separators #C6C6C8 from 15, spacer #34C759")
  func stretch() throws {
    let table = try DocumentScene("stretch").picture(after: [0])
    // The first row ends at 154 + 45 points.
    #expect(table.color(200, 397) == 0xC6C6C8)
    #expect(table.color(29, 397) == 0xFFFFFF)
    #expect(table.color(30, 397) == 0xC6C6C8)
    #expect(table.color(200, 396) == 0xFFFFFF)
    let scroll = try DocumentScene("stretch", "scroll").picture(after: [0])
    #expect(scroll.color(200, 1019) == 0xFFFFFF)
    #expect(scroll.color(200, 1020) == 0x34C759)
  }

  @Test("thinkandbuild: the button's line #55ACEE")
  func thinkAndBuild() throws {
    let picture = try DocumentScene("thinkandbuild").picture(after: [0])
    #expect(picture.color((375 - 122) * 2, 266) == 0x55ACEE)
  }

  @Test("contacts is dark: black, a white home indicator, a red pill")
  func contacts() throws {
    let scene = try DocumentScene("contacts", "recording") {
      $0.chrome.homeIndicator = true
      $0.chrome.statusBar = true
      $0.chrome.recordingPill = true
    }
    let picture = try scene.picture(after: [0])
    #expect(picture.color(3, 300) == 0x000000)
    #expect(picture.color(214 * 3, 915 * 3) == 0xFFFFFF)
    #expect(picture.color(214 * 3, 912 * 3) == 0x000000)
    #expect(picture.color(40 * 3, 20 * 3) == 0xDE3C34)
  }

  @Test("the scroll indicator shows while scrolling: 3 points wide, 2.2 from the edge")
  func indicator() throws {
    let scene = try DocumentScene("contacts", "recording") { $0.chrome.scrollIndicator = true }
    let y = 300 * 3
    let still = try scene.picture(after: [10])
    #expect((1260..<1284).allSatisfy { still.color($0, y) == 0 })
    let moving = try scene.picture(after: [10], isScrolling: true)
    let gray = (1200..<1284).filter { moving.color($0, y) == 0x828282 }
    #expect(gray.count == 8 && gray.first == 1269)
  }

  @Test("a window's title bar stands 31 points above the screen and moves it down")
  func window() throws {
    let bare = try DocumentScene("stretch").picture(after: [20])
    let framed = try DocumentScene("stretch") { $0.chrome.windowTitleBar = true }
      .picture(after: [20])
    #expect(framed.height == bare.height + 62)
    let screen = framed.cropped(
      to: PixelRect(x: 0, y: 62, width: bare.width, height: bare.height))
    #expect(screen == bare)
    #expect(framed.color(5, 5) == 0x2D2D2F)
    #expect(framed.color(38, 31) == 0x525254)
  }

  @Test("the ladder's steps whiten and saturate: a plain banner of step 4 and more")
  func ladder() throws {
    // The banner's 128, 64, 32 through the matrix in 1/256, then white at 0.2: 0.8 c + 51.
    let red: Double = 357 * 128 - 92 * 64 - 9 * 32
    let green: Double = 292 * 64 - 27 * 128 - 9 * 32
    let blue: Double = 375 * 32 - 92 * 64 - 27 * 128
    let picture = try DocumentScene("mimic").picture(after: [0, 64])
    let pixel = picture.color(200, 100)
    for (shift, value) in [(16, red), (8, green), (0, blue)] {
      let channel = Double(pixel >> UInt32(shift) & 255)
      #expect(abs(channel - (0.8 * value / 256 + 51)) <= 1)
    }
  }
}
