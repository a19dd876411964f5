import Raster
import Testing

@testable import HeaderScene

/// The icons' shapes at 8 device pixels a point.
struct IconPathTests {
  /// Coverage 0...255 at a place of the icon's box, in points.
  func coverage(_ icon: SceneIcon, x: Double, y: Double) throws -> UInt8 {
    let (mask, margin) = try #require(icon.mask(scale: 8))
    let column = Int(x * 8) + margin
    let row = Int(y * 8) + margin
    return mask.bytes[row * mask.width + column]
  }

  static let icons: [SceneIcon] = [
    .wifi(width: 11), .wifi(width: 17.5), .cellular(width: 22, height: 13),
    .batteryOutline(width: 22, height: 10), .batteryBody(width: 22, height: 10), .bolt(height: 11),
    .magnifier, .heart(side: 32), .pointer, .pointerOutline, .record(diameter: 14),
  ]

  @Test("an icon has ink, and none on its mask's border", arguments: icons)
  func staysInside(icon: SceneIcon) throws {
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
      (SceneIcon.wifi(width: 11), 5.5, 0.5), (.wifi(width: 11), 5.5, 7.2),
      (.cellular(width: 22, height: 13), 1, 11), (.cellular(width: 22, height: 13), 20, 3),
      (.batteryOutline(width: 22, height: 10), 11, 0.5),
      (.batteryOutline(width: 22, height: 10), 23.3, 5),
      (.batteryBody(width: 22, height: 10), 11, 5), (.bolt(height: 11), 3.4, 5.5),
      (.magnifier, 6.6, 0.5), (.magnifier, 14, 14), (.heart(side: 32), 16, 16), (.pointer, 2, 8),
      (.pointerOutline, -0.5, 8), (.record(diameter: 14), 7, 7), (.record(diameter: 14), 7, 0.5),
    ])
  func inked(icon: SceneIcon, x: Double, y: Double) throws {
    #expect(try coverage(icon, x: x, y: y) == 255)
  }

  @Test(
    "free places: gaps, holes and notches",
    arguments: [
      (SceneIcon.wifi(width: 11), 5.5, 2.1), (.wifi(width: 11), 1, 7),
      (.cellular(width: 22, height: 13), 1, 3), (.cellular(width: 22, height: 13), 5, 12),
      (.batteryOutline(width: 22, height: 10), 11, 5),
      (.batteryOutline(width: 22, height: 10), 22.4, 5),
      (.batteryBody(width: 22, height: 10), 1.5, 5), (.magnifier, 6.6, 6.6), (.magnifier, 14, 4),
      (.heart(side: 32), 16, 3), (.heart(side: 32), 2, 28), (.pointer, 9, 3), (.pointer, 9, 14),
      (.pointer, -0.5, 8), (.record(diameter: 14), 7, 2.2),
    ])
  func free(icon: SceneIcon, x: Double, y: Double) throws {
    #expect(try coverage(icon, x: x, y: y) == 0)
  }
}
