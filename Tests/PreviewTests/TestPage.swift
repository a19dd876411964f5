import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import PortableMath
import Preview
import Raster
import Rendering
import Scrolling
import Synchronization
import TestSupport

/// A built-in header with small pictures, and its page.
struct TestPage: CustomStringConvertible, Sendable {
  let style: HeaderSource
  let variant: String?
  var scale = 1
  /// Whether the device's frame stands around the screen.
  var isFramed = false

  /// Every built-in header and every one of its variants.
  static let all: [TestPage] =
    BuiltInHeader.all.flatMap { header in
      let variants = (try? header.document().variants.map(\.name)) ?? []
      return (variants.isEmpty ? [nil] : variants.map(Optional.some)).map { variant in
        TestPage(style: .named(header.name), variant: variant)
      }
    }

  static let mimic = TestPage(style: .named("mimic"), variant: nil)

  /// A document of what the built-in headers do not use.
  static func drawing(_ layers: String) throws -> TestPage {
    let text = """
      { "version": 1, "name": "drawing", "scroll": { "maximumOffset": 200 }, "layers": \(layers) }
      """
    let document = try HeaderDocument.parse(Array(text.utf8), file: "drawing.json")
    return TestPage(style: .document(document), variant: nil)
  }

  var description: String {
    "\(style.text ?? "drawing")\(variant.map { " \($0)" } ?? "")"
  }

  var request: SceneRequest {
    var request = SceneRequest()
    request.style = style
    request.variant = variant
    request.scale = Double(scale)
    request.framing.hasDevice = isFramed
    request.banner = .pixmap(Self.banner)
    request.avatar = .pixmap(Self.avatar)
    return request
  }

  /// A fresh copy of the page in a folder, opened in a browser; nothing plays by itself.
  func open(in browser: Chromium, _ folder: TemporaryFolder) throws -> BrowserPage {
    let name = UUID().uuidString + ".html"
    try folder.write(name, Array(try html().utf8))
    return try BrowserPage("file://\(folder.path)/\(name)#paused", in: browser)
  }

  func html() throws -> String {
    let key = "\(self) \(scale) \(isFramed)"
    // Made once, whoever asks first.
    return try Self.made.withLock { made in
      if let known = made[key] { return known }
      var page = PreviewPage()
      page.header = request
      let html = try page.make(with: Renderer.Resources(fonts: try Self.fonts.get())).html()
      made[key] = html
      return html
    }
  }

  func scene() throws -> ResolvedScene {
    try SceneResolver(request).resolve(fonts: try Self.fonts.get())
  }

  static let fonts = Result { try SceneFonts.installed() }
  private static let made = Mutex<[String: String]>([:])

  /// Soft colours with a bright disc: the edges that a photograph has.
  private static func picture(_ width: Int, _ height: Int) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let dx = Double(x) - Double(width) * 0.6
        let dy = Double(y) - Double(height) * 0.5
        let far = (dx * dx + dy * dy).squareRoot() / Double(height)
        let light = max(0, min(1, 4 * (0.32 - far)))
        let red = 40 + 120 * Double(x) / Double(width) + 60 * light
        let green = 70 + 90 * Double(y) / Double(height) + 80 * light
        bytes += [UInt8(red), UInt8(green), UInt8(170 - 60 * light), 255]
      }
    }
    let size = PixelSize(width: width, height: height)
    return size.flatMap { Pixmap(size: $0, bytes: bytes) } ?? picture(8, 8)
  }

  private static let banner = picture(300, 120)
  private static let avatar = picture(80, 80)
}
