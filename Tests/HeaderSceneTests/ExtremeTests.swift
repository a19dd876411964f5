@testable import HeaderModel
import Raster
import Testing
import Typesetting

@testable import HeaderScene
import PortableMath

/// Constants, pictures and offsets at the limits of their ranges. A frame is painted in short time.
struct ExtremeTests {
  static let device = Device(
    name: "small", width: 96, height: 128, scale: 1, statusBarHeight: 20, safeAreaBottom: 0)

  static let offsets: [Double] = [-1e9, -1000, -0.1, 0, 39.999_999_999_9, 70, 1000, 1e9]

  @Test("every constant at both ends of its range", arguments: DocumentScene.projects)
  func constants(style: String) throws {
    for constant in try HeaderDocument.builtIn(style).constants {
      let range = try #require(constant.allowed)
      for value in [range.lowerBound, range.upperBound] {
        let scene = try DocumentScene(
          style, device: Self.device, constants: [constant.name: value],
          banner: Pixmap(size: .of(8, 4), fill: .black))
        for offset in [-50.0, 0, 60, 200] {
          let picture = try scene.picture(after: [0, offset])
          #expect(picture.isOpaque, "\(constant.name) = \(value) at \(offset)")
        }
      }
    }
  }

  @Test("offsets beyond any screen", arguments: DocumentScene.projects)
  func offsets(style: String) throws {
    let scene = try DocumentScene(style, device: Self.device, keepsWords: true) {
      $0.chrome = ScreenChrome()
    }
    for offset in Self.offsets {
      #expect(try scene.picture(after: [150, offset], isScrolling: true).isOpaque)
    }
  }

  @Test(
    "pictures of one pixel, of one row, of one column",
    arguments: [(1, 1), (3000, 1), (1, 3000), (2, 2), (97, 31)])
  func pictures(width: Int, height: Int) throws {
    let picture = try Pixmap(size: .of(width, height), fill: DocumentScene.banner)
    for style in DocumentScene.projects {
      let scene = try DocumentScene(style, device: Self.device, banner: picture, avatar: picture)
      for offset in [-400, -1.5, 0, 1, 30.5, 64, 150] {
        let frame = try scene.picture(after: [0, offset])
        // A picture of one color keeps it at every scale.
        if style != "contacts", offset <= 30 { #expect(frame.color(48, 1) == 0x804020) }
      }
    }
  }

  @Test(
    "an image at a huge scale is sampled from its own pixels",
    arguments: [1e3, 1e4, 1e7, 1e15])
  func enlarged(scale: Double) throws {
    let picture = try Pixmap(size: .of(8, 4), fill: DocumentScene.banner)
    for look in [
      "", #""sampling": "bilinear","#, #""fit": "contain","#, #""cornerRadius": 2,"#,
      #""shadow": { "color": "black", "radius": 4 },"#,
      #""border": { "color": "black", "width": 1 },"#,
      #""blur": { "type": "gaussian", "radius": 3 },"#,
      #""blur": { "type": "crossfade", "radius": 3, "passes": 3, "amount": 0.5 },"#,
    ] {
      let document = try WrittenDocument(
        layers: """
          [ { "id": "a", "type": "image", "image": "banner", \(look) "x": 4, "y": 4, "width": 24,
              "height": 24, "transform": { "scale": \(scale), "origin": [0.5, 0.5] } } ]
          """)
      let frame = try document.paint(images: ["banner": picture])
      #expect(frame.color(16, 16) == 0x804020, "\(look)")
    }
  }

  @Test("transparent pictures show the background")
  func transparent() throws {
    let clear = try Pixmap(size: .of(5, 5), fill: .clear)
    let scene = try DocumentScene(
      "thinkandbuild", device: Self.device, banner: clear, avatar: clear)
    let picture = try scene.picture(after: [0])
    #expect(picture.color(48, 30) == 0xFFFFFF)
    #expect(picture.color(30, 115) == 0xFFFFFF)
  }

  @Test("long, right-to-left and multilingual texts stay inside the screen")
  func texts() throws {
    let long = String(repeating: "שלום 你好 🐦 Wörter ", count: 50)
    for style in DocumentScene.projects {
      let scene = try DocumentScene(style) {
        for name in $0.document.textNames { try $0.document.set(text: name, to: long) }
      }
      for offset in [0.0, 130] {
        let layers = try scene.commands(after: [0, offset])
        for layer in layers {
          guard case .text(let id, let x, _, 1, _) = layer.content else { continue }
          let text = scene.composer.assets.texts[id.index]
          #expect(x >= 0)
          #expect(x + text.advanceWidth <= Double(scene.composer.canvasSize.width))
        }
      }
    }
  }
}
