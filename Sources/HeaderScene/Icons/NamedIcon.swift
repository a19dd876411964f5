import EmbeddedFiles
package import HeaderModel
import PortableMath
package import Raster
import StrictJSON

extension HeaderIcon {
  /// Icon paths in a box of 24 x 24 by name, with line widths for stroked ones. The other icons are
  /// computed from their sizes.
  private static let drawings: [String: (path: Path, lineWidth: Double?)] = {
    var drawings: [String: (path: Path, lineWidth: Double?)] = [:]
    for icon in (try? JSONValue.parse(EmbeddedFile.icons.bytes).object()).map(Array.init) ?? [] {
      guard let shape = try? icon.value.object(), let data = try? shape.required("path").string(),
        let path = try? PathData(data)
      else { continue }
      drawings[icon.name] = (Path(path), try? shape.optional("lineWidth")?.number())
    }
    return drawings
  }()

  /// Returns the outline in a box of `width` x `height` points, and its line width in points if it
  /// is stroked.
  func outline(width: Double, height: Double) -> (path: Path, lineWidth: Double?) {
    let side = min(width, height)
    let computed: SceneIcon? =
      switch self {
      case .wifi: .wifi(width: width)
      case .cellular: .cellular(width: width, height: height)
      case .battery: .battery(BatteryShape(width: width, height: height, line: 1))
      case .bolt: .bolt(height: height)
      case .record: .record(diameter: side)
      case .heart: .heart(side: side)
      case .magnifier: .magnifier(side: side)
      default: nil
      }
    if let computed { return (computed.path, nil) }
    guard let (path, line) = Self.drawings[rawValue] else { return (Path(), nil) }
    return (path.transformed(by: .scale(width / 24, height / 24)), line.map { $0 * side / 24 })
  }
}

/// Masks of icons, positioned relative to the top left corner of the icon's box, which they can
/// exceed.
enum IconMask {
  /// A shape, its size in device pixels and its line width.
  struct Key: Hashable {
    var shape: IconShape
    var width: Double
    var height: Double
    /// The line width in device pixels. `nil` fills the shape.
    var lineWidth: Double?
    var scale: Double
  }

  /// Returns the mask, or `nil` if it is empty or too large.
  static func make(_ key: Key) -> PlacedMask? {
    guard
      let outline = key.shape.outline(width: key.width / key.scale, height: key.height / key.scale)
    else { return nil }
    let line = key.lineWidth ?? outline.lineWidth.map { $0 * key.scale }
    guard key.width + key.height + (line ?? 0) <= 0x1p14 else { return nil }
    return make(
      outline.path, width: key.width, height: key.height, lineWidth: line, scale: key.scale)
  }

  /// - Parameters:
  ///   - path: The outline in points.
  ///   - width: The width of the icon's box in device pixels; `height` and `line` likewise. A `nil`
  ///     line fills the shape.
  static func make(
    _ path: Path, width: Double, height: Double, lineWidth line: Double? = nil, scale: Double
  ) -> PlacedMask? {
    let margin = Int((SceneIcon.overhang * scale + (line ?? 0) / 2).rounded(.up))
    guard
      let size = PixelSize(
        width: Int(width.rounded(.up)) + 2 * margin, height: Int(height.rounded(.up)) + 2 * margin)
    else { return nil }
    let path = path.transformed(
      by: .scale(scale, scale).then(.translation(Double(margin), Double(margin))))
    let mask =
      if let line {
        CoverageMask(stroking: path, width: line, size: size)
      } else {
        CoverageMask(filling: path, size: size)
      }
    return mask.map { PlacedMask($0, x: -margin, y: -margin) }
  }
}

extension IconShape {
  /// Returns the shape in a box of `width` x `height` points, and its own line width if it has one.
  /// `nil` if no icon has the name.
  package func outline(width: Double, height: Double) -> (path: Path, lineWidth: Double?)? {
    switch self {
    case .named(let name): HeaderIcon(rawValue: name)?.outline(width: width, height: height)
    case .path(let data): (Path(data).transformed(by: .scale(width, height)), nil)
    }
  }
}
