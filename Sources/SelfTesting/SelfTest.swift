import EmbeddedFiles
package import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import StrictJSON

/// Renders small published scenes and compares their frames with those of this version.
///
/// The scenes are every built-in header without its words, so that no font has a part in them, with
/// pictures made by a formula: what differs is the program's own arithmetic. They are published in
/// `Fixtures/vectors.json`, which is part of the program too.
package struct SelfTest: Sendable {
  /// One scene, and what came of it.
  package struct Scene: Hashable, Sendable {
    package let header: String
    /// One of its variants; nil: its own.
    package let variant: String?
    /// `light` or `dark`.
    package let theme: String
    /// Device pixels per point of a screen of 320 x 240 points.
    package let scale: Int
    /// Points from rest, fed in this order; the frame is that after the last.
    package let offsets: [Double]
    /// SHA-256 of the published frame: its rows of premultiplied RGBA bytes. Empty where none is
    /// published.
    package let published: String
    /// The same of the frame that was rendered here.
    package fileprivate(set) var rendered = ""

    package var isSame: Bool { published == rendered }
  }

  /// The version of the program whose frames are published.
  package let publishedVersion: String
  /// In the order of publication.
  package private(set) var scenes: [Scene]

  private static let themes = ["light", "dark"]

  /// Renders every published scene; takes about half a second.
  ///
  /// - Parameter fontFolder: as a scene's; whatever it has, the frames are the same.
  package init(fontFolder: String? = nil) throws(HeaderKitError) {
    do throws(JSONError) {
      (publishedVersion, scenes) = try SelfTest.read(EmbeddedFile.selfTestVectors.bytes)
    } catch {
      throw HeaderKitError(.internalDefect, reason: MessageText(error.description))
    }
    let fonts = try SceneFonts.installed(folder: fontFolder)
    for index in scenes.indices {
      let frame = try SelfTest.frame(of: scenes[index], fonts)
      scenes[index].rendered = ContentDigest(of: frame.bytes).hexadecimal
    }
  }

  package var json: String {
    let lines = scenes.map { scene in
      JSONWriter.object { object in
        object.member("header", scene.header)
        if let variant = scene.variant { object.member("variant", variant) }
        object.member("theme", scene.theme)
        object.member("scale", scene.scale)
        object.member("offsets", scene.offsets)
        object.member("sha256", scene.rendered)
      }
    }
    // A scene a line, so that a change shows which.
    return #"{"version":1, "engine":\#(JSONWriter.literal(Engine.version)), "scenes":["#
      + "\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  private static func read(
    _ bytes: [UInt8]
  ) throws(JSONError) -> (version: String, scenes: [Scene]) {
    let document = try JSONValue.parse(bytes, file: "vectors.json")
      .object(keys: ["version", "engine", "scenes"])
    _ = try document.required("version").integer(in: 1...1)
    let scenes = try document.required("scenes").list { element throws(JSONError) in
      let scene = try element.object(
        keys: ["header", "variant", "theme", "scale", "offsets", "sha256"])
      return Scene(
        header: try scene.required("header").string(),
        variant: try scene.optional("variant")?.string(),
        theme: try scene.required("theme").choice(of: themes),
        scale: try scene.required("scale").integer(in: 1...3),
        offsets: try scene.required("offsets").list { value throws(JSONError) in
          try value.number()
        }, published: try scene.optional("sha256")?.string() ?? "")
    }
    return (try document.required("engine").string(), scenes)
  }

  private static func frame(of scene: Scene, _ fonts: SceneFonts) throws(HeaderKitError) -> Pixmap {
    let device = Device(
      name: "self-test", width: 320, height: 240, scale: scene.scale, statusBarHeight: 20,
      safeAreaBottom: 0)
    guard let banner = SelfTest.banner, let avatar = SelfTest.avatar else {
      throw HeaderKitError(.internalDefect, reason: "the pictures of the scenes have no pixels")
    }
    let document = try document(of: scene)
    let isDark = scene.theme == "dark"
    let environment = DocumentEnvironment(
      device: device, isDark: isDark,
      imageSizes: [
        "banner": PictureSize(width: banner.width, height: banner.height),
        "avatar": PictureSize(width: avatar.width, height: avatar.height),
      ], measurer: SceneTextMeasurer(fonts: fonts, font: nil))
    let (header, state) = try HeaderKitError.evaluating { () throws(EvaluationError) in
      let header = try HeaderInterpreter(document: document, environment: environment)
      var moved = header
      for offset in scene.offsets { try moved.receive(offset: offset) }
      return (header, try moved.state())
    }
    var appearance = SceneAppearance(document, isDark: isDark, chrome: ScreenChrome())
    appearance.carrier = ""
    appearance.time = ""
    let composer = try HeaderKitError.composing(
      HeaderComposer(
        header, images: ["banner": SceneImage(banner), "avatar": SceneImage(avatar)],
        appearance: appearance, device: device, fonts: fonts))
    return try composer.paint(state, isScrolling: true)
  }

  private static func document(of scene: Scene) throws(HeaderKitError) -> HeaderDocument {
    do {
      var document = try HeaderDocument.builtIn(scene.header, variant: scene.variant)
      for name in document.textNames { try document.set(text: name, to: "") }
      return document
    } catch {
      throw HeaderKitError(.internalDefect, reason: MessageText("\(scene.header): \(error)"))
    }
  }

  /// 120 x 50 pixels: columns from dark to red over rows of squares.
  private static var banner: Pixmap? {
    picture(width: 120, height: 50) { x, y in
      Color(
        red: UInt8(2 * x), green: UInt8((x / 8 + y / 8) % 2 * 90 + 60), blue: UInt8(250 - 4 * y))
    }
  }

  /// 60 x 60 pixels of two-coloured squares.
  private static var avatar: Pixmap? {
    picture(width: 60, height: 60) { x, y in
      (x / 9 + y / 10) % 2 == 0
        ? Color(red: UInt8(3 * x), green: 40, blue: 120)
        : Color(red: 250, green: UInt8(4 * y), blue: 80)
    }
  }

  private static func picture(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> Color
  ) -> Pixmap? {
    let bytes = (0..<width * height).flatMap { index -> [UInt8] in
      let color = color(index % width, index / width)
      return [color.red, color.green, color.blue, 255]
    }
    return PixelSize(width: width, height: height).flatMap { Pixmap(size: $0, bytes: bytes) }
  }
}
