package import HeaderModel
import PortableMath
package import VisualDiff

/// Says where the layers of a header lie in a picture.
struct LayerPlaces {
  /// Pixels of a point.
  private let scale: Double

  /// Where the screen's upper left corner lies, in pixels.
  private let corner: (x: Double, y: Double)

  init(_ framing: ResolvedFraming) {
    scale = framing.scale
    corner = framing.screenCorner
  }

  /// The visible layers of a document, bottom to top.
  func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    state.layers.filter(\.visible).map { layer in
      FrameManifest.Layer(name: layer.id, rect: device(layer.frame), look: look(of: layer))
    }
  }

  private func device(_ rect: PointRect) -> DeviceRect {
    DeviceRect(
      x: rect.x * scale + corner.x, y: rect.y * scale + corner.y, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// What a layer's place does not tell; nil: nothing.
  private func look(of layer: LayerState) -> String? {
    var words: [String] = []
    if layer.effectiveOpacity != 1 { words.append("opacity \(layer.effectiveOpacity)") }
    if case .image(let image) = layer.content {
      switch image.blur {
      case .crossfade(_, _, let amount): words.append("blurred \(amount)")
      case .ladder(let step, _, _, _, _): words.append("blur step \(step)")
      case .gaussian(let radius, _, _): words.append("blur radius \(radius)")
      case nil: break
      }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension PictureLayers {
  /// A state's layers.
  package init(_ state: HeaderState, in framing: ResolvedFraming) {
    self.init(offset: state.offset, layers: LayerPlaces(framing).layers(of: state))
  }
}
