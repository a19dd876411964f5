import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import ImageCodecs
import Raster
import Rendering
import TestSupport
import Testing

/// Backdrop filters with opacity, against Chromium's `backdrop-filter`.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct BackdropOpacityTests {
  /// A pane of glass: its opacity, that of the group around it, and its fill as written here and in
  /// CSS.
  struct Glass: CustomStringConvertible, Sendable {
    var own = 1.0
    var group = 1.0
    var fill: (header: String, css: String)?
    var hasShadow = false

    var description: String { "\(own) \(group) \(fill?.header ?? "")\(hasShadow ? " shadow" : "")" }
  }

  /// CSS hides the page behind a group with opacity from the filters in it, so one element with the
  /// product of both opacities is compared. It has no fill, because Chromium blends the filtered page
  /// and the fill one after the other, whereas a group fades as a whole.
  static let glasses: [Glass] =
    [(1.0, 1.0), (0.5, 1), (0.05, 1), (1, 0.5), (0.5, 0.4)].map { Glass(own: $0, group: $1) }
    + [1, 0.8, 0.5, 0.2].flatMap { own in
      [
        ("#2050C080", "rgb(32 80 192 / 50.2%)"), ("#FFFFFF40", "rgb(255 255 255 / 25.1%)"),
        ("#101010", "#101010"),
      ].map { Glass(own: own, fill: $0) }
    }
    + [1, 0.5].map {
      Glass(own: $0, fill: ("#2050C080", "rgb(32 80 192 / 50.2%)"), hasShadow: true)
    }

  @Test(arguments: glasses) func backdropOpacityMatchesBrowser(glass: Glass) throws {
    let (own, group) = (glass.own, glass.group)
    let fill = glass.fill.map { ", \"fill\": \"\($0.header)\"" } ?? ""
    let shadow =
      glass.hasShadow ? ", \"shadow\": { \"color\": \"#00000080\", \"radius\": 8, \"y\": 6 }" : ""
    let header = try TestPage.drawing(
      """
      [{ "type": "rectangle", "fill": "#FFFFFF" },
       { "type": "rectangle", "width": 160, "height": 200, "fill": "#E00000" },
       { "type": "group", "opacity": \(group), "layers": [
         { "type": "rectangle", "x": 60, "y": 40, "width": 200, "height": 120, "opacity": \(own),
           "backdropFilter": { "radius": 12 }\(fill)\(shadow) }] }]
      """, name: "glass \(glass)")
    let scene = try header.scene()
    var interpreter = scene.header
    try interpreter.receive(offset: 0)
    let still = try scene.composer(fonts: try TestPage.fonts.get())
      .paint(try interpreter.state(), isScrolling: false)

    let browser = try Chromium()
    let folder = try TemporaryFolder()
    try folder.write(
      "glass.html",
      Array(
        """
        <!DOCTYPE html><html data-ready="true"><body style="margin: 0; background: #FFF">
        <div style="position: absolute; width: 160px; height: 200px; background: #E00000"></div>
        <div style="position: absolute; left: 60px; top: 40px; width: 200px; height: 120px;
          opacity: \(own * group); backdrop-filter: blur(12px);
          \(glass.fill.map { "background: \($0.css);" } ?? "")
          \(glass.hasShadow ? "box-shadow: 0 6px 16px rgb(0 0 0 / 50.2%)" : "")"></div>
        """.utf8))
    let css = try BrowserPage(
      "file://\(folder.path)/glass.html", in: browser, width: still.width, height: still.height)
    let shot = try css.call("Page.captureScreenshot", ["format": "png"])
    try compare(still, with: try #require(shot["data"] as? String), 2)

    let page = try header.open(in: browser, folder)
    let address = try #require(
      try page.evaluate(
        "(preview.player.still([0]), document.getElementById('screen').toDataURL())") as? String)
    try compare(still, with: String(address.drop { $0 != "," }.dropFirst()), 4)
  }

  /// Compares the areas of the glass and around it. Pixels within 40 of the glass's edges are
  /// ignored, because Chromium blurs only the content within the glass.
  private func compare(_ still: Pixmap, with base64: String, _ tolerance: Int) throws {
    let bytes = try #require(Data(base64Encoded: base64))
    let other = try ImageDecoder.decode(bytes: Array(bytes)).pixmap
    #expect(other.size == still.size)
    var worst = 0
    for y in 85..<115 {
      for x in 0..<min(220, still.width) where x < 55 || x >= 100 {
        for channel in 0..<3 {
          let at = (y * still.width + x) * 4 + channel
          worst = max(worst, abs(Int(still.bytes[at]) - Int(other.bytes[at])))
        }
      }
    }
    #expect(worst <= tolerance)
  }
}
