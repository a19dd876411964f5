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
    var description: String { "\(style) \(variant) @\(scale) \(theme)" }
  }

  static let scenes: [Scene] = HeaderStyle.allCases.flatMap { style in
    style.variants.flatMap { variant in
      [(1, SceneTheme.light), (2, .dark), (3, .light)].map {
        Scene(style: style, variant: variant, scale: $0.0, theme: $0.1)
      }
    }
  }

  static let ways: [[Double]] = [
    [0], [-214], [-30], [-12.3], [10], [20.25], [36.5], [40], [41, -30], [56.7], [70], [92.4],
    [112], [120], [125.3], [140, -20], [230], [400],
  ]

  @Test("pixel for pixel", arguments: scenes)
  func identity(scene: Scene) throws {
    let fonts = try SceneFonts()
    let constants = try StyleConstants(style: scene.style, variant: scene.variant)
    var device = scene.style.defaultDevice(for: scene.variant)
    device.scale = scene.scale
    let look = SceneDocument.standard(scene.style, theme: scene.theme)
    let banner = try picture(900, 400)
    let avatar = try picture(230, 210)
    let machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device, bannerSize: PictureSize(width: 900, height: 400),
        textWidths: try fonts.widths(of: look, constants: constants)))
    let old = try SceneComposer(
      ScenePictures(banner: banner, avatar: avatar, ground: look.palette.background),
      document: look, machine: machine, constants: constants, device: device, fonts: fonts)
    let document = try HeaderDocument.builtIn(scene.style, variant: scene.variant)
    let header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, isDark: scene.theme == .dark,
        imageSizes: [
          "banner": PictureSize(width: 900, height: 400),
          "avatar": PictureSize(width: 230, height: 210),
        ], measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    let new = try HeaderComposer(
      header, images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
      appearance: SceneAppearance(
        background: look.palette.background, pressedRow: look.palette.pressedRow,
        carrier: look.texts.carrier, time: look.texts.time,
        chrome: ScreenChrome(recordingPill: scene.style == .contacts)),
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
      #expect(difference(actual, expected) == nil, "\(scene) after \(way)")
    }
  }

  /// The box around what differs, in pixels, and by how much at most.
  private func difference(_ actual: Pixmap, _ expected: Pixmap) -> String? {
    guard actual.size == expected.size else { return "sizes \(actual.size) \(expected.size)" }
    var (left, top, right, bottom, most, count) = (Int.max, Int.max, 0, 0, 0, 0)
    let width = actual.width
    for index in actual.bytes.indices where actual.bytes[index] != expected.bytes[index] {
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
