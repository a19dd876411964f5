@testable import HeaderModel
import Raster
import Testing

@testable import HeaderScene
@testable import Typesetting

/// The frames that a scene has composed before do not affect the next frame.
struct DeterminismTests {
  /// A command with its assets, because asset indices depend on the order of composing.
  struct Resolved: Hashable {
    var command: DrawingCommand
    var text: ShapedText?
    var icon: CoverageMask?
    var picture: Pixmap?
    var otherPicture: Pixmap?

    init(_ command: DrawingCommand, _ assets: DrawingAssets) {
      self.command = command
      let none = 0
      switch command.content {
      case .text(let asset, let x, let y, let scale, let color):
        text = assets.texts[asset.index]
        self.command.content = .text(TextAsset(index: none), x: x, y: y, scale: scale, color)
      case .mask(let asset, let rect, let color):
        icon = assets.masks[asset.index]
        self.command.content = .mask(MaskAsset(index: none), rect: rect, color)
      case .picture(let asset, let x, let y, let opacity):
        picture = assets.pictures[asset.index]
        self.command.content = .picture(PictureAsset(index: none), x: x, y: y, opacity: opacity)
      case .scaledPicture(let asset, let source, let rect, let shape, let opacity):
        picture = assets.pictures[asset.index]
        self.command.content = .scaledPicture(
          PictureAsset(index: none), source: source, rect: rect, shape: shape, opacity: opacity)
      case .fittedPicture(let asset, let rect, let shape, let opacity):
        picture = assets.pictures[asset.index]
        self.command.content = .fittedPicture(
          PictureAsset(index: none), rect: rect, shape: shape, opacity: opacity)
      case .crossfade(let under, let over, let alpha, let x, let y):
        picture = assets.pictures[under.index]
        otherPicture = assets.pictures[over.index]
        self.command.content = .crossfade(
          PictureAsset(index: none), PictureAsset(index: none), alpha: alpha, x: x, y: y)
      default: break
      }
    }
  }

  static let offsets: [Double] = [-30, 0, 20, 41, 60, 75.25, 100, 113, 140, 300]

  func scene(_ style: String) throws -> DocumentScene {
    let device = Device(
      name: "small", width: 160, height: 240, scale: 1, statusBarHeight: 20, safeAreaBottom: 0)
    return try DocumentScene(style, device: device, keepsWords: true) {
      $0.chrome = ScreenChrome()
    }
  }

  @Test(
    "layers and pixels do not depend on the frames composed before",
    arguments: DocumentScene.projects)
  func order(style: String) throws {
    let forwards = try scene(style)
    let backwards = try scene(style)
    var pictures: [Double: (layers: [Resolved], picture: Pixmap)] = [:]
    func compose(_ scene: DocumentScene, _ offset: Double) throws -> ([Resolved], Pixmap) {
      let picture = try scene.picture(after: [offset], isScrolling: true)
      let layers = try scene.commands(after: [offset], isScrolling: true)
      return (layers.map { Resolved($0, scene.composer.assets) }, picture)
    }
    for offset in Self.offsets { pictures[offset] = try compose(forwards, offset) }
    for offset in Self.offsets.reversed() {
      let (layers, picture) = try compose(backwards, offset)
      #expect(layers == pictures[offset]?.layers, "at \(offset)")
      #expect(picture == pictures[offset]?.picture, "at \(offset)")
    }
    // The first frame of a new scene.
    let fresh = try compose(try scene(style), 75.25)
    #expect(fresh.0 == pictures[75.25]?.layers)
    #expect(fresh.1 == pictures[75.25]?.picture)
  }

  @Test("layers painted with more assets give the same pixels")
  func laterAssets() throws {
    let scene = try scene("contacts")
    let layers = try scene.commands(after: [10])
    let early = scene.composer.assets
    for offset in Self.offsets { _ = try scene.commands(after: [offset]) }
    let size = scene.composer.canvasSize
    let one = CommandPainter(assets: early).paint(layers, size: size, background: .black)
    let other = CommandPainter(assets: scene.composer.assets)
      .paint(layers, size: size, background: .black)
    #expect(one == other)
  }
}
