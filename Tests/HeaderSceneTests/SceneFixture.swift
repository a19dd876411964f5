import HeaderModel

import Raster

@testable import HeaderScene

/// A small scene in a test's hands: a style on its device with plain pictures and, unless a test
/// wants them, without words and furniture.
struct SceneFixture {
  static let banner = Color(rgb: 0x804020)
  static let avatar = Color(rgb: 0x2040C0)

  let composer: SceneComposer
  private var machine: HeaderMachine

  init(
    _ style: HeaderStyle, _ variant: HeaderVariant? = nil, scale: Int? = nil, device: Device? = nil,
    constants given: [String: Double] = [:], banner: Pixmap? = nil, avatar: Pixmap? = nil,
    edit: (inout SceneDocument) -> Void = { _ in }
  ) throws {
    let variant = variant ?? style.defaultVariant
    var constants = try StyleConstants(style: style, variant: variant)
    for (key, value) in given { try constants.set(key, value) }
    var screen = device ?? style.defaultDevice(for: variant)
    if let scale { screen.scale = scale }
    var document = SceneDocument.standard(style)
    document.furniture.statusBar = false
    document.furniture.homeIndicator = false
    document.furniture.scrollIndicator = false
    document.furniture.recordingPill = false
    document.texts = .none
    edit(&document)
    let size = style.projectBannerSize
    let plain = try Pixmap(size: .of(size.width, size.height), fill: Self.banner)
    let pictures = ScenePictures(
      banner: banner ?? plain, avatar: try avatar ?? Pixmap(size: .of(4, 4), fill: Self.avatar),
      ground: document.palette.background)
    let bannerSize = banner.map { PictureSize(width: $0.width, height: $0.height) } ?? size
    machine = HeaderMachine(
      constants: constants, environment: HeaderEnvironment(device: screen, bannerSize: bannerSize))
    composer = try SceneComposer(
      pictures, document: document, machine: machine, constants: constants, device: screen,
      fonts: try SceneFonts())
  }

  /// The state after these offsets, fed to a fresh machine.
  func state(after offsets: [Double]) -> HeaderState {
    var machine = machine
    for offset in offsets { machine.receive(offset: offset) }
    return machine.state
  }

  func layers(after offsets: [Double], isScrolling: Bool = false) throws -> [Layer] {
    try composer.compose(state(after: offsets), isScrolling: isScrolling)
  }

  func picture(after offsets: [Double], isScrolling: Bool = false) throws -> Pixmap {
    let layers = try layers(after: offsets, isScrolling: isScrolling)
    return LayerPainter(assets: composer.assets)
      .paint(layers, size: composer.canvasSize, background: composer.background)
  }
}

extension SceneTexts {
  /// No word at all.
  static let none = SceneTexts(
    title: "", subtitle: "", name: "", handle: "", follow: "", cancel: "", segments: ["", "", ""],
    row: "", carrier: "", time: "", window: "")
}

/// A picture cannot be that small.
struct NoSuchSize: Error {}

extension PixelSize {
  static func of(_ width: Int, _ height: Int) throws -> PixelSize {
    guard let size = PixelSize(width: width, height: height) else { throw NoSuchSize() }
    return size
  }
}

extension Pixmap {
  /// 0xRRGGBB at a place.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let place = (y * width + x) * 4
    return UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
  }
}
