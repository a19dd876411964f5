import PortableMath

/// What one picture of a scene shows, as a still or a frame of PNG carries it: the scroll offset and
/// the places of the layers.
package struct PictureLayers: Hashable, Sendable {
  /// The keyword of the PNG text chunk that carries them.
  package static let pngKeyword = "twheader layers"

  /// From rest, in points.
  package var offset: Double
  /// In painting order.
  package var layers: [FrameManifest.Layer]
  /// The fonts that drew its texts; empty if there is no text or the record is older.
  package var fonts: [PictureFont]

  package init(offset: Double, layers: [FrameManifest.Layer], fonts: [PictureFont] = []) {
    self.offset = offset
    self.layers = layers
    self.fonts = fonts
  }

  /// The changes from this picture to another, a line each: `avatar: moved 20 px down`. Layers that
  /// change alike share a line, as the contents of what moves do.
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

  /// A line for the offset, then one for each font: `font`, family, version and SHA-256 with tabs
  /// between. Then one for each layer: name, x, y, width, height and, where there is one,
  /// its look, with tabs between. Numbers have at most three decimals: sums of points are no finer.
  package var text: String {
    var lines = [plainNumber(offset)]
    lines += fonts.map { font in
      [Self.fontMark, font.family.filter { $0 != "\t" && $0 != "\n" }, font.version, font.sha256]
        .joined(separator: "\t")
    }
    for layer in layers {
      let rect = [layer.rect.x, layer.rect.y, layer.rect.width, layer.rect.height]
      lines.append(
        ([layer.name] + rect.map(plainNumber) + [layer.look].compactMap { $0 })
          .joined(separator: "\t"))
    }
    return lines.joined(separator: "\n")
  }

  /// Reads `text`; nil for anything else.
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
          look: parts.count == 6 ? String(parts[5]) : nil))
    }
  }
}
