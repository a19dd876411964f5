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

/// A header with small pictures, and its page.
struct TestPage: CustomStringConvertible, Sendable {
  let style: HeaderSource
  let variant: String?
  private let name: String
  /// The text of the header document. `nil` for a built-in header.
  private let document: String?
  var scale = 1
  /// True if the device's frame is drawn around the screen.
  var isFramed = false
  /// The curve played in the page, or `nil` for the demo's.
  var curve: String?

  /// All built-in headers with all their variants.
  static let all: [TestPage] =
    BuiltInHeader.all.flatMap { header in
      let variants = (try? header.document().variants.map(\.name)) ?? []
      return (variants.isEmpty ? [nil] : variants.map(Optional.some)).map { variant in
        TestPage(style: .named(header.name), variant: variant)
      }
    }

  static let mimic = TestPage(style: .named("mimic"), variant: nil)

  init(style: HeaderSource, variant: String?) {
    self.style = style
    self.variant = variant
    name = style.text ?? "document"
    document = nil
  }

  init(document: [UInt8], name: String) throws {
    style = .document(try HeaderDocument.parse(document, file: name + ".json"))
    variant = nil
    self.name = name
    self.document = String(decoding: document, as: UTF8.self)
  }

  /// Returns a document with features that the built-in headers do not use.
  static func drawing(
    _ layers: String, _ members: String = "", name: String = "drawing"
  ) throws -> TestPage {
    let text = """
      { "version": 1, "name": "\(name)", "scroll": { "maximumOffset": 200 }, \(members)
        "layers": \(layers) }
      """
    return try TestPage(document: Array(text.utf8), name: name)
  }

  /// Returns a document with layers that are positioned relative to others, conditional names and
  /// paints.
  static func words() throws -> TestPage {
    try drawing(
      """
      [{ "type": "rectangle", "fill": "whitesmoke" },
       { "id": "column", "type": "group", "layout": "column", "gap": 6, "padding": [30, 8, 10, 12],
         "layers": [
           { "id": "bar", "type": "rectangle", "height": "20 + 10 * sin(offset)", "width": 200,
             "fill": { "gradient": [[0, "gold"], [1, "#00F8"]], "center": [0.25, 0.5],
                       "radius": 90 } },
           { "id": "hidden", "type": "rectangle", "height": 30, "width": 60, "fill": "tomato",
             "visible": "offset < 20" },
           { "id": "row", "type": "group", "layout": "row", "gap": -4, "height": "word.height",
             "layers": [
               { "id": "word", "type": "text", "text": "offset > 20 ? following : follow",
                 "pointSize": 20 },
               { "id": "tick", "type": "icon", "icon": "offset > 20 ? checkmark : plus",
                 "width": 20, "height": 20, "fill": "offset > 20 ? green : navy" }] }] },
       { "id": "below", "type": "text", "text": "rtl", "y": "column.bottom + 4", "width": 300,
         "height": 50, "lines": 0, "alignment": "start", "x": "12" },
       { "id": "small", "type": "text", "text": "long", "y": "below.bottom", "width": 120,
         "height": 20, "shrinkToFit": 0.3, "alignment": "end" },
       { "id": "photo", "type": "image", "image": "offset > 20 ? banner : avatar", "x": 16,
         "y": "small.bottom + 6", "width": 60, "height": 60,
         "blur": { "type": "gaussian", "radius": 3, "saturation": 0.2, "tint": "#FF000030" } },
       { "type": "image", "image": "avatar", "x": "photo.right + 8", "y": "photo.y",
         "width": 60, "height": 60, "tint": "#0080FFC0", "tintMode": "template" },
       { "type": "icon", "path": "M0.1 0.1 H0.9 V0.9 H0.1 Z", "x": "photo.right + 80",
         "y": "photo.y + pow(2, 2)", "width": 50, "height": 50, "fill": "skyblue",
         "stroke": "#804000", "lineWidth": 6, "opacity": 0.6 },
       { "type": "group", "x": 16, "y": "photo.bottom + 8", "width": 300, "height": 60,
         "opacity": 0.9, "mask": { "gradient": [[0, "transparent"], [0.4, "#000"], [1, "#0000"]],
                                   "angle": 90 },
         "layers": [{ "type": "rectangle", "fill": "seagreen" }] },
       { "id": "feed", "type": "list", "y": "photo.bottom + 80", "count": 4, "rowHeight": "auto",
         "padding": 6, "layers": [
           { "type": "rectangle", "fill": "index % 2 == 0 ? white : lightgray" },
           { "type": "text", "text": "entry", "lines": 0, "width": 160, "x": 10, "y": 4 }] }]
      """,
      """
      "texts": { "following": "Following", "follow": "Follow",
                 "rtl": "\u{5E9}\u{5DC}\u{5D5}\u{5DD}\\r\\nand well-known words",
                 "long": "A text that is too long for it",
                 "entry": ["{index * 10} short", "{n}. An entry of two lines, or of three"] },
      """, name: "words")
  }

  /// Returns a document with all interactions, and with a text, a picture and rows that only
  /// interactions show.
  static func interactive() throws -> TestPage {
    try TestPage(document: Array(interactiveDocument.utf8), name: "interactive")
  }

