import Files
import HeaderModel
import HeaderScene
import Numerics
import Raster
import Rendering
import Testing

/// Frames of the built-in headers, byte by byte, at one to three pixels a point: on screens with a
/// notch, with pictures of other shapes, other constants and all that surrounds a screen. Goldens
/// show what they look like; these hold every rounding. Words are left out: they depend on the
/// fonts of a machine.
struct HeaderFrameTests {
  struct Scene: CustomStringConvertible, Sendable {
    var style: HeaderStyle
    var variant: HeaderVariant
    var scale: Int
    var isDark = false
    var device: String?
    var banner = (width: 900, height: 400)
    var constants: [(String, Double)] = []
    var hasSurroundings = false

    var description: String {
      var parts = ["\(style) \(variant) @\(scale)", isDark ? "dark" : "light"]
      if let device { parts.append(device) }
      parts.append("\(banner.width)x\(banner.height)")
      parts += constants.map { "\($0)=\($1)" }
      if hasSurroundings { parts.append("surroundings") }
      return parts.joined(separator: " ")
    }
  }

  static let scenes: [Scene] =
    HeaderStyle.allCases.flatMap { style in
      style.variants.flatMap { variant in
        [(1, false), (2, true), (3, false)].map {
          Scene(style: style, variant: variant, scale: $0.0, isDark: $0.1)
        }
      }
    } + others

  static let others: [Scene] = [
    Scene(
      style: .mimic, variant: .final, scale: 3, device: "iphone-12-mini", banner: (400, 700)),
    Scene(
      style: .mimic, variant: .final, scale: 2, banner: (1500, 300), hasSurroundings: true),
    Scene(
      style: .mimic, variant: .final, scale: 1, isDark: true, banner: (61, 47),
      constants: [
        ("navigationBarHeight", 45.5), ("rowHeight", 43.7), ("avatarBorderWidth", 2.5),
        ("sectionHeaderHeight", 45), ("namePointSize", 18.3), ("blurSteps", 7),
      ]),
    Scene(
      style: .thinkandbuild, variant: .article, scale: 3, isDark: true, device: "iphone-15-pro",
      banner: (300, 500), hasSurroundings: true),
    Scene(
      style: .thinkandbuild, variant: .article, scale: 2, banner: (2000, 333),
      constants: [
        ("headerHeight", 131.3), ("stop", 52.5), ("blurRadius", 4), ("avatarBorderWidth", 0),
      ]),
    Scene(
      style: .stretch, variant: .table, scale: 2, device: "iphone-12", banner: (333, 777),
      hasSurroundings: true),
    Scene(
      style: .stretch, variant: .table, scale: 3,
      constants: [("rowHeight", 44.4), ("avatarSize", 83)]),
    Scene(style: .mimic, variant: .final, scale: 1, device: "128x160@1"),
    Scene(style: .thinkandbuild, variant: .article, scale: 1, device: "128x160@1"),
    Scene(style: .stretch, variant: .scroll, scale: 1, device: "128x160@1"),
    Scene(style: .contacts, variant: .storyboard, scale: 1, device: "128x160@1"),
    Scene(
      style: .contacts, variant: .recording, scale: 2, isDark: true, device: "iphone-se",
      hasSurroundings: true),
    Scene(
      style: .contacts, variant: .storyboard, scale: 3,
      constants: [("rowPointSize", 15.5), ("nameMaximumPointSize", 31), ("rowSpacing", 7.3)]),
  ]

  /// Events of one frame each.
  static let ways: [[Double]] = [
    [0], [-30], [-12.3], [20.25], [41, -30], [56.7], [92.4], [125.3], [140, -20], [400],
  ]

  @Test("byte for byte", arguments: scenes)
  func bytes(scene: Scene) throws {
    let digests = try frames(scene).map {
      String(ContentDigest(of: $0.bytes).hexadecimal.prefix(8))
    }.joined(separator: " ")
    #expect([Engine.version: digests] == ["0.2.0": Self.known["\(scene)"]], "\(scene)")
  }

  private func frames(_ scene: Scene) throws -> [Pixmap] {
    var document = try HeaderDocument.builtIn(scene.style, variant: scene.variant)
    for (key, value) in scene.constants { try document.set(constant: key, to: value) }
    for name in document.textNames { try document.set(text: name, to: "") }
    var device =
      scene.device.flatMap { Device($0) } ?? scene.style.defaultDevice(for: scene.variant)
    device.scale = scene.scale
    var chrome = ScreenChrome(recordingPill: scene.style == .contacts)
    if scene.hasSurroundings {
      chrome = ScreenChrome(
        homeIndicator: true, scrollIndicator: true, windowTitleBar: true,
        pointer: ScreenPoint(x: 50.3, y: 60.2), pressedRow: 2)
    }
    var appearance = SceneAppearance(document, isDark: scene.isDark, chrome: chrome)
    (appearance.carrier, appearance.time, appearance.window) = ("", "", "")
    let banner = try picture(scene.banner.width, scene.banner.height)
    let avatar = try picture(230, 210)
    let fonts = try SceneFonts()
    let launch = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, isDark: scene.isDark,
        imageSizes: [
          "banner": PictureSize(width: banner.width, height: banner.height),
          "avatar": PictureSize(width: avatar.width, height: avatar.height),
        ], measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    let composer = try HeaderComposer(
      launch, images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
      appearance: appearance, device: device, fonts: fonts)
    return try Self.ways.map { way in
      var header = launch
      for offset in way { try header.receive(offset: offset) }
      let commands = try composer.compose(try header.state(), isScrolling: true)
      return CommandPainter(assets: composer.assets)
        .paint(commands, size: composer.canvasSize, background: composer.background)
    }
  }

  private func picture(_ width: Int, _ height: Int) throws -> Pixmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    var seed: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        bytes.append(UInt8(truncatingIfNeeded: x / 3 + Int(seed >> 29)))
        bytes.append(UInt8((x / 17 + y / 13) % 2 * 120 + Int(seed >> 28)))
        bytes.append(UInt8(truncatingIfNeeded: y * 2))
        bytes.append(255)
      }
    }
    let size = try #require(PixelSize(width: width, height: height))
    return try #require(Pixmap(size: size, bytes: bytes))
  }

  private static let known: [String: String] = [:]
}
