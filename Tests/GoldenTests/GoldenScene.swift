import HeaderModel
import HeaderScene
import Numerics
import Raster

/// What goldens show: a style on a screen of 128 x 160 pixels, with pictures from plain arithmetic.
struct GoldenScene {
  let composer: SceneComposer
  private(set) var machine: HeaderMachine

  /// - Parameter edit: gets the style's own look with all words taken out.
  init(
    _ style: HeaderStyle, _ variant: HeaderVariant? = nil, device: Device? = nil,
    edit: (inout SceneDocument) -> Void = { _ in }
  ) throws {
    let constants = try StyleConstants(style: style, variant: variant ?? style.defaultVariant)
    let screen =
      device
      ?? Device(
        name: "golden", width: 128, height: 160, scale: 1,
        statusBarHeight: style == .contacts ? 44 : 20, safeAreaBottom: style == .contacts ? 8 : 0)
    var document = SceneDocument.standard(style)
    document.texts.removeWords()
    edit(&document)
    let banner = try Self.picture(200, 90) { x, y in
      Color(
        red: UInt8(x), green: UInt8((x / 8 + y / 8) % 2 * 90 + 60), blue: UInt8(255 - 2 * y))
    }
    let avatar = try Self.picture(90, 80) { x, y in
      (x / 9 + y / 10) % 2 == 0
        ? Color(red: UInt8(2 * x), green: 40, blue: 120)
        : Color(red: 250, green: UInt8(3 * y), blue: 80)
    }
    machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: screen, bannerSize: PictureSize(width: banner.width, height: banner.height),
        textWidths: TextWidths(namePerPoint: 1)))
    composer = try SceneComposer(
      ScenePictures(banner: banner, avatar: avatar, ground: document.palette.background),
      document: document, machine: machine, constants: constants, device: screen,
      fonts: try SceneFonts())
  }

  /// The picture after these offsets, and what it is of.
  func frame(after offsets: [Double]) throws -> (picture: Pixmap, phase: HeaderPhase) {
    var machine = machine
    for offset in offsets { machine.receive(offset: offset) }
    let layers = try composer.compose(machine.state, isScrolling: true)
    let picture = LayerPainter(assets: composer.assets)
      .paint(layers, size: composer.canvasSize, background: composer.background)
    return (picture, machine.state.phase)
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

/// A picture cannot be that small.
struct NoSuchSize: Error {}

extension SceneTexts {
  fileprivate mutating func removeWords() {
    (title, subtitle, name, handle, follow, cancel) = ("", "", "", "", "", "")
    (row, carrier, time, window) = ("", "", "", "")
    segments = segments.map { _ in "" }
  }
}
