import Foundation
import PortableMath
import TestSupport
import Testing

/// Exact numbers and rectangles with random operands, compared with slow definitions.
@Suite struct ArithmeticPropertyTests {
  private func time(_ random: inout SeededRandom) throws -> RationalTime {
    try #require(RationalTime(random.number(in: -4000...4000), over: random.number(in: 1...900)))
  }

  @Test(arguments: 0..<40) func addsRatios(seed: Int) throws {
    var random = SeededRandom(seed)
    let (a, b, c) = (try time(&random), try time(&random), try time(&random))
    let name: Comment = "seed \(seed): \(a), \(b), \(c)"
    #expect(a + b == b + a, name)
    #expect((a + b) + c == a + (b + c), name)
    #expect(a - b == .zero - (b - a), name)
    #expect(a + b - b == a, name)
    #expect(
      (a + b).numerator * a.denominator * b.denominator
        == (a.numerator * b.denominator + b.numerator * a.denominator) * (a + b).denominator, name)
    #expect((a < b) == (a.numerator * b.denominator < b.numerator * a.denominator), name)
    #expect((a < b) == (a + c < b + c), name)
    let (product, other) = (try #require(a.multiplied(by: b)), try #require(b.multiplied(by: a)))
    #expect(product == other, name)
    #expect(
      try #require(a.multiplied(by: b + c)) == product + (try #require(a.multiplied(by: c))), name)
    let divisor = greatestCommonDivisor(product.numerator.magnitude, product.denominator.magnitude)
    #expect(divisor == 1 || product.numerator == 0, name)
  }