  private static let interactiveDocument = """
    { "version": 1, "name": "interactive",
      "scroll": { "maximumOffset": "open ? 700 : 520", "minimumOffset": "open ? -60 : 0",
        "snapToOffsets": [0, 180, 300, 420], "snapToEnd": false,
        "settle": [
          { "when": "offset > 0 && offset < 60 && velocity > -420", "to": "velocity < 100 ? 0 : 60",
            "duration": "0.2 + page / 10", "easing": "cubic-bezier(0.33, 1, 0.68, 1)" },
          { "when": "target > 60 && target < 120", "to": "120" },
          { "at": "rest", "when": "position > 460", "to": 440 } ] },
      "memory": { "open": false, "taps": 0, "starred": -1, "rests": 0, "seen": 0,
        "bar": { "value": 0, "transition": { "duration": 0.25, "easing": "ease-out" } } },
      "inputs": { "on": false,
        "page": { "value": 0, "range": [0, 2], "points": "screen.width", "step": 1 } },
      "onScroll": [{ "set": { "bar": "clamp(0, bar + positionDelta, 44)" } }],
      "onDragStart": [{ "set": { "bar": "shown(bar)" } }],
      "onDragEnd": [{ "when": "offset <= -60", "set": { "open": "true" } },
        { "when": "bar > 0 && bar < 44", "set": { "bar": "bar < 22 ? 0 : 44" } }],
      "onRest": [{ "set": { "rests": "rests + 1" } }],
      "onInput": [{ "when": "on", "set": { "seen": "page" }, "transition": { "duration": 0.3 } }],
      "texts": { "name": "Ada", "saved": "Saved for later", "rows": ["One", "Two", "Three"] },
      "layers": [
        { "type": "rectangle", "fill": "#FFFFFF" },
        { "id": "title", "type": "text", "text": "name", "x": 16, "y": "60 - offset", "pointSize": 20 },
        { "id": "saved", "type": "text", "text": "saved", "x": 16, "y": 110, "pointSize": 17,
          "visible": "on" },
        { "id": "follow", "type": "rectangle", "x": 10, "y": 10, "width": 90, "height": 40,
          "fill": "#0060C0", "onTap": [{ "set": { "taps": "taps + 1", "on": "!on" } }] },
        { "id": "done", "type": "rectangle", "x": 200, "y": 10, "width": 90, "height": 40,
          "fill": "#C00000", "onTap": [{ "set": { "open": "!open" } }] },
        { "id": "underline", "type": "rectangle", "x": "page * 100", "y": "200 - offset", "width": 100,
          "height": 4, "fill": "#C08000" },
        { "id": "bar", "type": "rectangle", "y": "-bar", "height": 8, "fill": "#208020" },
        { "id": "list", "type": "list", "y": "210 - offset", "count": 12, "rowHeight": 44, "layers": [
          { "id": "word", "type": "text", "text": "rows", "x": 60, "y": 10, "pointSize": 15 },
          { "id": "star", "type": "rectangle", "x": 12, "y": 10, "width": 24, "height": 24,
            "fill": "#808080", "onTap": [{ "set": { "starred": "index" } }] } ] } ] }
    """

  var description: String { "\(name)\(variant.map { " \($0)" } ?? "")" }

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

  /// Writes a new copy of the page to a folder and opens it in a browser. Playback does not start
  /// automatically.
  func open(in browser: Chromium, _ folder: TemporaryFolder) throws -> BrowserPage {
    let name = UUID().uuidString + ".html"
    try folder.write(name, Array(try html().utf8))
    return try BrowserPage("file://\(folder.path)/\(name)#paused", in: browser)
  }

  func html() throws -> String { try made().html() }

  /// The key of the page in the cache. It contains the document, because several have the same name.
  private var key: String {
    "\(self) \(scale) \(isFramed) \(curve ?? "") \(document ?? "")"
  }

  func made() throws -> PreviewPage.Result {
    // The page is created once.
    try Self.made.withLock { made in
      if let known = made[key] { return known }
      var request = PreviewPage()
      request.header = self.request
      request.curve = try source
      let page = try request.make(with: PageResources(fonts: try Self.fonts.get()))
      made[key] = page
      return page
    }
  }

  var source: CurveSource {
    get throws { try curve.map { .curve(try ScrollCurve.parse(Array($0.utf8))) } ?? .builtIn }
  }

  /// Returns the data of the page's scripts as JSON.
  func data() throws -> String {
    if let known = Self.data.withLock({ $0[key] }) { return known }
    let found = try html().part(afterLast: "id=\"data\">", before: "</script>") ?? ""
    Self.data.withLock { $0[key] = found }
    return found
  }

  func scene() throws -> ResolvedScene {
    try SceneResolver(request).resolve(fonts: try Self.fonts.get())
  }

  static let fonts = Result { try SceneFonts.installed() }
  private static let made = Mutex<[String: PreviewPage.Result]>([:])
  private static let data = Mutex<[String: String]>([:])

  /// Returns soft colors with a bright disc, which have edges like a photograph.
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
