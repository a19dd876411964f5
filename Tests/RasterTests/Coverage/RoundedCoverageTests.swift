import PortableMath
import Testing

@testable import Raster

/// Returns a pixel's coverage by a rounded rectangle, estimated from 64 × 64 samples.
func sampledCoverage(_ shape: RoundedRectangle, _ x: Int, _ y: Int) -> Double {
  let rect = shape.rect
  let radius = max(0, min(shape.cornerRadius, rect.width / 2, rect.height / 2))
  var inside = 0
  for row in 0..<64 {
    let py = Double(y) + (Double(row) + 0.5) / 64
    for column in 0..<64 {
      let px = Double(x) + (Double(column) + 0.5) / 64
      guard px >= rect.x, px <= rect.maxX, py >= rect.y, py <= rect.maxY else { continue }
      let dx = max(0, rect.x + radius - px, px - (rect.maxX - radius))
      let dy = max(0, rect.y + radius - py, py - (rect.maxY - radius))
      if dx * dx + dy * dy <= radius * radius { inside += 1 }
    }
  }
  return Double(inside) / 4096 * 255
}

@Suite struct RoundedCoverageTests {
  static let shapes: [RoundedRectangle] = [
    RoundedRectangle(DeviceRect(x: 2, y: 2, width: 20, height: 14), cornerRadius: 5),
    RoundedRectangle(DeviceRect(x: 2.3, y: 1.7, width: 19.9, height: 15.1), cornerRadius: 6.6),
    RoundedRectangle(DeviceRect(x: 1.1, y: 2.9, width: 18, height: 18), cornerRadius: 9),
    RoundedRectangle(DeviceRect(x: 0.5, y: 0.5, width: 7, height: 3), cornerRadius: 100),
    RoundedRectangle(DeviceRect(x: 3.4, y: 3.6, width: 1.3, height: 1.3), cornerRadius: 0.65),
    RoundedRectangle(DeviceRect(x: 3.2, y: 3.1, width: 0.7, height: 6), cornerRadius: 0.35),
    RoundedRectangle(DeviceRect(x: 2.25, y: 2.5, width: 12, height: 9), cornerRadius: 0.8),
    RoundedRectangle(DeviceRect(x: 2.25, y: 2.5, width: 12.5, height: 9.25), cornerRadius: 0),
  ]

  @Test("coverage is within two levels of the area", arguments: shapes)
  func closeToArea(shape: RoundedRectangle) throws {
    var target = Pixmap(size: try pixelSize(26, 24), fill: .clear)
    target.fill(shape, with: .black, clip: target.size.bounds)
    var worst = 0.0
    for y in 0..<24 {
      for x in 0..<26 {
        worst = max(worst, abs(Double(target[x, y][3]) - sampledCoverage(shape, x, y)))
      }
    }
    #expect(worst <= 2)
  }

  @Test("a clip cuts without changing what is inside", arguments: shapes)
  func clipped(shape: RoundedRectangle) throws {
    let size = try pixelSize(26, 24)
    let clip = PixelRect(x: 3, y: 4, width: 11, height: 9)
    var whole = Pixmap(size: size, fill: .clear)
    whole.fill(shape, with: .black, clip: size.bounds)
    var part = Pixmap(size: size, fill: .clear)
    part.fill(shape, with: .black, clip: clip)
    for y in 0..<24 {
      for x in 0..<26 {
        let inside = (3..<14).contains(x) && (4..<13).contains(y)
        #expect(part[x, y] == (inside ? whole[x, y] : [0, 0, 0, 0]))
      }
    }
  }

  @Test("rows between the corners are drawn as if each were alone", arguments: shapes)
  func rowByRow(shape: RoundedRectangle) throws {
    let size = try pixelSize(26, 24)
    let picture = Pixmap.translucentNoise(try pixelSize(9, 7))
    let drawings: [(inout Pixmap, PixelRect) -> Void] = [
      { $0.fill(shape, with: Color(rgb: 0x336699, alpha: 200), clip: $1) },
      { $0.stroke(shape, lineWidth: 1.4, with: .black, clip: $1) },
      { $0.stroke(shape, lineWidth: 1.4, with: Color(rgb: 0x336699, alpha: 200), clip: $1) },
      {
        $0.draw(
          picture, source: DeviceRect(picture.size.bounds), in: shape.rect, shape: shape,
          opacity: 150, clip: $1)
      },
    ]
    for draw in drawings {
      var whole = Pixmap.opaqueNoise(size)
      var rows = whole
      draw(&whole, size.bounds)
      for y in 0..<24 { draw(&rows, PixelRect(x: 0, y: y, width: 26, height: 1)) }
      #expect(whole == rows)
    }
  }

  @Test("a stroke is its shape less the shape inside it", arguments: shapes)
  func strokeIsDifference(shape: RoundedRectangle) throws {
    let size = try pixelSize(26, 24)
    let rect = shape.rect
    let width = 1.4
    let radius = min(shape.cornerRadius, rect.width / 2, rect.height / 2)
    let hole = RoundedRectangle(
      DeviceRect(
        x: rect.x + width, y: rect.y + width, width: rect.width - 2 * width,
        height: rect.height - 2 * width), cornerRadius: radius - width)
    var target = Pixmap(size: size, fill: .clear)
    target.stroke(shape, lineWidth: width, with: .black, clip: size.bounds)
    var worst = 0.0
    for y in 0..<24 {
      for x in 0..<26 {
        let inner = hole.rect.isEmpty ? 0 : sampledCoverage(hole, x, y)
        worst = max(
          worst, abs(Double(target[x, y][3]) - (sampledCoverage(shape, x, y) - inner)))
      }
    }
    #expect(worst <= 3)
  }
}
