import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// The parts of the status bar and their keys, at 2 pixels per point.
struct StatusBarTests {
  private func bar(
    _ style: String, height: Int, edit: (inout ScreenChrome) -> Void
  ) throws -> Pixmap {
    let scene = try DocumentScene(style, scale: 2) { look in
      look.chrome.statusBar = true
      edit(&look.chrome)
    }
    let picture = try scene.picture(after: [0])
    return try #require(
      picture.cropped(to: PixelRect(x: 0, y: 0, width: picture.width, height: 2 * height)))
  }

  @Test("on a device with a home button, the bar is red while recording")
  func recordingOnClassicDevices() throws {
    let plain = try bar("mimic", height: 20) { _ in }
    let red = try bar("mimic", height: 20) { $0.recordingPill = true }
    #expect(plain.color(200, 2) != 0xDE3C34)
    #expect(red.color(200, 2) == 0xDE3C34 && red.color(0, 39) == 0xDE3C34)
  }

  @Test("each key changes the bar", arguments: ["mimic", "stretch", "contacts"])
  func keys(style: String) throws {
    let height = style == "contacts" ? 44 : 20
    let changes: [(inout ScreenChrome) -> Void] = [
      { $0.cellularBars = 1 }, { $0.batteryLevel = 40 }, { $0.charging = true },
      { $0.recordingPill = true }, { $0.wifi = false }, { $0.statusBarLook = .android },
    ]
    var pictures = [try bar(style, height: height) { _ in }]
    for change in changes { pictures.append(try bar(style, height: height, edit: change)) }
    for (index, picture) in pictures.enumerated() {
      #expect(!pictures[..<index].contains(picture), "change \(index)")
    }
  }

  @Test("the charge ends at the battery level")
  func level() throws {
    // The screen of contacts is 414 points wide. The battery's charge is drawn from 363.8 to 384.8.
    let half = try bar("contacts", height: 44) { $0.batteryLevel = 50 }
    #expect(half.color(2 * 366, 43) == 0xFFFFFF && half.color(2 * 380, 43) == 0x000000)
  }

  @Test("a battery is red at 20 percent or less, and green while charging")
  func low() throws {
    func charge(_ level: Int, isCharging: Bool = false) throws -> UInt32 {
      try bar("contacts", height: 44) {
        $0.batteryLevel = level
        if isCharging { $0.charging = true }
      }.color(2 * 365, 43)
    }
    #expect(try charge(21) == 0xFFFFFF)
    #expect(try charge(20) == 0xFF3B30)
    #expect(try charge(20, isCharging: true) == 0x30D158)
  }

  @Test("the recording pill replaces the time next to a notch, unless the time is requested")
  func recordingPillReplacesClock() throws {
    func commands(_ edit: (inout ScreenChrome) -> Void) throws -> Int {
      try DocumentScene("contacts", keepsWords: true) { look in
        look.chrome.statusBar = true
        look.chrome.recordingPill = true
        edit(&look.chrome)
      }.commands(after: [0]).count
    }
    let plain = try commands { _ in }
    #expect(try commands { $0.clock = false } == plain)
    #expect(try commands { $0.clock = true } == plain + 1)
  }

  @Test("the bars above the signal strength are dim")
  func signal() throws {
    let two = try bar("contacts", height: 44) { $0.cellularBars = 2 }
    // The first and the last bar, near their bottom.
    let (first, last) = (two.color(2 * 313, 54), two.color(2 * 331, 54))
    #expect(first == 0xFFFFFF)
    #expect(last != 0xFFFFFF && last != 0x000000)
  }
}
