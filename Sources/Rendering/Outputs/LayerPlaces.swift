package import HeaderModel
import PortableMath
package import VisualDiff

extension ResolvedFraming {
  /// The visible layers of a document where they lie in a picture, bottom to top.
  func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    state.layers.filter(\.visible).map { layer in
      let frame = layer.frame
      let rect = DeviceRect(
        x: frame.x * scale + screenCorner.x, y: frame.y * scale + screenCorner.y,
        width: frame.width * scale, height: frame.height * scale)
      return FrameManifest.Layer(name: layer.id, rect: rect, look: look(of: layer))
    }
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
  package init(_ state: HeaderState, in framing: ResolvedFraming) {
    self.init(offset: state.offset, layers: framing.layers(of: state))
  }
}
