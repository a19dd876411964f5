import HeaderModel
import PortableMath
import Raster

/// How the built-in icons look.
extension HeaderIcon {
  /// A shape in a box of 24 x 24, and the width of its line where it is one.
  private struct Drawing {
    var data: String
    var lineWidth: Double?
  }

  /// Nil: the icon is computed from its size.
  private var drawing: Drawing? {
    switch self {
    case .back: Drawing(data: "M15 4 L7 12 L15 20", lineWidth: 2)
    case .forward: Drawing(data: "M9 4 L17 12 L9 20", lineWidth: 2)
    case .chevronDown: Drawing(data: "M4 9 L12 17 L20 9", lineWidth: 2)
    case .close: Drawing(data: "M5 5 L19 19 M19 5 L5 19", lineWidth: 2)
    case .plus: Drawing(data: "M12 4 V20 M4 12 H20", lineWidth: 2)
    case .more:
      Drawing(
        data: "M3 12 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 Z M10 12 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 Z "
          + "M17 12 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 Z")
    case .menu: Drawing(data: "M4 7 H20 M4 12 H20 M4 17 H20", lineWidth: 2)
    case .checkmark: Drawing(data: "M4 13 L9.5 18.5 L20 6.5", lineWidth: 2)
    case .star:
      Drawing(
        data: "M12 2.5 L14.9 8.7 L21.7 9.5 L16.7 14.1 L18 20.8 L12 17.5 L6 20.8 L7.3 14.1 "
          + "L2.3 9.5 L9.1 8.7 Z")
    case .bell:
      Drawing(
        data: "M12 3 A6 6 0 0 0 6 9 V14 L4 17.5 H20 L18 14 V9 A6 6 0 0 0 12 3 Z "
          + "M9.5 19 A2.5 2.5 0 0 0 14.5 19 Z")
    case .envelope: Drawing(data: "M3 6 H21 V18 H3 Z M3 7 L12 13.5 L21 7", lineWidth: 1.8)
    case .person:
      Drawing(
        data: "M12 3.5 a4.25 4.25 0 1 0 0.001 0 Z M4 20.5 A8 7 0 0 1 20 20.5 Z")
    case .home: Drawing(data: "M12 3 L21.5 11.5 H19 V20.5 H14 V14.5 H10 V20.5 H5 V11.5 H2.5 Z")
    case .camera:
      Drawing(
        data: "M3 7.5 H7 L8.5 5 H15.5 L17 7.5 H21 V19 H3 Z M12 9 a4 4 0 1 0 0.001 0 Z",
        lineWidth: 1.8)
    case .share:
      Drawing(data: "M12 15 V3.5 M7.5 8 L12 3.5 L16.5 8 M5 12 V20.5 H19 V12", lineWidth: 2)
    case .reply:
      Drawing(
        data: "M12 3.5 C17 3.5 21 6.9 21 11.25 C21 15.6 17 19 12 19 H10.5 V22 C6 20 3 16 3 11.25 "
          + "C3 6.9 7 3.5 12 3.5 Z", lineWidth: 1.8)
    case .retweet:
      Drawing(
        data: "M3 9 L6.5 5.5 L10 9 M6.5 6 V15 A3 3 0 0 0 9.5 18 H12 "
          + "M21 15 L17.5 18.5 L14 15 M17.5 18 V9 A3 3 0 0 0 14.5 6 H12", lineWidth: 1.8)
    case .gear:
      // Eight teeth around a wheel with a hole.
      Drawing(
        data: "M10.7 2 H13.3 L13.9 5.1 L16 6 L18.6 4.2 L20.5 6 L18.7 8.7 L19.5 10.7 L22.5 11.3 "
          + "V13.6 L19.3 14.2 L18.5 16.2 L20.3 18.8 L18.5 20.6 L15.8 18.8 L13.9 19.6 L13.3 22.7 "
          + "H10.7 L10.1 19.6 L8.1 18.8 L5.5 20.6 L3.6 18.7 L5.4 16.1 L4.6 14.1 L1.5 13.5 V10.9 "
          + "L4.6 10.3 L5.4 8.3 L3.6 5.7 L5.5 3.9 L8.1 5.7 L10.1 4.9 Z "
          + "M12 8.3 a3.9 3.9 0 1 0 0.001 0 Z")
    case .bookmark: Drawing(data: "M6 3 H18 V21 L12 16.5 L6 21 Z")
    case .calendar:
      Drawing(data: "M4 5.5 H20 V20 H4 Z M4 10 H20 M8.5 3 V7.5 M15.5 3 V7.5", lineWidth: 1.8)
    case .location:
      Drawing(
        data: "M12 2.5 C16.4 2.5 19.5 5.6 19.5 9.8 C19.5 14.6 15.4 18.3 12 21.8 "
          + "C8.6 18.3 4.5 14.6 4.5 9.8 C4.5 5.6 7.6 2.5 12 2.5 Z M12 7 a2.8 2.8 0 1 0 0.001 0 Z")
    case .link:
      Drawing(
        data: "M10 14 A4 4 0 0 0 15.7 14 L19.3 10.4 A4 4 0 0 0 13.6 4.7 L12 6.3 "
          + "M14 10 A4 4 0 0 0 8.3 10 L4.7 13.6 A4 4 0 0 0 10.4 19.3 L12 17.7", lineWidth: 1.8)
    case .verified:
      // A scalloped disc with a tick cut out of it.
      Drawing(
        data: "M12 1.5 L14.6 3.6 L17.9 3.1 L19.1 6.2 L22.2 7.4 L21.7 10.7 L23.8 13.3 L21.7 15.9 "
          + "L22.2 19.2 L19.1 20.4 L17.9 23.5 L14.6 23 L12 25.1 L9.4 23 L6.1 23.5 L4.9 20.4 "
          + "L1.8 19.2 L2.3 15.9 L0.2 13.3 L2.3 10.7 L1.8 7.4 L4.9 6.2 L6.1 3.1 L9.4 3.6 Z "
          + "M7.2 13.4 L10.6 16.9 L17.2 10.1 L15.7 8.6 L10.6 13.9 L8.7 11.9 Z")
    case .chart: Drawing(data: "M5 20 V11 M12 20 V4 M19 20 V14", lineWidth: 2.4)
    case .shuffle:
      Drawing(
        data: "M3 7 H6 L15 17 H20 M17.5 14 L20.5 17 L17.5 20 M3 17 H6 L9 13.7 M12 10.3 L15 7 H20 "
          + "M17.5 4 L20.5 7 L17.5 10", lineWidth: 1.8)
    case .skipBack: Drawing(data: "M5 4.5 H8 V19.5 H5 Z M20.5 4.5 V19.5 L9 12 Z")
    case .skipForward: Drawing(data: "M16 4.5 H19 V19.5 H16 Z M3.5 4.5 L15 12 L3.5 19.5 Z")
    case .play: Drawing(data: "M6 3.5 L20.5 12 L6 20.5 Z")
    case .pause: Drawing(data: "M5.5 4 H10 V20 H5.5 Z M14 4 H18.5 V20 H14 Z")
    case .magnifier, .heart, .wifi, .cellular, .battery, .bolt, .record: nil
    }
  }

