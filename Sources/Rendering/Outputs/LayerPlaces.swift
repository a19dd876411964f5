import FileAccess
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import StrictJSON
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
  func layers(of state: DocumentState) -> [FrameManifest.Layer] {
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
      case .gaussian(let radius): words.append("blur radius \(radius)")
      case nil: break
      }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The parts of a historical header, bottom to top as far as they have a place of their own.
  func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    var layers: [FrameManifest.Layer] = []
    func add(_ name: String, _ rect: PointRect?, look: String? = nil) {
      guard let rect else { return }
      layers.append(
        FrameManifest.Layer(
          name: name,
          rect: device(rect), look: look))
    }
    add("banner", state.header.rect, look: look(of: state.blur))
    add("avatar", state.avatar.rect, look: state.avatar.aboveHeader ? "in front" : "behind")
    if let title = state.title, title.visible { add("title", title.rect) }
    if let subtitle = state.subtitle, subtitle.visible { add("subtitle", subtitle.rect) }
    add("name", state.name?.rect)
    add("handle", state.handle?.rect)
    add("follow", state.follow)
    add("sectionHeader", state.sectionHeader?.rect)
    add("tableHeader", state.tableHeader)
    add("spacer", state.spacer)
    add("heart", state.heart)
    if let rows = state.rows {
      add(
        "rows",
        PointRect(
          x: 0, y: rows.firstTop, width: state.header.rect.width,
          height: rows.pitch * Double(rows.count)))
    }
    return layers
  }

  private func look(of blur: HeaderState.Blur) -> String {
    switch blur {
    case .none: "sharp"
    case .crossfade(let alpha): "blurred \(alpha)"
    case .ladder(let step, _): "blur step \(step)"
    case .systemLight: "system blur"
    }
  }
}

extension PictureLayers {
  /// The keyword of the text chunk that carries them.
  private static let keyword = "twheader layers"

  /// A state's layers.
  init(_ state: DocumentState, in framing: ResolvedFraming) {
    self.init(offset: state.offset, layers: LayerPlaces(framing).layers(of: state))
  }

  /// The PNG file with them in a text chunk.
  func added(to png: [UInt8]) -> [UInt8] {
    PNGText.adding(text, keyword: Self.keyword, to: png)
  }

  /// What a file carries; nil where it carries nothing, or nothing that is understood.
  package init?(file bytes: [UInt8]) {
    guard let text = PNGText.read(Self.keyword, in: bytes) else { return nil }
    self.init(text: text)
  }
}

extension JSONObjectWriter {
  /// The layers of a frame, rectangles as x, y, width, height.
  mutating func layers(_ layers: [FrameManifest.Layer]) {
    array("layers") { list in
      for layer in layers {
        list.object { object in
          object.member("name", layer.name)
          object.member(
            "rect", [layer.rect.x, layer.rect.y, layer.rect.width, layer.rect.height])
          object.member("look", layer.look)
        }
      }
    }
  }
}

extension JSONObject {
  /// What `layers(_:)` writes.
  func layers() throws(JSONError) -> [FrameManifest.Layer] {
    var layers: [FrameManifest.Layer] = []
    for value in try required("layers").array(count: 0...1000, of: "layers") {
      let layer = try value.object(keys: ["name", "rect", "look"])
      var sides: [Double] = []
      for side in try layer.required("rect").array(count: 4...4, of: "numbers") {
        sides.append(try side.number())
      }
      let look = try layer.required("look")
      layers.append(
        FrameManifest.Layer(
          name: try layer.required("name").string(),
          rect: DeviceRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
          look: look.isNull ? nil : try look.string()))
    }
    return layers
  }
}