  /// The result is the nearest whole number of units. Ties round up.
  @Test(arguments: 0..<40) func roundingIsToTheNearestUnit(seed: Int) throws {
    var random = SeededRandom(seed)
    let time = try time(&random)
    let units = random.number(in: 1...1000)
    let found = time.rounded(toUnitsPerSecond: units)
    // 2 |n / d - found / units| <= 1 / units, with ties rounded up.
    let error = 2 * (time.numerator * units - found * time.denominator)
    #expect((-time.denominator..<time.denominator).contains(error), "seed \(seed)")
    let interval = try #require(
      RationalTime(random.number(in: 1...40), over: random.number(in: 1...60)))
    let count = time.intervals(of: interval)
    let rest = try #require(interval.multiplied(by: RationalTime(2 * count)))
    let twice = time + time - rest
    #expect(twice >= .zero - interval && twice < interval, "seed \(seed)")
  }

  // MARK: - Exact times

  /// Decimals with up to six places and ticks of common rates, as multiples of 10^-6 / divisor.
  @Test(arguments: 0..<60) func exactTimesAddAndCompareWithoutRounding(seed: Int) throws {
    var random = SeededRandom(seed)
    let rate = [24, 25, 30, 50, 60, 1001][random.number(below: 6)]
    let (decimal, ticks) = (random.number(in: 0...4_000_000), random.number(in: 0...5000))
    let first = ExactTime(Double(decimal) / 1_000_000)
    let second = ExactTime(ticks, stepsOf: try #require(RationalTime(1, over: rate)))
    let (left, right) = (decimal * rate, ticks * 1_000_000)
    let name: Comment = "seed \(seed): \(decimal), \(ticks) of \(rate)"
    #expect((first < second) == (left < right), name)
    #expect((first == second) == (left == right), name)
    let sum = first + second
    #expect(sum - second == first && sum - first == second, name)
    #expect(sum.seconds == Double(left + right) / Double(1_000_000 * rate), name)
    #expect(first.seconds == Double(decimal) / 1_000_000, name)
    #expect((first - second).seconds == Double(left - right) / Double(1_000_000 * rate), name)
    guard right > 0, left < right else { return }
    #expect(first.share(of: second) == Double(left) / Double(right), name)
    let steps = random.number(in: 1...9)
    #expect(first.steps(of: steps, in: second) == Double(left * steps / right), name)
  }

  /// 0.1 + 0.2 s and the eighteenth tick of 60 are the same time.
  @Test func sumsOfDecimalsAreTicks() throws {
    let tick = ExactTime(18, stepsOf: try #require(RationalTime(1, over: 60)))
    #expect(ExactTime(0.1) + ExactTime(0.2) == tick)
    #expect(ExactTime(0.1 + 0.2) != tick)
    #expect((ExactTime(0.1) + ExactTime(0.2)).hashValue == tick.hashValue)
    #expect(ExactTime(.nan) == .zero)
    #expect(ExactTime(.infinity) == ExactTime(1e9) && ExactTime(-.infinity) == ExactTime(-1e9))
    #expect(ExactTime(1e-19) == .zero && ExactTime(1e-18).seconds == 1e-18)
  }

  @Test(arguments: [
    0.5, 1.0 / 3, 123.456, 1e-7, 86_399.999_999, Double.leastNonzeroMagnitude, -2.25,
  ])
  func timesRoundTrip(seconds: Double) {
    #expect(abs(ExactTime(seconds).seconds - seconds) <= 1e-18)
    if seconds.magnitude > 1e-9 { #expect(ExactTime(seconds).seconds == seconds) }
  }

  // MARK: - Rectangles

  private func pixels(_ rect: PixelRect) -> Set<[Int]> {
    var pixels = Set<[Int]>()
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { pixels.insert([x, y]) } }
    return pixels
  }

  @Test(arguments: 0..<60) func rectanglesAreSetsOfPixels(seed: Int) {
    var random = SeededRandom(seed)
    func rect() -> PixelRect {
      PixelRect(
        x: random.number(in: -6...6), y: random.number(in: -6...6), width: random.number(in: 0...7),
        height: random.number(in: 0...7))
    }
    let (a, b, c) = (rect(), rect(), rect())
    let name: Comment = "seed \(seed): \(a), \(b)"
    #expect(pixels(a.intersection(b)) == pixels(a).intersection(pixels(b)), name)
    #expect(a.intersection(b) == b.intersection(a) || a.intersection(b).isEmpty, name)
    let both = pixels(a).union(pixels(b))
    let union = a.union(b)
    #expect(pixels(union).isSuperset(of: both), name)
    if !a.isEmpty || !b.isEmpty {
      #expect(
        union.x == both.map { $0[0] }.min() && union.maxY == (both.map { $0[1] }.max() ?? 0) + 1,
        name)
    }
    #expect(pixels(a.union(b).union(c)) == pixels(a.union(b.union(c))), name)
    #expect(a.isEmpty == pixels(a).isEmpty)
  }

  @Test(arguments: 0..<40) func enclosingPixelsAreMinimal(seed: Int) {
    var random = SeededRandom(seed)
    let rect = DeviceRect(
      x: random.number(from: -9, to: 9), y: random.number(from: -9, to: 9),
      width: random.number(from: 0.01, to: 9), height: random.number(from: 0.01, to: 9))
    let pixels = rect.enclosingPixels
    #expect(Double(pixels.x) <= rect.x && Double(pixels.x) > rect.x - 1, "seed \(seed)")
    #expect(Double(pixels.maxX) >= rect.maxX && Double(pixels.maxX) < rect.maxX + 1, "seed \(seed)")
    #expect(Double(pixels.y) <= rect.y && Double(pixels.maxY) >= rect.maxY, "seed \(seed)")
    #expect(rect.exactPixels == nil && DeviceRect(pixels).exactPixels == pixels, "seed \(seed)")
  }

  // MARK: - Colors

  /// IEC 61966-2-1 and its inverse, for each byte and for the middle between two bytes.
  @Test func linearLightMatchesSRGB() {
    for byte in 0...255 {
      let encoded = Double(byte) / 255
      let linear = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
      #expect(abs(SRGB.linear[byte] - linear) < 1e-12)
      #expect(SRGB.encoded(linear: SRGB.linear[byte]) == byte)
      guard byte < 255 else { continue }
      let (low, high) = (SRGB.linear[byte], SRGB.linear[byte + 1])
      #expect(SRGB.encoded(linear: low + (high - low) * 0.49) == byte)
      #expect(SRGB.encoded(linear: low + (high - low) * 0.51) == byte + 1)
    }
    #expect(SRGB.encoded(linear: -3) == 0 && SRGB.encoded(linear: 7) == 255)
  }
}
