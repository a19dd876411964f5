import HeaderModel
import HeaderScene
import PortableMath
import Raster

/// The scenes of goldens: a style on a screen of 128 x 160 pixels, with computed pictures.
struct GoldenScene {
  let composer: HeaderComposer
  private let header: HeaderInterpreter

  /// The changes of a golden to a header's style.
  struct Look {
    var document: HeaderDocument
    var chrome: ScreenChrome
    var isDark: Bool
  }

  /// A historical header on its own kind of screen unless another is given.
  init(
    _ style: String, _ variant: String? = nil, device: Device? = nil,
    keepsWords: Bool = false, edit: (inout Look) throws -> Void = { _ in }
  ) throws {
    let screen =
      device
      ?? Device(
        name: "golden", width: 128, height: 160, scale: 1,
        statusBarHeight: style == "contacts" ? 44 : 20, safeAreaBottom: style == "contacts" ? 8 : 0)
    try self.init(
      HeaderDocument.builtIn(style, variant: variant), screen: screen, keepsWords: keepsWords
    ) { look in
      look.chrome = look.document.chrome
      try edit(&look)
    }
  }

  /// - Parameters:
  ///   - keepsWords: whether the header's own words stay; else all are taken out.
  ///   - edit: gets the header's own look.
  init(
    _ header: HeaderDocument, screen: Device, keepsWords: Bool = false,
    edit: (inout Look) throws -> Void = { _ in }
  ) throws {
    var document = header
    if !keepsWords {
      for name in document.textNames { try document.set(text: name, to: "") }
    }
    var look = Look(document: document, chrome: ScreenChrome(), isDark: document.isDark)
    try edit(&look)
    let banner = try Self.picture(200, 90) { x, y in
      Color(
        red: UInt8(x), green: UInt8((x / 8 + y / 8) % 2 * 90 + 60), blue: UInt8(255 - 2 * y))
    }
    let avatar = try Self.picture(90, 80) { x, y in
      (x / 9 + y / 10) % 2 == 0
        ? Color(red: UInt8(2 * x), green: 40, blue: 120)
        : Color(red: 250, green: UInt8(3 * y), blue: 80)
    }
    let fonts = try SceneFonts()
    self.header = try HeaderInterpreter(
      document: look.document,
      environment: DocumentEnvironment(
        device: screen, isDark: look.isDark,
        imageSizes: [
          "banner": PictureSize(width: banner.width, height: banner.height),
          "avatar": PictureSize(width: avatar.width, height: avatar.height),
        ], measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    composer = try HeaderComposer(
      self.header, images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
      appearance: SceneAppearance(look.document, isDark: look.isDark, chrome: look.chrome),
      device: screen, fonts: fonts)
  }

  /// Returns the picture after these offsets, and its phase.
  func frame(after offsets: [Double]) throws -> (picture: Pixmap, phase: String?) {
    var header = header
    for offset in offsets { try header.receive(offset: offset) }
    let state = try header.state()
    let commands = try composer.compose(state, isScrolling: true)
    let picture = CommandPainter(assets: composer.assets)
      .paint(commands, size: composer.canvasSize, background: composer.background)
    return (picture, state.phase)
  }

  private static func picture(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> Color
  ) throws -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        bytes += [color.red, color.green, color.blue, 255]
      }
    }
    guard let size = PixelSize(width: width, height: height),
      let picture = Pixmap(size: size, bytes: bytes)
    else { throw NoSuchSize() }
    return picture
  }
}

/// An error for sizes that are too small.
struct NoSuchSize: Error {}
