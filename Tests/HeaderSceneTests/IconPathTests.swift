import HeaderModel
import Raster
import Testing

@testable import HeaderScene

/// The shapes of icons at 8 pixels per point.
struct IconPathTests {
  /// An icon of the chrome, or a named icon of `side` x `side` points.
  enum Icon {
    case screen(SceneIcon)
    case named(String, side: Double)

    func mask(scale: Double) -> (CoverageMask, margin: Int)? {
      let made =
        switch self {
        case .screen(let icon): icon.mask(scale: scale)
        case .named(let name, let side):
          IconMask.make(
            IconMask.Key(
              shape: .named(name), width: side * scale, height: side * scale, scale: scale))
        }
      return made.map { ($0.mask, -$0.x) }
    }
  }

  /// Returns the coverage in 0...255 at a position in points from the icon's corner.
  func coverage(_ icon: Icon, x: Double, y: Double) throws -> UInt8 {
    let (mask, margin) = try #require(icon.mask(scale: 8))
    let column = Int(x * 8) + margin
    let row = Int(y * 8) + margin
    return mask.bytes[row * mask.width + column]
  }

  static let battery = BatteryShape(width: 22, height: 10, line: 1)

  static let icons: [Icon] = [
    .screen(.wifi(width: 11, height: 7.78)), .screen(.wifi(width: 17.5, height: 12.4)),
    .screen(.cellular(width: 22, height: 13, bars: 3...3)), .screen(.camera), .screen(.home),
    .screen(.rotate), .screen(.bolt(height: 17, rim: 1)),
    .screen(.batteryOutline(battery)), .screen(.batteryBody(battery, percent: 100)),
    .screen(.bolt(height: 11)),
    .named("magnifier", side: 17), .named("heart", side: 32), .screen(.pointer),
    .screen(.pointerOutline), .screen(.record(diameter: 14)),
  ]

  @Test("an icon has ink, and none on its mask's border", arguments: icons)
  func staysInside(icon: Icon) throws {
    let (mask, _) = try #require(icon.mask(scale: 2))
    #expect(mask.bytes.contains(255))
    for column in 0..<mask.width {
      #expect(mask.bytes[column] == 0)
      #expect(mask.bytes[(mask.height - 1) * mask.width + column] == 0)
    }
    for row in 0..<mask.height {
      #expect(mask.bytes[row * mask.width] == 0)
      #expect(mask.bytes[row * mask.width + mask.width - 1] == 0)
    }
  }

  @Test(
    "inked places",
    arguments: [
      (.screen(.wifi(width: 11, height: 7.78)), 5.5, 0.5),
      (.screen(.wifi(width: 11, height: 7.78)), 5.5, 7.2),
      (.screen(.cellular(width: 22, height: 13, bars: 0...0)), 1, 11),
      (.screen(.cellular(width: 22, height: 13, bars: 3...3)), 20, 3),
      (.screen(.batteryOutline(battery)), 11, 0.5),
      (.screen(.batteryOutline(battery)), 23.3, 5),
      (.screen(.batteryBody(battery, percent: 100)), 11, 5), (.screen(.bolt(height: 11)), 3.4, 5.5),
      (.named("magnifier", side: 17), 6.6, 0.5), (.named("magnifier", side: 17), 14, 14),
      (.named("heart", side: 32), 16, 16), (.screen(.pointer), 2, 8),
      (.screen(.pointerOutline), -0.5, 8), (.screen(.record(diameter: 14)), 7, 7),
      (.screen(.record(diameter: 14)), 7, 0.5),
    ] as [(Icon, Double, Double)])
  func inked(icon: Icon, x: Double, y: Double) throws {
    #expect(try coverage(icon, x: x, y: y) == 255)
  }

  @Test(
    "free places: gaps, holes and notches",
    arguments: [
      (.screen(.wifi(width: 11, height: 7.78)), 5.5, 2.1),
      (.screen(.wifi(width: 11, height: 7.78)), 1, 7),
      (.screen(.cellular(width: 22, height: 13, bars: 0...0)), 1, 3),
      (.screen(.cellular(width: 22, height: 13, bars: 1...1)), 5, 12),
      (.screen(.batteryOutline(battery)), 11, 5),
      (.screen(.batteryOutline(battery)), 22.4, 5),
      (.screen(.batteryBody(battery, percent: 100)), 1.5, 5),
      (.screen(.batteryBody(battery, percent: 50)), 12, 5),
      (.named("magnifier", side: 17), 6.6, 6.6), (.named("magnifier", side: 17), 14, 4),
      (.named("heart", side: 32), 16, 3), (.named("heart", side: 32), 2, 28),
      (.screen(.pointer), 9, 3), (.screen(.pointer), 9, 14),
      (.screen(.pointer), -0.5, 8), (.screen(.record(diameter: 14)), 7, 2.2),
    ] as [(Icon, Double, Double)])
  func free(icon: Icon, x: Double, y: Double) throws {
    #expect(try coverage(icon, x: x, y: y) == 0)
  }
}
