import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

/// The four headers drawn as layers of a document are those that their compositions draw.
struct FourHeadersTests {
  struct Scene: CustomStringConvertible, Sendable {
    var style: HeaderStyle
    var variant: HeaderVariant
    var scale: Int
    var theme: SceneTheme
    var device: String?
    var banner = (width: 900, height: 400)
    var constants: [String: Double] = [:]
    var hasFurniture = false
    var description: String {
      "\(style) \(variant) @\(scale) \(theme) \(device ?? "") \(banner) \(constants)"
    }
  }

  static let scenes: [Scene] =
    HeaderStyle.allCases.flatMap { style in
      style.variants.flatMap { variant in
        [(1, SceneTheme.light), (2, .dark), (3, .light)].map {
          Scene(style: style, variant: variant, scale: $0.0, theme: $0.1)
        }
      }
    } + others

  /// Screens with a notch, pictures of other shapes, constants, furniture.
  static let others: [Scene] = [
    Scene(
      style: .mimic, variant: .final, scale: 3, theme: .light, device: "iphone-12-mini",
      banner: (400, 700)),
    Scene(
      style: .mimic, variant: .final, scale: 2, theme: .light, banner: (1500, 300),
      hasFurniture: true),
    Scene(
      style: .mimic, variant: .final, scale: 1, theme: .dark, banner: (61, 47),
      constants: [
        "navigationBarHeight": 45.5, "rowHeight": 43.7, "avatarBorderWidth": 2.5,
        "sectionHeaderHeight": 45, "namePointSize": 18.3, "blurSteps": 7,
      ]),
    Scene(
      style: .thinkandbuild, variant: .article, scale: 3, theme: .dark, device: "iphone-15-pro",
      banner: (300, 500), hasFurniture: true),
    Scene(
      style: .thinkandbuild, variant: .article, scale: 2, theme: .light, banner: (2000, 333),
      constants: ["headerHeight": 131.3, "stop": 52.5, "blurRadius": 4, "avatarBorderWidth": 0]),
    Scene(
      style: .stretch, variant: .table, scale: 2, theme: .light, device: "iphone-12",
      banner: (333, 777), hasFurniture: true),
    Scene(
      style: .stretch, variant: .table, scale: 3, theme: .light,
      constants: ["rowHeight": 44.4, "avatarSize": 83]),
    Scene(style: .mimic, variant: .final, scale: 1, theme: .light, device: "128x160@1"),
    Scene(
      style: .thinkandbuild, variant: .article, scale: 1, theme: .light, device: "128x160@1"),
    Scene(style: .stretch, variant: .scroll, scale: 1, theme: .light, device: "128x160@1"),
    Scene(style: .contacts, variant: .storyboard, scale: 1, theme: .light, device: "128x160@1"),
    Scene(
      style: .contacts, variant: .recording, scale: 2, theme: .dark, device: "iphone-se",
      hasFurniture: true),
    Scene(
      style: .contacts, variant: .storyboard, scale: 3, theme: .light,
      constants: ["rowPointSize": 15.5, "nameMaximumPointSize": 31, "rowSpacing": 7.3]),
  ]

  static let ways: [[Double]] = [
    [0], [-214], [-30], [-12.3], [10], [20.25], [36.5], [40], [41, -30], [56.7], [70], [92.4],
    [112], [120], [125.3], [140, -20], [230], [400],
  ]

