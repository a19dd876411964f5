import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import TestSupport
import Testing

/// Tilted layers, against Chromium's `perspective() rotateX() rotateY()`.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct TiltTests {
  struct Tilt: CustomStringConvertible, Sendable {
    var x = 0.0
    var y = 0.0
    var perspective: Double?
    /// The rotation in the plane in degrees, and the scale.
    var rotate = 0.0
    var scale = 1.0
    /// Whether the layer has parts besides its color. A layer that is magnified strongly has none,
    /// because its size on the screen decides how sharp a browser draws them.
    var isPlain = false

    var description: String { "\(x) \(y) \(perspective ?? 0) \(rotate) \(scale)" }

    var header: String {
      "\"rotateX\": \(x), \"rotateY\": \(y), \"rotate\": \(rotate), \"scale\": \(scale)"
        + (perspective.map { ", \"perspective\": \($0)" } ?? "")
    }

    var css: String {
      (perspective.map { "perspective(\($0)px) " } ?? "")
        + "rotateX(\(x)deg) rotateY(\(y)deg) rotate(\(rotate)deg) scale(\(scale))"
    }
  }

  static let tilts = [
    Tilt(x: 20, perspective: 850), Tilt(x: 45, perspective: 850), Tilt(x: 60),
    Tilt(x: -70, perspective: 400), Tilt(y: 50, perspective: 400),
    Tilt(x: 35, y: -40, perspective: 500), Tilt(x: 150, perspective: 600),
    Tilt(x: 180, perspective: 300), Tilt(x: 30, perspective: 500, rotate: 25, scale: 0.8),
    Tilt(x: 10, y: 160, perspective: 700, scale: 1.2), Tilt(x: 85, perspective: 300),
    Tilt(x: 80, perspective: 70, isPlain: true),
  ]

  @Test(arguments: tilts) func tiltMatchesBrowser(tilt: Tilt) throws {
    let parts: [(rect: [Int], color: String)] =
      tilt.isPlain
      ? []
      : [
        ([20, 16, 60, 40], "#E08020"), ([100, 16, 80, 40], "#20A040"),
        ([20, 76, 160, 60], "#F0F0FF"), ([150, 130, 80, 50], "#C02060"),
      ]
    let layers = parts.map { part in
      """
      { "type": "rectangle", "x": \(part.rect[0]), "y": \(part.rect[1]),
        "width": \(part.rect[2]), "height": \(part.rect[3]), "fill": "\(part.color)" }
      """
    }
    let header = try TestPage.drawing(
      """
      [{ "type": "rectangle", "fill": "#FFFFFF" },
       { "type": "group", "x": 60, "y": 60, "width": 200, "height": 160,
         "transform": { \(tilt.header) },
         "layers": [\((["{ \"type\": \"rectangle\", \"fill\": \"#204060\" }"] + layers)
           .joined(separator: ",\n"))] }]
      """, name: "tilt \(tilt)")
    let scene = try header.scene()
    var interpreter = scene.header
    try interpreter.receive(offset: 0)
    let still = try scene.composer(fonts: try TestPage.fonts.get())
      .paint(try interpreter.state(), isScrolling: false)

    let divisions = parts.map { part in
      """
      <div style="left: \(part.rect[0])px; top: \(part.rect[1])px; width: \(part.rect[2])px;
        height: \(part.rect[3])px; background: \(part.color)"></div>
      """
    }
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    try folder.write(
      "tilt.html",
      Array(
        """
        <!DOCTYPE html><html data-ready="true"><style>div { position: absolute }</style>
        <body style="margin: 0; background: #FFF; overflow: hidden">
        <div style="left: 60px; top: 60px; width: 200px; height: 160px; background: #204060;
          transform: \(tilt.css)">\(divisions.joined())</div>
        """.utf8))
    let css = try BrowserPage(
      "file://\(folder.path)/tilt.html", in: browser, width: still.width, height: still.height)
    let shot = try css.call("Page.captureScreenshot", ["format": "png"])
    let expected = try picture(try #require(shot["data"] as? String))
    try compare(still, with: expected, "the renderer")

    let page = try header.open(in: browser, folder)
    let address = try #require(
      try page.evaluate(
        "(preview.player.still([0]), document.getElementById('screen').toDataURL())") as? String)
    try compare(
      try picture(String(address.drop { $0 != "," }.dropFirst())), with: expected, "the page")
  }

  private func picture(_ base64: String) throws -> Pixmap {
    try ImageDecoder.decode(bytes: Array(try #require(Data(base64Encoded: base64)))).pixmap
  }

  /// Compares the part of the canvas without the status bar. Edges may be apart by half a pixel, and
  /// the color between them by three levels.
  private func compare(_ found: Pixmap, with expected: Pixmap, _ name: String) throws {
    try #require(found.size == expected.size)
    let part = PixelRect(x: 0, y: 24, width: found.width, height: found.height - 60)
    let first = try #require(found.cropped(to: part))
    let second = try #require(expected.cropped(to: part))
    let difference = PictureDifference(first, second)
    #expect(difference.edges == 0, "\(name): \(difference.position)")
    var worst = 0
    for y in 2..<second.height - 2 {
      for x in 2..<second.width - 2 {
        let at = (y * second.width + x) * 4
        let difference = (at..<at + 3).reduce(0) {
          max($0, abs(Int(first.bytes[$1]) - Int(second.bytes[$1])))
        }
        if difference > worst, second.isEven(x, y) { worst = difference }
      }
    }
    #expect(worst <= 3, "\(name)")
  }
}

extension Pixmap {
  /// Whether the pixels within 2 of (x, y) have the same color.
  fileprivate func isEven(_ x: Int, _ y: Int) -> Bool {
    let start = (y * width + x) * 4
    return (-2...2).allSatisfy { row in
      (-2...2).allSatisfy { column in
        let at = ((y + row) * width + x + column) * 4
        return (0..<3).allSatisfy { bytes[at + $0] == bytes[start + $0] }
      }
    }
  }
}
