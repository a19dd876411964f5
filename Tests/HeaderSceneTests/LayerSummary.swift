import HeaderScene
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

  /// The layers of banner and avatar, bottom to top.
  static func all(_ layers: [Layer], _ pictures: [PictureID: Pixmap]) -> [LayerSummary] {
    func rect(_ id: PictureID, _ x: Int, _ y: Int) -> DeviceRect {
      let size = pictures[id]?.size
      return DeviceRect(
        x: Double(x), y: Double(y), width: Double(size?.width ?? 0),
        height: Double(size?.height ?? 0))
    }
    return layers.flatMap { layer -> [LayerSummary] in
      switch layer.content {
      case .picture(.bannerAtRest, let x, let y):
        [LayerSummary(.sharp, rect(.bannerAtRest, x, y))]
      case .picture(.ladder(let step, let crop, let size), let x, let y):
        [LayerSummary(.ladder(step), rect(.ladder(step: step, crop: crop, size: size), x, y))]
      case .scaledPicture(.bannerMaster, _, let rect, _): [LayerSummary(.sharp, rect)]
      case .scaledPicture(.blurredBannerMaster, _, let rect, let opacity):
        [LayerSummary(.blurred(alpha: opacity), rect)]
      case .crossfade(let under, _, let alpha, let x, let y):
        [
          LayerSummary(.sharp, rect(under, x, y)),
          LayerSummary(.blurred(alpha: alpha), rect(under, x, y)),
        ]
      case .fittedPicture(.avatar, let rect, _): [LayerSummary(.avatar, rect)]
      default: []
      }
    }
  }
}

extension SceneFixture {
  func summary(after offsets: [Double]) throws -> [LayerSummary] {
    let layers = try layers(after: offsets)
    return LayerSummary.all(layers, composer.assets.pictures)
  }
}
