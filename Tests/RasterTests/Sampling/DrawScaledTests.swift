import PortableMath
import Testing

@testable import Raster

@Suite struct DrawScaledTests {
  /// Returns bilinear samples, clamped to the picture, in double precision.
  private func exact(
    _ picture: Pixmap, _ source: DeviceRect, _ rect: DeviceRect, _ x: Int, _ y: Int
  ) -> [Double] {
    let u = source.x + (Double(x) + 0.5 - rect.x) * source.width / rect.width - 0.5
    let v = source.y + (Double(y) + 0.5 - rect.y) * source.height / rect.height - 0.5
    func at(_ column: Int, _ row: Int, _ channel: Int) -> Double {
      let cx = max(0, min(picture.width - 1, column))
      let cy = max(0, min(picture.height - 1, row))
      return Double(picture.bytes[(cy * picture.width + cx) * 4 + channel])
    }
    let left = Int(u.rounded(.down))
    let top = Int(v.rounded(.down))
    let fx = u - Double(left)
    let fy = v - Double(top)
    return (0..<4).map { channel in
      (at(left, top, channel) * (1 - fx) + at(left + 1, top, channel) * fx) * (1 - fy)
        + (at(left, top + 1, channel) * (1 - fx) + at(left + 1, top + 1, channel) * fx) * fy
    }
  }