  /// The outline in a frame of that many points, and the width of its line in points, if it is one.
  func outline(width: Double, height: Double) -> (path: Path, lineWidth: Double?) {
    let side = min(width, height)
    switch self {
    case .wifi: return (IconPath.wifi(width: width), nil)
    case .cellular: return (IconPath.cellular(width: width, height: height), nil)
    case .battery:
      let shape = BatteryShape(width: width, height: height, line: 1)
      var path = shape.outline
      path.append(shape.charge(percent: 100))
      return (path, nil)
    case .bolt: return (IconPath.bolt(height: height), nil)
    case .record: return (IconPath.record(diameter: side), nil)
    case .heart: return (IconPath.heart(side: side), nil)
    case .magnifier: return (IconPath.magnifier().transformed(scale: side / 17), nil)
    default: break
    }
    guard let drawing, let data = try? PathData(drawing.data) else { return (Path(), nil) }
    let map = AffineTransform.scale(width / 24, height / 24)
    return (Path(data).transformed(by: map), drawing.lineWidth.map { $0 * side / 24 })
  }
}

/// An icon's mask and what tells it from others.
struct IconMask {
  /// A shape, its size in device pixels and how it is painted.
  struct Key: Hashable {
    var shape: IconShape
    var width: Double
    var height: Double
    /// Device pixels; nil: filled.
    var lineWidth: Double?
    var scale: Double
  }

  let mask: CoverageMask
  /// Whole pixels by which the mask stands out of the icon's box on every side.
  let margin: Int

  /// Nil where nothing is to be seen.
  init?(_ key: Key) {
    guard
      let outline = Self.outline(
        of: key.shape, width: key.width / key.scale, height: key.height / key.scale)
    else { return nil }
    var path = outline.path
    let line = key.lineWidth ?? outline.lineWidth.map { $0 * key.scale }
    let reach = min(0x1p14, (line ?? 0) / 2)
    let margin = Int((IconPath.overhang * key.scale + reach).rounded(.up))
    guard key.width + key.height + (line ?? 0) <= 0x1p14,
      let size = PixelSize(
        width: Int(key.width.rounded(.up)) + 2 * margin,
        height: Int(key.height.rounded(.up)) + 2 * margin)
    else { return nil }
    path = path.transformed(
      scale: key.scale, translateX: Double(margin), translateY: Double(margin))
    let mask =
      if let line {
        CoverageMask(stroking: path, width: line, size: size, cap: .round, join: .round)
      } else {
        CoverageMask(filling: path, size: size)
      }
    guard let mask else { return nil }
    self.mask = mask
    self.margin = margin
  }

  /// A shape in a box of points, and the width of its line where it has one of its own; nil for a
  /// name that no icon has.
  static func outline(
    of shape: IconShape, width: Double, height: Double
  ) -> (path: Path, lineWidth: Double?)? {
    switch shape {
    case .named(let name): HeaderIcon(rawValue: name)?.outline(width: width, height: height)
    case .path(let data): (Path(data).transformed(by: .scale(width, height)), nil)
    }
  }
}
