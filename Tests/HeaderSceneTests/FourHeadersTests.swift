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
    let document = SceneDocument.standard(scene.style, theme: scene.theme)
    let banner = try picture(900, 400)
    let avatar = try picture(230, 210)
    let machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device, bannerSize: PictureSize(width: 900, height: 400),
        textWidths: try fonts.widths(of: document, constants: constants)))
    let old = try SceneComposer(
      ScenePictures(banner: banner, avatar: avatar, ground: document.palette.background),
      document: document, machine: machine, constants: constants, device: device, fonts: fonts)
    let adapted = AdaptedHeader(
      document: document, constants: constants, device: device, bannerSize: banner.size)
    var feeder = machine
    let others = LayerSurvey.offsets(
      largestOffset: machine.largestOffset, screenHeight: device.height
    ).map { adapted.frame(feeder.receive(offset: $0)) }
    let new = try HeaderComposer(
      survey: LayerSurvey(launch: adapted.frame(machine.state), others: others),
      images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
      appearance: adapted.appearance,
      scroll: ScrollExtent(
        viewportHeight: machine.viewportHeight, largestOffset: machine.largestOffset),
      device: device, fonts: fonts)
    for way in Self.ways {
      var machine = machine
      for offset in way { machine.receive(offset: offset) }
      let expected = LayerPainter(assets: try composed(old, machine.state).assets).paint(
        try old.compose(machine.state, isScrolling: true), size: old.canvasSize,
        background: old.background)
      let commands = try new.compose(adapted.frame(machine.state), isScrolling: true)
      let actual = CommandPainter(assets: new.assets)
        .paint(commands, size: new.canvasSize, background: new.background)
      #expect(actual.size == expected.size)
      let differing = zip(actual.bytes, expected.bytes).enumerated().first { $1.0 != $1.1 }
      let place = differing.map { ($0.offset / 4 % actual.width, $0.offset / 4 / actual.width) }
      #expect(place == nil, "\(scene) after \(way)")
    }
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