  @Test("a translucent picture is composited over the background", arguments: 1...9)
  func translucent(width: Int) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(24, 18))
    let size = try pixelSize(40, 30)
    let clip = PixelRect(x: 3, y: 2, width: width, height: 20)
    func draw(_ target: inout Pixmap) {
      target.draw(
        picture, source: DeviceRect(picture.size.bounds),
        in: DeviceRect(x: -2.5, y: -1.25, width: 41, height: 31), shape: nil, opacity: 255,
        clip: clip)
    }
    var apart = Pixmap(size: size)
    draw(&apart)
    var expected = Pixmap.opaqueNoise(size)
    var found = expected
    expected.draw(apart, x: 0, y: 0, opacity: 255, clip: clip)
    draw(&found)
    #expect(found == expected)
    #expect(found != Pixmap.opaqueNoise(size))
  }

  static let zooms: [DeviceRect] = [
    DeviceRect(x: 0, y: 0, width: 90, height: 66),
    DeviceRect(x: -7.25, y: 0, width: 77.5, height: 41.75),
    DeviceRect(x: 2, y: 3, width: 31, height: 22),
  ]

  @Test("within a level of exact bilinear samples, 99 % of bytes equal", arguments: zooms)
  func bilinear(rect: DeviceRect) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(45, 33))
    let source = DeviceRect(picture.size.bounds)
    var target = Pixmap(size: try pixelSize(100, 70), fill: .clear)
    let inside = PixelRect(
      x: max(0, Int(rect.x.rounded(.up))), y: Int(rect.y), width: Int(rect.width) - 8,
      height: Int(rect.height) - 1)
    target.draw(picture, source: source, in: rect, shape: nil, opacity: 255, clip: inside)
    var wrong = 0
    var count = 0
    var worst = 0.0
    var sum = 0.0
    for y in inside.y..<inside.maxY {
      for x in inside.x..<min(100, inside.maxX) {
        let expected = exact(picture, source, rect, x, y)
        for channel in 0..<4 {
          let found = Double(target[x, y][channel])
          worst = max(worst, abs(found - (expected[channel] + 0.5).rounded(.down)))
          if found != (expected[channel] + 0.5).rounded(.down) { wrong += 1 }
          sum += found - expected[channel]
          count += 1
        }
      }
    }
    #expect(worst <= 1)
    #expect(count > 0)
    #expect(Double(wrong) <= 0.01 * Double(count))
    // The mean must not change. (At twice the size the exact values are sixteenths, and rounding
    // ties up makes the mean 1/32 larger.)
    if rect != Self.zooms[0] { #expect(abs(sum / Double(count)) < 0.002) }
  }

  @Test("scale 1 on whole pixels is the unscaled picture")
  func scaleOne() throws {
    let picture = Pixmap.translucentNoise(try pixelSize(21, 17))
    var plain = Pixmap(size: try pixelSize(40, 30), fill: .white)
    var scaled = plain
    plain.draw(picture, x: 5, y: -3, opacity: 255, clip: plain.size.bounds)
    scaled.draw(
      picture, source: DeviceRect(picture.size.bounds),
      in: DeviceRect(x: 5, y: -3, width: 21, height: 17), shape: nil, opacity: 255,
      clip: plain.size.bounds)
    #expect(plain == scaled)
  }

  @Test("scale 1/2 on whole pixels is the rounded mean of 2 × 2", arguments: [1, 2, 5, 8])
  func scaleHalf(width: Int) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(width * 2, 6))
    var target = Pixmap(size: try pixelSize(width, 3), fill: .clear)
    target.draw(
      picture, source: DeviceRect(picture.size.bounds), in: DeviceRect(target.size.bounds),
      shape: nil, opacity: 255, clip: target.size.bounds)
    for y in 0..<3 {
      for x in 0..<width {
        let expected = (0..<4).map { channel in
          var sum = 2
          for corner in 0..<4 {
            sum += Int(picture[2 * x + corner % 2, 2 * y + corner / 2][channel])
          }
          return UInt8(sum / 4)
        }
        #expect(target[x, y] == expected)
      }
    }
  }

  @Test("a fractional rectangle fades at its edges in proportion to the area")
  func fractionalEdges() throws {
    let picture = Pixmap(size: try pixelSize(8, 8), fill: .black)
    let rect = DeviceRect(x: 1.25, y: 2.5, width: 5.5, height: 4)
    var target = Pixmap(size: try pixelSize(9, 9), fill: .clear)
    target.draw(
      picture, source: DeviceRect(picture.size.bounds), in: rect, shape: nil, opacity: 255,
      clip: target.size.bounds)
    var expected = Pixmap(size: target.size, fill: .clear)
    expected.fill(rect, with: .black, clip: target.size.bounds)
    #expect(target == expected)
  }

  @Test("a shape clips the picture, opacity fades it", arguments: [255, 100] as [UInt8])
  func shaped(opacity: UInt8) throws {
    let picture = Pixmap(size: try pixelSize(30, 30), fill: .black)
    let rect = DeviceRect(x: 2.3, y: 3.1, width: 20.2, height: 20.2)
    let shape = RoundedRectangle(rect, cornerRadius: 6)
    var target = Pixmap(size: try pixelSize(26, 26), fill: .white)
    target.draw(
      picture, source: DeviceRect(picture.size.bounds), in: rect, shape: shape, opacity: opacity,
      clip: target.size.bounds)
    var expected = Pixmap(size: target.size, fill: .white)
    expected.fill(
      shape, with: Color(rgb: 0, alpha: opacity), clip: target.size.bounds)
    #expect(difference(target.bytes, expected.bytes).largest <= 1)
  }

  @Test("sampling past the picture repeats its edge")
  func clamped() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(4, 4))
    var target = Pixmap(size: try pixelSize(16, 16), fill: .clear)
    target.draw(
      picture, source: DeviceRect(x: -4, y: -4, width: 12, height: 12),
      in: DeviceRect(x: 0, y: 0, width: 16, height: 16), shape: nil, opacity: 255,
      clip: target.size.bounds)
    #expect(target[0, 0] == picture[0, 0])
    #expect(target[15, 0] == picture[3, 0])
    #expect(target[0, 15] == picture[0, 3])
    #expect(target[15, 15] == picture[3, 3])
  }

  @Test("a picture one pixel wide or high is stretched", arguments: [(1, 5), (5, 1), (1, 1)])
  func thin(width: Int, height: Int) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(width, height))
    var target = Pixmap(size: try pixelSize(11, 11), fill: .clear)
    target.draw(
      picture, source: DeviceRect(picture.size.bounds), in: DeviceRect(target.size.bounds),
      shape: nil, opacity: 255, clip: target.size.bounds)
    #expect(target.isOpaque)
    #expect(target[0, 0] == picture[0, 0])
    #expect(target[10, 10] == picture[width - 1, height - 1])
  }
}
