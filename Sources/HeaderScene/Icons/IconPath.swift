import Raster

/// The outlines of the scene's icons, in points, origin at the top left of the icon's box.
enum IconPath {
  /// Points; the battery's nub and the pointer's rim stand out of their boxes.
  static let overhang = 3.0

  /// The icon's box, points.
  static func size(of icon: SceneIcon) -> (width: Double, height: Double) {
    switch icon {
    case .wifi(let width): (width, width * wifiHeight)
    case .cellular(let width, let height), .batteryOutline(let width, let height),
      .batteryBody(let width, let height):
      (width, height)
    case .bolt(let height): (height * boltWidth, height)
    case .magnifier: (17, 17)
    case .heart(let side): (side, side)
    case .pointer, .pointerOutline: (12, 17)
    case .record(let diameter): (diameter, diameter)
    }
  }

  /// To be filled by non-zero winding.
  static func path(of icon: SceneIcon) -> Path {
    switch icon {
    case .wifi(let width): wifi(width: width)
    case .cellular(let width, let height): cellular(width: width, height: height)
    case .batteryOutline(let width, let height): batteryOutline(width: width, height: height)
    case .batteryBody(let width, let height): batteryBody(width: width, height: height)
    case .bolt(let height): bolt(height: height)
    case .magnifier: magnifier()
    case .heart(let side): heart(side: side)
    case .pointer: pointer(rim: 0)
    case .pointerOutline: pointer(rim: 1)
    case .record(let diameter): record(diameter: diameter)
    }
  }
}
