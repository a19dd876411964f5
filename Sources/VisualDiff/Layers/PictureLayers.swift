import PortableMath

/// The scroll offset and the layers' rectangles of a picture of a scene, as stored in PNG files of
/// stills and frames.
package struct PictureLayers: Hashable, Sendable {
  /// The keyword of the PNG text chunk that contains the layers.
  package static let pngKeyword = "twheader layers"

  /// The scroll offset in points from rest.
  package var offset: Double
  /// The layers in painting order.
  package var layers: [FrameManifest.Layer]
  /// The fonts used by the texts. Empty without texts and in records of older versions.
  package var fonts: [PictureFont]

  package init(offset: Double, layers: [FrameManifest.Layer], fonts: [PictureFont] = []) {
    self.offset = offset
    self.layers = layers
    self.fonts = fonts
  }

  /// Returns the changes from this picture to another, one line each, such as `avatar: moved 20 px
  /// down`. Layers with the same change share a line, as the contents of a moved layer do.
  package func changes(to other: PictureLayers, ignoring ignored: Set<String>) -> [String] {
    var kinds: [LayerChange.Kind] = []
    var names: [LayerChange.Kind: [String]] = [:]
    for (name, kind) in LayerChange.Kind.between(layers, other.layers)
    where !ignored.contains(name) {
      if names[kind] == nil { kinds.append(kind) }
      names[kind, default: []].append(name)
    }
    return kinds.map { "\((names[$0] ?? []).joined(separator: ", ")): \($0)" }
  }

  private static let fontMark = "font"

  /// The encoded text. The first line is the offset. It is followed by a line for each font
  /// (`font`, family, version and SHA-256) and a line for each layer (name, x, y, width, height and
  /// the appearance, if recorded). Fields are separated by tabs. Numbers have at most three
  /// decimals.
  package var text: String {
    var lines = [plainNumber(offset)]
    lines += fonts.map { font in
      [Self.fontMark, font.family.filter { $0 != "\t" && $0 != "\n" }, font.version, font.sha256]
        .joined(separator: "\t")
    }
    for layer in layers {
      let rect = [layer.rect.x, layer.rect.y, layer.rect.width, layer.rect.height]
      lines.append(
        ([layer.name] + rect.map(plainNumber) + [layer.appearance].compactMap { $0 })
          .joined(separator: "\t"))
    }
    return lines.joined(separator: "\n")
  }

  /// Decodes `text`. Returns `nil` if it is malformed.
  package init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let offset = lines.first.flatMap({ Double($0) }), offset.isFinite, lines.count <= 1001
    else { return nil }
    self.init(offset: offset, layers: [])
    for line in lines.dropFirst() {
      let parts = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
      if parts.count == 4, parts[0] == Self.fontMark {
        fonts.append(
          PictureFont(
            family: String(parts[1]), version: String(parts[2]), sha256: String(parts[3])))
        continue
      }
      let sides = parts.dropFirst().prefix(4).compactMap { Double($0) }
      guard sides.count == 4, sides.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else { return nil }
      layers.append(
        FrameManifest.Layer(
          name: String(parts[0]),
          rect: DeviceRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
          appearance: parts.count == 6 ? String(parts[5]) : nil))
    }
  }
}
