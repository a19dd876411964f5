import HeaderModel
import Raster
import Testing

@testable import HeaderScene
@testable import Typesetting

/// What a scene has made before must not be seen in what it makes next.
struct DeterminismTests {
  /// A layer with what it refers to instead of where that is kept.
  struct Resolved: Hashable {
    var layer: Layer
    var text: ShapedText?
    var icon: CoverageMask?
    var picture: Pixmap?

    init(_ layer: Layer, _ assets: SceneAssets) {
      self.layer = layer
      switch layer.content {
      case .text(let id, let x, let y, let scale, let color):
        text = assets.texts[id.index]
        self.layer.content = .text(TextID(index: 0), x: x, y: y, scale: scale, color)
      case .icon(let id, let x, let y, let color):
        icon = assets.icons[id.index]
        self.layer.content = .icon(IconID(index: 0), x: x, y: y, color)
      case .picture(let id, _, _), .scaledPicture(let id, _, _, _), .fittedPicture(let id, _, _):
        picture = assets.pictures[id]
      default: break
      }
    }
  }

  static let offsets: [Double] = [-30, 0, 20, 41, 60, 75.25, 100, 113, 140, 300]

  func scene(_ style: HeaderStyle) throws -> SceneFixture {
    let device = Device(
      name: "small", width: 160, height: 240, scale: 1, statusBarHeight: 20, safeAreaBottom: 0)
    return try SceneFixture(style, device: device) {
      $0.texts = .standard(style)
      $0.furniture = .standard(style)
    }
  }

  @Test("the same layers and pixels whatever was composed before", arguments: HeaderStyle.allCases)
  func order(style: HeaderStyle) throws {
    let forwards = try scene(style)
    let backwards = try scene(style)
    var pictures: [Double: (layers: [Resolved], picture: Pixmap)] = [:]
    func compose(_ scene: SceneFixture, _ offset: Double) throws -> ([Resolved], Pixmap) {
      let picture = try scene.picture(after: [offset], isScrolling: true)
      let layers = try scene.layers(after: [offset], isScrolling: true)
      return (layers.map { Resolved($0, scene.composer.assets) }, picture)
    }
    for offset in Self.offsets { pictures[offset] = try compose(forwards, offset) }
    for offset in Self.offsets.reversed() {
      let (layers, picture) = try compose(backwards, offset)
      #expect(layers == pictures[offset]?.layers, "at \(offset)")
      #expect(picture == pictures[offset]?.picture, "at \(offset)")
    }
    // Alone, in a scene that has made nothing.
    let fresh = try compose(try scene(style), 75.25)
    #expect(fresh.0 == pictures[75.25]?.layers)
    #expect(fresh.1 == pictures[75.25]?.picture)
  }

  @Test("layers painted with a later stock of assets are the same pixels")
  func laterAssets() throws {
    let scene = try scene(.contacts)
    let layers = try scene.layers(after: [10])
    let early = scene.composer.assets
    for offset in Self.offsets { _ = try scene.layers(after: [offset]) }
    let size = scene.composer.canvasSize
    let one = LayerPainter(assets: early).paint(layers, size: size, background: .black)
    let other = LayerPainter(assets: scene.composer.assets)
      .paint(layers, size: size, background: .black)
    #expect(one == other)
  }
}
