import HeaderScene
import PortableMath
import Raster

/// A layer of banner or avatar in short, for comparison with the tables of the specification.
struct LayerSummary: Hashable, CustomStringConvertible {
  enum Kind: Hashable {
    /// The sharp banner, ready at rest or taken from the master.
    case sharp
    case ladder(Int)
    /// The blurred banner over the sharp one.
    case blurred(alpha: UInt8)
    case avatar
    /// What lies behind, blurred.
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

  /// Within the grid on which scenes place what moves by fractions of a pixel.
  func isNear(_ other: LayerSummary) -> Bool {
    kind == other.kind
      && [x - other.x, y - other.y, width - other.width, height - other.height]
        .allSatisfy { abs($0) <= 1.0 / 256 }
  }
}
