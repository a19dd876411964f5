import PortableMath
import TestSupport
import Testing

@testable import Raster

/// Projected pictures.
@Suite struct DrawProjectedTests {
  /// Returns a tilt about (x, y).
  private func tilt(
    _ angle: Double, y turn: Double = 0, distance: Double? = nil, about x: Double, _ y: Double
  ) throws -> Homography {
    let map = Homography.tilt(x: angle, y: turn, distance: distance)
    return try #require(map.conjugated(by: .affine(a: 1, b: 0, c: 0, d: 1, x: x, y: y)))
  }

  private func drawn(
    _ picture: Pixmap, x: Int = 0, y: Int = 0, _ map: Homography, on ground: Pixmap
  ) -> Pixmap {
    var result = ground
    result.draw(picture, x: x, y: y, projectedBy: map, clip: ground.size.bounds)
    return result
  }

  @Test func zeroTiltDrawsPlainly() throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(16, 14))
    let picture = Pixmap.translucentNoise(try pixelSize(9, 7))
    var plain = ground
    plain.draw(picture, x: 3, y: -2, opacity: 255, clip: ground.size.bounds)
    #expect(drawn(picture, x: 3, y: -2, .affine(a: 1, b: 0, c: 0, d: 1), on: ground) == plain)
  }

  @Test(arguments: [nil, 30.0]) func halfTurnMirrorsPixels(distance: Double?) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(8, 6))
    let empty = Pixmap(size: picture.size)
    let down = drawn(picture, try tilt(180, distance: distance, about: 4, 3), on: empty)
    let across = drawn(picture, try tilt(0, y: 180, distance: distance, about: 4, 3), on: empty)
    for y in 0..<6 {
      for x in 0..<8 {
        #expect(down[x, 5 - y] == picture[x, y])
        #expect(across[7 - x, y] == picture[x, y])
      }
    }
  }

  /// Without perspective, cos 60 = 1/2: each row is the mean of two.
  @Test func sixtyDegreesAverageTwoRows() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(5, 8))
    let half = drawn(picture, try tilt(60, about: 2.5, 0), on: Pixmap(size: picture.size))
    for y in 0..<4 {
      for x in 0..<5 {
        for channel in 0..<4 {
          let mean =
            (Double(picture[x, 2 * y][channel]) + Double(picture[x, 2 * y + 1][channel])) / 2
          #expect(abs(Double(half[x, y][channel]) - mean) <= 1)
        }
      }
    }
    #expect((0..<5).allSatisfy { half[$0, 4] == [0, 0, 0, 0] })
  }

  /// Pixels in the outline keep the color; at its edge they are blended by their coverage.
  @Test(arguments: 0..<24) func oneColorCoversTheProjectedOutline(seed: Int) throws {
    var random = SeededRandom(seed)
    let size = try pixelSize(80, 70)
    let picture = Pixmap(size: try pixelSize(40, 36), fill: Color(rgb: 0x3080C0))
    let map = try tilt(
      random.number(from: -65, to: 65), y: random.number(from: -65, to: 65),
      distance: random.number(from: 80, to: 400), about: 40, 35)
    let result = drawn(picture, x: 20, y: 17, map, on: Pixmap(size: size, fill: .white))
    var outline = Path()
    outline.polygon(
      try [(20, 17), (60, 17), (60, 53), (20, 53)].map {
        try #require(map.apply(x: $0.0, y: $0.1))
      })
    let mask = try #require(CoverageMask(filling: outline, size: size))
    for (place, covered) in mask.bytes.enumerated() {
      let (x, y) = (place % 80, place / 80)
      var around: [UInt8] = []
      for row in max(0, y - 1)...min(69, y + 1) {
        for column in max(0, x - 1)...min(79, x + 1) {
          around.append(mask.bytes[row * 80 + column])
        }
      }
      let isInterior = around.allSatisfy { $0 == 255 } || around.allSatisfy { $0 == 0 }
      let part = Double(covered) / 255
      for (channel, level) in [0x30, 0x80, 0xC0].enumerated() {
        let expected = 255 + (Double(level) - 255) * part
        // A bilinear edge is as wide as a pixel of the picture, whose size changes over the plane.
        let tolerance = isInterior ? 0 : (255 - Double(level)) * 0.3
        #expect(
          abs(Double(result.bytes[place * 4 + channel]) - expected) <= tolerance,
          "seed \(seed): \(x), \(y)")
      }
    }
  }

  /// A fine pattern becomes gray where it is foreshortened, instead of a moiré.
  @Test func averagesFinePatterns() throws {
    let size = try pixelSize(40, 320)
    var picture = Pixmap(size: size, fill: .white)
    for row in stride(from: 0, to: 320, by: 2) {
      picture.fill(
        RoundedRectangle(DeviceRect(x: 0, y: Double(row), width: 40, height: 1), cornerRadius: 0),
        with: .black, clip: size.bounds)
    }
    let map = try tilt(83, about: 20, 0)
    let result = drawn(picture, map, on: Pixmap(size: size, fill: .white))
    for y in 1..<38 { #expect(abs(Int(result[20, y][0]) - 128) <= 20, "\(y)") }
  }

  @Test func drawsNothingEdgeOnOrBehindEye() throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(40, 40))
    let picture = Pixmap(size: try pixelSize(20, 20), fill: .black)
    #expect(drawn(picture, x: 10, y: 10, try tilt(90, about: 20, 20), on: ground) == ground)
    // The picture is at y = 20...40 below the axis, the eye's plane at 5 / sin 60 = 5.8.
    let behind = try tilt(60, distance: 5, about: 20, 0)
    #expect(drawn(picture, x: 10, y: 20, behind, on: ground) == ground)
  }

  /// The plane reaches behind the eye below y = 20 + 8 / sin 60. Above that line it is drawn to the
  /// canvas's edge, and nothing of the part behind the eye appears at the top.
  @Test func clipsPartBehindEye() throws {
    let size = try pixelSize(40, 40)
    let picture = Pixmap(size: size, fill: .black)
    let map = try tilt(60, distance: 8, about: 20, 20)
    let result = drawn(picture, map, on: Pixmap(size: size, fill: .white))
    #expect(result[20, 39] == [0, 0, 0, 255] && result[0, 39] == [0, 0, 0, 255])
    let top = try #require(map.apply(x: 20, y: 0))
    #expect(top.y > 10)
    for y in 0..<Int(top.y) - 1 {
      for x in 0..<40 { #expect(result[x, y] == [255, 255, 255, 255], "\(x), \(y)") }
    }
  }

  @Test func keepsClip() throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(30, 30))
    var result = ground
    let clip = PixelRect(x: 5, y: 6, width: 9, height: 8)
    result.draw(
      Pixmap(size: ground.size, fill: .black), x: 0, y: 0,
      projectedBy: try tilt(30, distance: 90, about: 15, 15), clip: clip)
    for y in 0..<30 {
      for x in 0..<30 {
        let isInside = (5..<14).contains(x) && (6..<14).contains(y)
        #expect(result[x, y] == (isInside ? [0, 0, 0, 255] : ground[x, y]), "\(x), \(y)")
      }
    }
  }
}
