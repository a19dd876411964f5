import PortableMath
import Raster

@testable import HeaderModel
@testable import HeaderScene

/// A scene for tests: a built-in header on its device with pictures of one color. It has no texts
/// and no chrome unless a test asks for them.
struct DocumentScene {
  static let banner = Color(rgb: 0x804020)
  static let avatar = Color(rgb: 0x2040C0)
  /// The headers that reproduce existing projects.
  static let projects = ["mimic", "thinkandbuild", "stretch", "contacts"]

  let composer: HeaderComposer
  private let header: HeaderInterpreter

  /// The properties that a test can change.
  struct Look {
    var document: HeaderDocument
    var chrome = ScreenChrome(statusBar: false, homeIndicator: false, scrollIndicator: false)
    var isDark: Bool
  }

  init(
    _ style: String, _ variant: String? = nil, scale: Int? = nil, device: Device? = nil,
    constants: [String: Double] = [:], banner: Pixmap? = nil, avatar: Pixmap? = nil,
    keepsWords: Bool = false, edit: (inout Look) throws -> Void = { _ in }
  ) throws {
    var document = try HeaderDocument.builtIn(style, variant: variant)
    for (key, value) in constants { try document.set(constant: key, to: value) }
    var screen = device ?? document.device
    if let scale { screen.scale = Double(scale) }
    if !keepsWords {
      for name in document.textNames { try document.set(text: name, to: "") }
    }
    var look = Look(document: document, isDark: document.isDark)
    try edit(&look)
    let plain = try Pixmap(size: .of(160, 90), fill: Self.banner)
    let shown = banner ?? plain
    let portrait = try avatar ?? Pixmap(size: .of(4, 4), fill: Self.avatar)
    let fonts = try SceneFonts()
    let appearance = SceneAppearance(look.document, isDark: look.isDark, chrome: look.chrome)
    header = try HeaderInterpreter(
      document: look.document,
      environment: DocumentEnvironment(
        device: screen, isDark: look.isDark,
        imageSizes: [
          "banner": PictureSize(width: shown.width, height: shown.height),
          "avatar": PictureSize(width: portrait.width, height: portrait.height),
        ], measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    composer = try HeaderComposer(
      header,
      images: [
        "banner": SceneImage(shown, ground: appearance.background), "avatar": SceneImage(portrait),
      ], appearance: appearance, device: screen, fonts: fonts)
  }

  func commands(after offsets: [Double], isScrolling: Bool = false) throws -> [DrawingCommand] {
    var header = header
    for offset in offsets { try header.receive(offset: offset) }
    return try composer.compose(try header.state(), isScrolling: isScrolling)
  }

  func picture(after offsets: [Double], isScrolling: Bool = false) throws -> Pixmap {
    let commands = try commands(after: offsets, isScrolling: isScrolling)
    return CommandPainter(assets: composer.assets)
      .paint(commands, size: composer.canvasSize, background: composer.background)
  }

  /// Returns short descriptions of the banner and avatar commands, for comparison with tables of
  /// measurements.
  func summary(after offsets: [Double]) throws -> [LayerSummary] {
    try commands(after: offsets).flatMap { summaries($0.content) }
  }

  private func summaries(_ content: DrawingCommand.Content) -> [LayerSummary] {
    let store = composer.store
    func size(_ asset: PictureAsset) -> DeviceRect { DeviceRect(store.pixmap(asset).size.bounds) }
    func placed(_ asset: PictureAsset, _ x: Int, _ y: Int) -> DeviceRect {
      var rect = size(asset)
      (rect.x, rect.y) = (Double(x), Double(y))
      return rect
    }
    switch content {
    case .picture(let asset, let x, let y, _):
      return [LayerSummary(kind(store.pictureKeys[asset.index], 255), placed(asset, x, y))]
    case .scaledPicture(let asset, _, let rect, _, let opacity):
      return [LayerSummary(kind(store.pictureKeys[asset.index], opacity), rect)]
    case .fittedPicture(let asset, let rect, _, let opacity):
      return [LayerSummary(kind(store.pictureKeys[asset.index], opacity), rect)]
    case .crossfade(let under, _, let alpha, let x, let y):
      return [
        LayerSummary(.sharp, placed(under, x, y)),
        LayerSummary(.blurred(alpha: alpha), placed(under, x, y)),
      ]
    case .backdrop: return [LayerSummary(.glass, 0, 0, 0, 0)]
    default: return []
    }
  }

  private func kind(_ key: PictureKey, _ opacity: UInt8) -> LayerSummary.Kind {
    switch key {
    case .reduced(let name, _), .fitted(let name, _), .source(let name):
      name == "avatar" ? .avatar : .sharp
    case .master(_, _, let box): box == nil ? .sharp : .blurred(alpha: opacity)
    case .atRest(let master, _, _): kind(master, opacity)
    case .ladder(_, let ladder, _, _): .ladder(Int((ladder.radius / 3).rounded()))
    case .gaussian, .toned: .sharp
    }
  }
}
