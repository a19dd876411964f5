import PortableMath
import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

/// Painted layers with `rotateX`, `rotateY` and `perspective`.
@Suite struct TiltedLayerTests {
  private func painted(_ transform: String, _ members: String = "", scale: Double = 1) throws
    -> Pixmap
  {
    try WrittenDocument(
      layers: """
        [{ "type": "group", "x": 4, "y": 8, "width": 24, "height": 16, \(members)
           "transform": { \(transform) }, "layers": [
             { "type": "rectangle", "fill": "#204060" },
             { "type": "rectangle", "x": 3, "y": 2, "width": 9, "height": 5, "fill": "#E08020",
               "cornerRadius": 2 },
             { "type": "rectangle", "x": 14, "y": -4, "width": 6, "height": 8,
               "fill": "#20A04080" },
             { "type": "image", "image": "avatar", "x": 13.5, "y": 8, "width": 7, "height": 7 }] }]
        """
    ).paint(images: ["avatar": try Pixmap.checks(14)], scale: scale)
  }

  @Test(arguments: [1.0, 2, 3]) func zeroAnglesKeepBytes(scale: Double) throws {
    let plain = try painted("\"scale\": 0.9", scale: scale)
    for transform in ["\"rotateX\": 0", "\"rotateY\": 0, \"perspective\": 100"] {
      #expect(try painted("\"scale\": 0.9, " + transform, scale: scale) == plain)
    }
  }

  /// A full turn is projected, by a transform that changes nothing.
  @Test(arguments: [1.0, 2, 3]) func fullTurnKeepsBytes(scale: Double) throws {
    let plain = try painted("\"scale\": 1", scale: scale)
    let turned = try painted("\"rotateX\": 360, \"perspective\": 90", scale: scale)
    let worst = zip(turned.bytes, plain.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 1)
  }

  /// The group is symmetric about the canvas's center, so a half turn mirrors the canvas.
  @Test func halfTurnMirrorsPicture() throws {
    let plain = try painted("\"scale\": 1")
    let down = try painted("\"rotateX\": 180, \"perspective\": 90")
    let across = try painted("\"rotateY\": -180")
    for y in 0..<32 {
      for x in 0..<32 {
        #expect(distance(down.color(x, 31 - y), plain.color(x, y)) <= 1, "\(x), \(y)")
        #expect(distance(across.color(31 - x, y), plain.color(x, y)) <= 1, "\(x), \(y)")
      }
    }
  }

  @Test func sixtyDegreesHalveTheHeight() throws {
    let plain = try painted("\"scale\": 1", "\"clip\": true,")
    let half = try painted("\"rotateX\": 60", "\"clip\": true,")
    for y in 12..<20 {
      for x in 4..<28 {
        let (first, second) = (plain.color(x, 2 * y - 16), plain.color(x, 2 * y - 15))
        let mean = (first & 0xFEFEFE) / 2 + (second & 0xFEFEFE) / 2
        #expect(distance(half.color(x, y), mean) <= 2, "\(x), \(y)")
      }
    }
    for y in [11, 20] { #expect((0..<32).allSatisfy { half.color($0, y) == 0xFFFFFF }) }
  }

  /// The part of a layer outside of the canvas can be tilted into it.
  @Test(arguments: ["", "\"opacity\": 0.5,", "\"clip\": true, \"cornerRadius\": 0.01,"])
  func drawsContentTiltedIntoCanvas(members: String) throws {
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "group", "y": 16, "width": 32, "height": 80, \(members)
           "transform": { "rotateX": 75, "origin": [0.5, 0] }, "layers": [
             { "type": "rectangle", "fill": "#FF0000" },
             { "type": "rectangle", "y": 40, "height": 40, "fill": "#0000FF" }] }]
        """
    ).paint()
    // cos 75 * 80 = 20.7, so the border is at 16 + 10.35 and the rest is blue down to the edge.
    let isFaint = members.contains("opacity")
    #expect(distance(picture.color(16, 20), isFaint ? 0xFF7F7F : 0xFF0000) <= 1)
    #expect(distance(picture.color(16, 30), isFaint ? 0x7F7FFF : 0x0000FF) <= 1)
  }

  @Test func parentClipsTiltedLayer() throws {
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "group", "x": 8, "y": 8, "width": 10, "height": 10, "clip": true, "layers": [
          { "type": "rectangle", "x": -8, "y": -8, "width": 32, "height": 32, "fill": "#FF0000",
            "transform": { "rotateX": 30, "perspective": 100 } }] }]
        """
    ).paint()
    for y in 0..<32 {
      for x in 0..<32 {
        let isInside = (8..<18).contains(x) && (8..<18).contains(y)
        #expect(picture.color(x, y) == (isInside ? 0xFF0000 : 0xFFFFFF), "\(x), \(y)")
      }
    }
  }

  /// As in CSS without `preserve-3d`, a tilt in a tilt is flattened: cos 60 twice is a quarter.
  @Test func flattensNestedTilts() throws {
    let picture = try WrittenDocument(
      layers: """
        [{ "type": "group", "transform": { "rotateX": 60 }, "layers": [
          { "type": "rectangle", "fill": "#000000", "transform": { "rotateX": -60 } }] }]
        """
    ).paint()
    for y in 0..<32 {
      let isInside = (12..<20).contains(y)
      #expect(picture.color(16, y) == (isInside ? 0 : 0xFFFFFF), "\(y)")
    }
  }
}

/// Returns the largest difference between the channels of two colors.
private func distance(_ a: UInt32, _ b: UInt32) -> Int {
  [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
}

extension Pixmap {
  /// A white square with a red and a blue quarter.
  fileprivate static func checks(_ side: Int) throws -> Pixmap {
    let size = try PixelSize.of(side, side)
    var result = Pixmap(size: size, fill: .white)
    for (start, color) in [(0, Color(rgb: 0xC03050)), (side / 2, Color(rgb: 0x3050C0))] {
      let quarter = PixelRect(x: start, y: start, width: side / 2, height: side / 2)
      result.fill(
        RoundedRectangle(DeviceRect(quarter), cornerRadius: 0), with: color, clip: size.bounds)
    }
    return result
  }
}
