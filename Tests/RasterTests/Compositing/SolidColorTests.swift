import PortableMath
import Testing

@testable import Raster

@Suite struct SolidColorTests {
  @Test("every color byte, coverage and destination blends to the exact quotient, rounded")
  func opaqueColor() {
    var wrong = 0
    for coverage in 0...255 {
      let mask = [UInt8](repeating: UInt8(coverage), count: 64)
      for channel in 0...255 {
        let color = Color(red: UInt8(channel), green: UInt8(channel), blue: UInt8(channel))
        var out = (0..<256).map { UInt8($0) }
        var span = out.mutableSpan
        RowKernel.blend(&span, 0..<256, color: SolidColor(color), coverage: mask.span)
        for under in 0...255 {
          let strength = under % 4 == 3 ? 255 : channel
          let exact = (2 * (strength * coverage + under * (255 - coverage)) + 255) / 510
          if Int(out[under]) != exact { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a translucent color through a mask is correctly rounded")
  func translucentColor() {
    var wrong = 0
    for alpha in stride(from: 1, through: 254, by: 11) {
      for coverage in stride(from: 0, through: 255, by: 5) {
        let mask = [UInt8](repeating: UInt8(coverage), count: 64)
        let color = Color(red: 13, green: 200, blue: 255, alpha: UInt8(alpha))
        let strengths = [13, 200, 255, 255]
        var out = (0..<256).map { UInt8($0) }
        var span = out.mutableSpan
        RowKernel.blend(&span, 0..<256, color: SolidColor(color), coverage: mask.span)
        for under in 0...255 {
          let share = alpha * coverage
          let exact = strengths[under % 4] * share + under * (65025 - share)
          if Int(out[under]) != (2 * exact + 65025) / 130050 { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a mask is placed, clipped and painted where it covers")
  func maskPlacement() throws {
    let mask = try #require(
      CoverageMask(size: try pixelSize(3, 2), bytes: [255, 0, 255, 0, 255, 0]))
    var target = Pixmap(size: try pixelSize(4, 4), fill: .white)
    let placed = PlacedMask(mask, x: 2, y: 1)
    target.draw(placed, color: .black, clip: target.size.bounds)
    var black: [[Int]] = []
    for y in 0..<4 {
      for x in 0..<4 where target[x, y] == [0, 0, 0, 255] { black.append([x, y]) }
    }
    #expect(black == [[2, 1], [3, 2]])
    var clipped = Pixmap(size: try pixelSize(4, 4), fill: .white)
    clipped.draw(placed, color: .black, clip: PixelRect(x: 0, y: 0, width: 4, height: 2))
    #expect(clipped[2, 1] == [0, 0, 0, 255])
    #expect(clipped[3, 2] == [255, 255, 255, 255])
  }

  @Test("a mask moved by half a pixel spreads over both and keeps its sum")
  func movedMask() throws {
    let mask = try #require(CoverageMask(size: try pixelSize(1, 1), bytes: [200]))
    var target = Pixmap(size: try pixelSize(4, 4), fill: .clear)
    target.draw(
      mask, in: DeviceRect(x: 1.5, y: 1.25, width: 1, height: 1), color: .black,
      clip: target.size.bounds)
    #expect(target[1, 1][3] == 75)
    #expect(target[2, 1][3] == 75)
    #expect(target[1, 2][3] == 25)
    #expect(target[2, 2][3] == 25)
    #expect(target.bytes.reduce(0) { $0 + Int($1) } == 200)
  }

  @Test(
    "a scaled mask is within two levels of exact bilinear samples with nothing around it",
    arguments: [
      DeviceRect(x: 2.3, y: 1.7, width: 9, height: 7),
      DeviceRect(x: 1.25, y: 3.5, width: 17.5, height: 11.2),
      DeviceRect(x: -3.1, y: -2.4, width: 30.3, height: 26.7),
      DeviceRect(x: 5.5, y: 4.2, width: 5.1, height: 4.4),
    ])
  func scaledMask(rect: DeviceRect) throws {
    let size = try pixelSize(9, 7)
    var source = ByteSource(seed: 5)
    let mask = try #require(
      CoverageMask(size: size, bytes: (0..<size.area).map { _ in source.byte() }))
    var target = Pixmap(size: try pixelSize(24, 20), fill: .clear)
    target.draw(mask, in: rect, color: .black, clip: target.size.bounds)
    func value(_ column: Int, _ row: Int) -> Double {
      (0..<9).contains(column) && (0..<7).contains(row) ? Double(mask.bytes[row * 9 + column]) : 0
    }
    var worst = 0.0
    for y in 0..<20 {
      for x in 0..<24 {
        let column = (Double(x) + 0.5 - rect.x) * 9 / rect.width - 0.5
        let row = (Double(y) + 0.5 - rect.y) * 7 / rect.height - 0.5
        let (left, top) = (column.rounded(.down), row.rounded(.down))
        let (right, bottom) = (column - left, row - top)
        func across(_ row: Int) -> Double {
          value(Int(left), row) * (1 - right) + value(Int(left) + 1, row) * right
        }
        let exact = across(Int(top)) * (1 - bottom) + across(Int(top) + 1) * bottom
        worst = max(worst, abs(Double(target[x, y][3]) - exact))
      }
    }
    #expect(worst < 2)
  }

  @Test("a mask drawn at its own size on whole pixels is the unscaled one")
  func unscaledMask() throws {
    let size = try pixelSize(9, 7)
    var source = ByteSource(seed: 8)
    let mask = try #require(
      CoverageMask(size: size, bytes: (0..<size.area).map { _ in source.byte() }))
    var plain = Pixmap(size: try pixelSize(20, 20), fill: .white)
    var scaled = plain
    plain.draw(PlacedMask(mask, x: 4, y: 5), color: .black, clip: plain.size.bounds)
    scaled.draw(
      mask, in: DeviceRect(x: 4, y: 5, width: 9, height: 7), color: .black,
      clip: plain.size.bounds)
    #expect(plain == scaled)
  }
}
