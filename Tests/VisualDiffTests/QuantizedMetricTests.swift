import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct QuantizedMetricTests {
  private let metric = ImageComparison(metric: .quantized)

  /// Returns a pattern of two levels with a given mean gray.
  private func dithered(_ gray: Int, by step: Int, phase: Int) -> Pixmap {
    Pixmap.grays(
      (0..<64 * 48).map { index in
        let (x, y) = (index % 64, index / 64)
        return UInt8(clamping: gray + ((x + y + phase) % 2 == 0 ? step : -step))
      }, width: 64)
  }

  @Test(arguments: [4, 12, 20])
  func ditherOfOneColorIsEqual(step: Int) {
    let plain = flat(64, 48, Color(red: 120, green: 120, blue: 120))
    #expect(metric.difference(plain, dithered(120, by: step, phase: 0)).differentPixels == 0)
    #expect(
      metric.difference(dithered(120, by: step, phase: 0), dithered(120, by: step, phase: 1))
        .differentPixels == 0)
  }

  @Test(arguments: [0, 5, 56])
  func uniformShiftUnderDitherDiffers(x: Int) {
    let spot = PixelRect(x: x, y: 20, width: 8, height: 8)
    var bytes = dithered(120, by: 12, phase: 1).bytes
    for y in spot.y..<spot.maxY {
      for x in spot.x..<spot.maxX {
        for channel in 0..<3 { bytes[(y * 64 + x) * 4 + channel] += 24 }
      }
    }
    let first = dithered(120, by: 12, phase: 0)
    let second = Pixmap(size: first.size, bytes: bytes) ?? first
    let difference = metric.difference(first, second)
    #expect((40...144).contains(difference.differentPixels))
    #expect((20...28).contains(difference.strongest))
    #expect(difference.bounds?.intersection(spot) == spot)
  }

  @Test func onlyStepsAboveTheLimitsDiffer() {
    let gray = flat(64, 48, Color(red: 120, green: 120, blue: 120))
    let spot = PixelRect(x: 30, y: 20, width: 12, height: 12)
    func count(_ step: UInt8) -> Int {
      let color = Color(red: 120 + step, green: 120 + step, blue: 120 + step)
      return metric.difference(gray, gray.painted(spot, color)).differentPixels
    }
    #expect(count(7) == 0)
    #expect(count(12) > 0)
    #expect(count(14) >= 128)
  }

  @Test func hueChangeAtEqualLumaDiffers() {
    let first = flat(64, 48, Color(red: 200, green: 80, blue: 80))
    let spot = PixelRect(x: 30, y: 20, width: 8, height: 8)
    let red = first.painted(spot, Color(red: 100, green: 131, blue: 80))
    let blue = first.painted(spot, Color(red: 200, green: 60, blue: 180))
    #expect(metric.difference(first, red).differentPixels >= 64)
    #expect(metric.difference(first, blue).differentPixels >= 64)
  }

  @Test(arguments: [(59, 0), (61, 1), (96, 1)])
  func singlePixelDiffersInFlatArea(step: Int, count: Int) {
    let first = flat(64, 48, .white)
    let gray = UInt8(255 - step)
    let second = first.painted(
      PixelRect(x: 63, y: 9, width: 1, height: 1), Color(red: gray, green: gray, blue: gray))
    #expect(metric.difference(first, second).differentPixels == count)
    #expect(metric.difference(second, first).differentPixels == count)
  }

  @Test func singlePixelIsEqualInNoise() {
    let first = dithered(120, by: 20, phase: 0)
    let second = first.painted(
      PixelRect(x: 30, y: 9, width: 1, height: 1), Color(red: 210, green: 210, blue: 210))
    #expect(metric.difference(first, second).differentPixels == 0)
  }

  @Test func transparencyCountsByPixel() {
    let first = flat(64, 48, .white)
    var bytes = first.bytes
    for channel in 0..<4 { bytes[(20 * 64 + 30) * 4 + channel] = 0 }
    let second = Pixmap(size: first.size, bytes: bytes) ?? first
    #expect(metric.difference(first, second).differentPixels == 1)
  }

  @Test func maskedPixelsAreIgnored() {
    let first = flat(64, 48, .white)
    let spot = PixelRect(x: 20, y: 20, width: 10, height: 10)
    let masked = ImageComparison(metric: .quantized, masks: [MaskRegion(.rect(spot))])
    #expect(masked.difference(first, first.painted(spot, .black)).differentPixels == 0)
  }

  @Test func mapMarksCountedPixels() {
    let first = flat(64, 48, .white)
    let second = first.painted(PixelRect(x: 20, y: 20, width: 10, height: 10), .black)
    let marked = metric.map(first, second).bytes.filter { $0 >= DifferenceMap.faintest }.count
    #expect(marked == metric.difference(first, second).differentPixels)
  }

  @Test func picturesSmallerThanAWindowAreComparedExactly() {
    let first = flat(7, 20, .white)
    let second = first.painted(
      PixelRect(x: 3, y: 3, width: 1, height: 1), Color(red: 255, green: 255, blue: 254))
    #expect(metric.difference(first, second).differentPixels == 1)
  }

  @Test func change24LevelsOf4x4PixelsDiffersInSmoothArea() {
    let first = flat(64, 48, Color(red: 120, green: 120, blue: 120))
    let spot = PixelRect(x: 31, y: 21, width: 4, height: 4)
    let second = first.painted(spot, Color(red: 144, green: 144, blue: 144))
    let difference = metric.difference(first, second)
    #expect(difference.differentPixels >= 12)
    #expect(
      difference.bounds?.intersection(PixelRect(x: 30, y: 20, width: 6, height: 6))
        == difference.bounds)
  }

  @Test(arguments: [(9, true), (14, true), (-14, true), (7, false)])
  func change4x4PixelsDiffersUnderDither(step: Int, isFound: Bool) {
    let gray = UInt8(120 + step)
    let spot = PixelRect(x: 31, y: 21, width: 4, height: 4)
    let second = flat(64, 48, Color(red: 120, green: 120, blue: 120))
      .painted(spot, Color(red: gray, green: gray, blue: gray))
    let first = dithered(120, by: 12, phase: 0)
    for difference in [metric.difference(first, second), metric.difference(second, first)] {
      #expect((difference.differentPixels > 0) == isFound)
      guard let bounds = difference.bounds else { continue }
      #expect(bounds.intersection(PixelRect(x: 28, y: 18, width: 10, height: 10)) == bounds)
    }
  }

  @Test func smallAreaToleratesPaletteError() {
    let gray = flat(64, 48, Color(red: 120, green: 120, blue: 120))
    let spot = PixelRect(x: 31, y: 21, width: 4, height: 4)
    let first = gray.painted(spot, Color(red: 180, green: 180, blue: 180))
    let second = gray.painted(spot, Color(red: 191, green: 191, blue: 191))
    #expect(metric.difference(first, second).differentPixels == 0)
  }
}
