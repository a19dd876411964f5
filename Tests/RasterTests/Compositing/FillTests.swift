import PortableMath
import Testing

@testable import Raster

@Suite struct FillTests {
  @Test("whole edges paint whole pixels and nothing else")
  func wholePixels() throws {
    var target = Pixmap(size: try pixelSize(9, 5), fill: .white)
    target.fill(
      DeviceRect(x: 2, y: 1, width: 5, height: 3), with: .black, clip: target.size.bounds)
    for y in 0..<5 {
      for x in 0..<9 {
        let inside = (2..<7).contains(x) && (1..<4).contains(y)
        #expect(target[x, y] == (inside ? [0, 0, 0, 255] : [255, 255, 255, 255]))
      }
    }
  }

  @Test("fractional edges cover in proportion to the area")
  func fractionalEdges() throws {
    var target = Pixmap(size: try pixelSize(6, 6), fill: .clear)
    target.fill(
      DeviceRect(x: 1.25, y: 1.5, width: 2.5, height: 2.75), with: .black,
      clip: target.size.bounds)
    let columns = [0, 0.75, 1, 0.75, 0, 0]
    let rows = [0, 0.5, 1, 1, 0.25, 0]
    for y in 0..<6 {
      for x in 0..<6 {
        #expect(Int(target[x, y][3]) == Int((columns[x] * rows[y] * 255).rounded()))
      }
    }
  }

  @Test("a fill as wide as the picture has proportional top and bottom edges")
  func fractionalBand() throws {
    var target = Pixmap(size: try pixelSize(5, 6), fill: .clear)
    target.fill(
      DeviceRect(x: 0, y: 1.5, width: 5, height: 2.75), with: .black, clip: target.size.bounds)
    for x in 0..<5 { #expect((0..<6).map { target[x, $0][3] } == [0, 128, 255, 255, 64, 0]) }
  }

  @Test("a tint colors painted pixels and keeps the alpha of translucent ones", arguments: 0..<5)
  func tint(seed: Int) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(16, 9), seed: UInt64(seed))
    let color = Color(red: 200, green: 30, blue: 255, alpha: UInt8(40 + 50 * seed))
    var tinted = picture
    tinted.tint(with: color)
    let over = [color.red, color.green, color.blue].map { Int($0) * Int(color.alpha) }
    for pixel in 0..<picture.size.area {
      let (before, after) = (picture[pixel % 16, pixel / 16], tinted[pixel % 16, pixel / 16])
      let alpha = Int(before[3])
      #expect(after[3] == before[3])
      for channel in 0..<3 {
        let exact =
          (Double(over[channel] * alpha) / 255 + Double(before[channel])
            * Double(255 - Int(color.alpha))) / 255
        #expect(abs(Double(after[channel]) - exact) < 1.1, "seed \(seed)")
        #expect(after[channel] <= after[3])
      }
    }
  }

  @Test("a rectangle thinner than a pixel covers its share")
  func hairline() throws {
    var target = Pixmap(size: try pixelSize(4, 4), fill: .clear)
    target.fill(
      DeviceRect(x: 1.25, y: 0, width: 0.5, height: 4), with: .black, clip: target.size.bounds)
    #expect(target[0, 1][3] == 0)
    #expect(target[1, 1][3] == 128)
    #expect(target[2, 1][3] == 0)
  }

  @Test("a translucent fill is the exact mix of color and background")
  func translucent() throws {
    let size = try pixelSize(21, 3)
    let ground = Pixmap.opaqueNoise(size)
    var target = ground
    target.fill(
      DeviceRect(size.bounds), with: Color(rgb: 0x10C0FF, alpha: 100), clip: size.bounds)
    let strengths = [0x10, 0xC0, 0xFF, 0xFF]
    for (index, byte) in target.bytes.enumerated() {
      let exact = strengths[index % 4] * 100 + Int(ground.bytes[index]) * 155
      #expect(Int(byte) == (2 * exact + 255) / 510)
    }
  }

  @Test(
    "shapes that are empty, outside or not finite paint nothing",
    arguments: [
      DeviceRect(x: 1, y: 1, width: 0, height: 3), DeviceRect(x: 50, y: 1, width: 5, height: 3),
      DeviceRect(x: -9, y: 1, width: 5, height: 3), DeviceRect(x: .nan, y: 1, width: 5, height: 3),
      DeviceRect(x: 0, y: .infinity, width: 5, height: 3),
      DeviceRect(x: 0, y: 0, width: 5, height: .nan),
    ])
  func degenerateShapesPaintNothing(rect: DeviceRect) throws {
    var target = Pixmap(size: try pixelSize(8, 8), fill: .white)
    let ground = target
    target.fill(rect, with: .black, clip: target.size.bounds)
    target.stroke(
      RoundedRectangle(rect, cornerRadius: 2), lineWidth: 1, with: .black,
      clip: target.size.bounds)
    target.draw(
      ground, source: rect, in: rect, shape: nil, opacity: 255, clip: target.size.bounds)
    #expect(target == ground)
  }

  @Test("a shape far larger than the picture covers all of it", arguments: [0.0, 5, 1e9, 1e301])
  func enormous(radius: Double) throws {
    let size = try pixelSize(9, 7)
    for reach in [1e6, 1e12, 1e300] {
      let rect = DeviceRect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
      var filled = Pixmap(size: size, fill: .white)
      filled.fill(
        RoundedRectangle(rect, cornerRadius: min(radius, reach / 4)), with: .black,
        clip: size.bounds)
      #expect(filled == Pixmap(size: size, fill: .black))
      var drawn = Pixmap(size: size, fill: .white)
      drawn.draw(
        Pixmap(size: size, fill: .black), source: DeviceRect(size.bounds), in: rect, shape: nil,
        opacity: 255, clip: size.bounds)
      #expect(drawn == Pixmap(size: size, fill: .black))
      var stroked = Pixmap(size: size, fill: .white)
      stroked.stroke(
        RoundedRectangle(rect, cornerRadius: radius), lineWidth: 3, with: .black,
        clip: size.bounds)
      #expect(stroked == Pixmap(size: size, fill: .white))
    }
  }

  @Test("a stroke is inside its shape and does not fill it")
  func stroke() throws {
    var target = Pixmap(size: try pixelSize(12, 12), fill: .clear)
    target.stroke(
      RoundedRectangle(DeviceRect(x: 1, y: 1, width: 10, height: 10), cornerRadius: 0),
      lineWidth: 1.5, with: .black, clip: target.size.bounds)
    // The half pixel remains of the hole's coverage of 128.
    let line = [0, 255, 127, 0, 0, 0]
    for x in 0..<6 { #expect(Int(target[x, 6][3]) == line[x]) }
    for x in 0..<6 { #expect(target[11 - x, 6] == target[x, 6]) }
    for y in 0..<12 { #expect(target[6, y] == target[y, 6]) }
  }

  @Test("a stroke as wide as half the shape fills it")
  func fullStroke() throws {
    let shape = RoundedRectangle(DeviceRect(x: 1, y: 1, width: 8, height: 6), cornerRadius: 2)
    var stroked = Pixmap(size: try pixelSize(10, 8), fill: .white)
    var filled = stroked
    stroked.stroke(shape, lineWidth: 3, with: .black, clip: stroked.size.bounds)
    filled.fill(shape, with: .black, clip: stroked.size.bounds)
    #expect(stroked == filled)
  }
}
