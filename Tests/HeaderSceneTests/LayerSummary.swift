import HeaderScene
import PortableMath
import Raster

/// A short description of a banner or avatar layer for comparison with the specification's tables.
struct LayerSummary: Hashable, CustomStringConvertible {
  enum Kind: Hashable {
    /// The sharp banner, either prepared for rest or scaled from the master picture.
    case sharp
    case ladder(Int)
    /// The blurred banner over the sharp one.
    case blurred(alpha: UInt8)
    case avatar
    /// The blurred background.
    case glass
  }

  var kind: Kind
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(_ kind: Kind, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.kind = kind
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(_ kind: Kind, _ rect: DeviceRect) {
    self.init(kind, rect.x, rect.y, rect.width, rect.height)
  }

  var description: String { "\(kind) (\(x), \(y), \(width), \(height))" }

  /// Returns true if the difference is within the grid of fractional positions.
  func isNear(_ other: LayerSummary) -> Bool {
    kind == other.kind
      && [x - other.x, y - other.y, width - other.width, height - other.height]
        .allSatisfy { abs($0) <= 1.0 / 256 }
  }
}