  @Test("pixel for pixel", arguments: scenes)
  func identity(scene: Scene) throws {
    let fonts = try SceneFonts()
    var constants = try StyleConstants(style: scene.style, variant: scene.variant)
    var document = try HeaderDocument.builtIn(scene.style, variant: scene.variant)
    for (key, value) in scene.constants {
      try constants.set(key, value)
      try document.set(constant: key, to: value)
    }
    var device =
      scene.device.flatMap { Device($0) } ?? scene.style.defaultDevice(for: scene.variant)
    device.scale = scene.scale
    var look = SceneDocument.standard(scene.style, theme: scene.theme)
    var chrome = ScreenChrome(recordingPill: scene.style == .contacts)
    if scene.hasFurniture {
      look.furniture.windowTitleBar = true
      look.furniture.pointer = SceneFurniture.ScreenPoint(x: 50.3, y: 60.2)
      look.furniture.pressedRow = 2
      look.furniture.scrollIndicator = true
      look.furniture.homeIndicator = true
      look.furniture.recordingPill = false
      chrome = ScreenChrome(
        homeIndicator: true, scrollIndicator: true, windowTitleBar: true,
        pointer: ScreenPoint(x: 50.3, y: 60.2), pressedRow: 2)
    }
    let banner = try picture(scene.banner.width, scene.banner.height)
    let bannerSize = PictureSize(width: banner.width, height: banner.height)
    let avatar = try picture(230, 210)
    let machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device, bannerSize: bannerSize,
        textWidths: try fonts.widths(of: look, constants: constants)))
    let old = try SceneComposer(
      ScenePictures(banner: banner, avatar: avatar, ground: look.palette.background),
      document: look, machine: machine, constants: constants, device: device, fonts: fonts)
    let header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, isDark: scene.theme == .dark,
        imageSizes: [
          "banner": bannerSize,
          "avatar": PictureSize(width: 230, height: 210),
        ], measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    let new = try HeaderComposer(
      header, images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
      appearance: SceneAppearance(document, isDark: scene.theme == .dark, chrome: chrome),
      device: device, fonts: fonts)
    for way in Self.ways {
      var machine = machine
      var header = header
      for offset in way {
        machine.receive(offset: offset)
        try header.receive(offset: offset)
      }
      let expected = LayerPainter(assets: try composed(old, machine.state).assets).paint(
        try old.compose(machine.state, isScrolling: true), size: old.canvasSize,
        background: old.background)
      let commands = try new.compose(try header.state(), isScrolling: true)
      let actual = CommandPainter(assets: new.assets)
        .paint(commands, size: new.canvasSize, background: new.background)
      // The system's blur is the fitted one in the documents, which the strongest step of the
      // ladder stood for.
      let isGlass = machine.state.blur == .systemLight
      let top = isGlass ? Int(machine.state.header.bottom) * device.scale : 0
      #expect(difference(actual, expected, from: top) == nil, "\(scene) after \(way)")
    }
  }

  /// The box around what differs, in pixels, and by how much at most.
  private func difference(_ actual: Pixmap, _ expected: Pixmap, from row: Int) -> String? {
    guard actual.size == expected.size else { return "sizes \(actual.size) \(expected.size)" }
    var (left, top, right, bottom, most, count) = (Int.max, Int.max, 0, 0, 0, 0)
    let width = actual.width
    for index in row * width * 4..<actual.bytes.count
    where actual.bytes[index] != expected.bytes[index] {
      let (x, y) = (index / 4 % width, index / 4 / width)
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      most = max(most, abs(Int(actual.bytes[index]) - Int(expected.bytes[index])))
      count += 1
    }
    return count == 0
      ? nil : "\(count) bytes in x \(left)...\(right), y \(top)...\(bottom), by \(most)"
  }

  private func composed(
    _ composer: SceneComposer, _ state: HeaderState
  ) throws -> SceneComposer {
    _ = try composer.compose(state, isScrolling: true)
    return composer
  }

  private func picture(_ width: Int, _ height: Int) throws -> Pixmap {
    var bytes: [UInt8] = []
    var seed: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        bytes += [
          UInt8(truncatingIfNeeded: x / 3 + Int(seed >> 29)),
          UInt8((x / 17 + y / 13) % 2 * 120 + Int(seed >> 28)), UInt8(truncatingIfNeeded: y * 2),
          255,
        ]
      }
    }
    return try #require(Pixmap(size: .of(width, height), bytes: bytes))
  }
}
