import PortableMath
import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

/// Radial gradients, masks, template images, filled and stroked icons, and tinted blurs.
@Suite struct PaintWords {
  @Test func radialGradientSurroundsItsCenter() throws {
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "rectangle",
           "fill": { "gradient": [[0, "white"], [1, "black"]], "radius": 16 } }]
        """
    ).paint()
    // The center of the nearest pixel is at 0.044 of the radius, the one at the edge at 0.969.
    #expect(picture.color(16, 16) == 0xF4F4F4 && picture.color(15, 15) == 0xF4F4F4)
    #expect(picture.color(31, 16) == 0x080808 && picture.color(16, 0) == 0x080808)
    #expect(picture.color(0, 0) == 0)
  }

  @Test func gradientCenterIsRelativeToTheFrame() throws {
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "rectangle", "width": 16, "height": 16,
           "transform": { "scale": 2, "origin": [0, 0] },
           "fill": { "gradient": [[0, "#FF0000"], [0.5, "#FF0000"], [0.5, "#0000FF"], [1, "#00F"]],
                     "center": [0, 1], "radius": 16 } }]
        """
    ).paint()
    #expect(picture.color(0, 31) == 0xFF0000)
    #expect(picture.color(0, 17) == 0xFF0000 && picture.color(14, 31) == 0xFF0000)
    #expect(picture.color(0, 14) == 0x0000FF && picture.color(17, 31) == 0x0000FF)
  }

  private static func masked(_ keys: String) throws -> Pixmap {
    try WrittenDocument(
      layers: """
        [{ "type": "group", \(keys), "layers": [{ "type": "rectangle", "fill": "black" }] }]
        """
    ).paint()
  }

  @Test func maskFadesGroups() throws {
    let mask = #""mask": { "gradient": [[0, "lime"], [1, "transparent"]] }"#
    let picture = try Self.masked(mask)
    // The gradient runs down: the first row is at 1/64, the last at 63/64.
    #expect(picture.color(3, 0) == 0x040404 && picture.color(30, 0) == 0x040404)
    #expect(picture.color(3, 31) == 0xFBFBFB)
    #expect(try Self.masked(mask + #", "opacity": 0.5"#).color(3, 0) == 0x818181)
  }

  @Test func maskCanBeRadial() throws {
    let picture = try Self.masked(
      """
      "mask": { "gradient": [[0, "#000"], [0.5, "#000"], [0.5, "#0000"], [1, "#0000"]],
                "radius": 16 }
      """)
    #expect(picture.color(16, 16) == 0 && picture.color(16, 9) == 0)
    #expect(picture.color(16, 7) == 0xFFFFFF && picture.color(0, 0) == 0xFFFFFF)
  }

  @Test func templateTintUsesPictureAlpha() throws {
    var picture = Pixmap(size: try .of(32, 32), fill: .clear)
    picture.fill(
      DeviceRect(x: 0, y: 0, width: 16, height: 32), with: Color(rgb: 0xFF0000),
      clip: picture.size.bounds)
    func painted(_ mode: String) throws -> Pixmap {
      try WrittenDocument(
        layers: """
          [{ "type": "image", "image": "avatar", "tint": "#0000FF80", "tintMode": "\(mode)" }]
          """
      ).paint(images: ["avatar": picture])
    }
    let template = try painted("template")
    #expect(template.color(4, 4) == 0x7F7FFF && template.color(24, 4) == 0xFFFFFF)
    let over = try painted("over")
    #expect(over.color(4, 4) == 0x7F0080 && over.color(24, 4) == 0xFFFFFF)
  }

  @Test func iconFillIsBehindItsStroke() throws {
    func icon(_ opacity: Double) throws -> Pixmap {
      try WrittenDocument(
        layers: """
          [{ "type": "icon", "path": "M0 0 H1 V1 H0 Z", "x": 8, "y": 8, "width": 16, "height": 16,
             "fill": "#FF0000", "stroke": "#0000FF", "lineWidth": 4, "opacity": \(opacity) }]
          """
      ).paint()
    }
    let solid = try icon(1)
    #expect(solid.color(16, 16) == 0xFF0000 && solid.color(11, 16) == 0xFF0000)
    #expect(solid.color(8, 16) == 0x0000FF && solid.color(6, 16) == 0x0000FF)
    #expect(solid.color(4, 16) == 0xFFFFFF)
    // The opacity is applied to fill and stroke together, so the fill is not visible through the
    // line.
    let faint = try icon(0.5)
    #expect(faint.color(9, 16) == 0x7F7FFF && faint.color(16, 16) == 0xFF7F7F)
  }

  static let toned: [(String, UInt32)] = [
    ("", 0x804020), (#", "saturation": 0"#, 0x4B4B4B), (#", "tint": "blue""#, 0x0000FF),
  ]

  @Test(arguments: toned) func blurCanTintAndSaturate(_ keys: String, _ color: UInt32)
    throws
  {
    let plain = Pixmap(size: try .of(32, 32), fill: Color(rgb: 0x804020))
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "image", "image": "avatar",
           "blur": { "type": "gaussian", "radius": 2\(keys) } }]
        """
    ).paint(images: ["avatar": plain])
    #expect(picture.color(16, 16) == color)
  }

  static let refused: [(String, String)] = [
    (
      #"{ "type": "rectangle", "fill": { "gradient": [[0, "red"], [1, "blue"]], "center": [0, 0] } }"#,
      #"a "center" needs a "radius""#
    ),
    (
      """
      { "type": "group", "mask": { "gradient": [[0, "red"], [1, "blue"]], "radius": 4, "angle": 4 } }
      """, #"a radial gradient has no "angle""#
    ),
    (#"{ "type": "rectangle", "mask": {} }"#, #"unknown key "mask""#),
  ]

  @Test(arguments: refused) func rejectsInvalidDocuments(_ layer: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try WrittenDocument(layers: "[\(layer)]") }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
  }
}
