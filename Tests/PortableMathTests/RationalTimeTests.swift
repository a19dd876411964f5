import PortableMath
import Testing

struct RationalTimeTests {
  @Test func reducesFractions() throws {
    let duration = try #require(RationalTime(duration: 40, over: 1000))
    #expect(duration.numerator == 1)
    #expect(duration.denominator == 25)
    #expect(RationalTime(duration: 0, over: 7) == .zero)
  }

  @Test(arguments: [(-1, 10), (1, 0), (1, -3), (1 << 31, 1), (1, 1_000_000_001)])
  func invalidFractionsAreNil(numerator: Int, denominator: Int) {
    #expect(RationalTime(duration: numerator, over: denominator) == nil)
  }

  @Test func sumsAreExact() throws {
    let thirtieth = try #require(RationalTime(duration: 1, over: 30))
    let seventh = try #require(RationalTime(duration: 1, over: 7))
    #expect(
      (0..<90).reduce(.zero) { sum, _ in sum + thirtieth }
        == RationalTime(duration: 3, over: 1))
    #expect(thirtieth + seventh == RationalTime(duration: 37, over: 210))
  }

  @Test func largeSumsAreAccurateToTheNanosecond() throws {
    let first = try #require(RationalTime(duration: 1, over: 999_999_937))
    let second = try #require(RationalTime(duration: 3, over: 999_999_929))
    #expect(first + second == RationalTime(duration: 4, over: 1_000_000_000))
  }

  @Test func clampsTotals() throws {
    let long = try #require(RationalTime(duration: (1 << 31) - 1, over: 1))
    #expect((long + long).numerator / (long + long).denominator == (1 << 31) - 1)
    #expect((long + long) > long)
  }

  @Test(arguments: [
    (1, 3, 100, 33), (1, 8, 100, 13), (3, 8, 4, 2), (1, 30, 1_000_000_000, 33_333_333),
  ])
  func roundingIsToTheNearestHalvesUp(numerator: Int, denominator: Int, units: Int, expected: Int)
    throws
  {
    let duration = try #require(RationalTime(duration: numerator, over: denominator))
    #expect(duration.rounded(toUnitsPerSecond: units) == expected)
  }

  @Test func orderIsExact() throws {
    let third = try #require(RationalTime(duration: 333_333_333, over: 1_000_000_000))
    let exact = try #require(RationalTime(duration: 1, over: 3))
    #expect(third < exact)
    #expect(!(exact < exact))
  }

  @Test func textIsDecimalOrRatio() throws {
    #expect(RationalTime("29.97") == RationalTime(2997, over: 100))
    #expect(RationalTime("30000/1001")?.value == 30000.0 / 1001)
    #expect(RationalTime("60/2") == 30)
  }

  @Test(arguments: ["", "a", "1/2/3", "1/0", "1/-2", "inf", "nan", "1e300", "/"])
  func invalidTextsAreNil(text: String) {
    #expect(RationalTime(text) == nil)
  }

  @Test func sumsOfRatesAreExactOrClose() throws {
    let sum = try #require(RationalTime(1, over: 30)) + (try #require(RationalTime(1, over: 6)))
    #expect(sum == RationalTime(1, over: 5))
    let huge = try #require(RationalTime(1, over: 999_999_999_999_989))
    let other = try #require(RationalTime(1, over: 999_999_999_999_947))
    #expect(huge + other == 0)
  }

  @Test func differencesAreExactAndSigned() throws {
    let third = try #require(RationalTime(1, over: 3))
    let half = try #require(RationalTime(1, over: 2))
    #expect(third - half == RationalTime(-1, over: 6))
    #expect(third - third == .zero)
    #expect(third - half < .zero)
    #expect((third - half).rounded(toUnitsPerSecond: 600) == -100)
  }

  @Test(arguments: [(-1, 2, 1, 0), (-3, 2, 1, -1), (-5, 3, 1, -2), (-1, 3, 100, -33)])
  func negativeTimesAreRoundedHalvesUp(top: Int, bottom: Int, units: Int, expected: Int) throws {
    let time = try #require(RationalTime(top, over: bottom))
    #expect(time.rounded(toUnitsPerSecond: units) == expected)
  }

  @Test func intervalsAreCountedToTheNearest() throws {
    let frame = try #require(RationalTime(1001, over: 30000))
    #expect(RationalTime(1).intervals(of: frame) == 30)
    #expect(frame.intervals(of: frame) == 1)
    #expect(RationalTime.zero.intervals(of: frame) == 0)
    #expect(try #require(RationalTime(3, over: 2)).intervals(of: 1) == 2)
    #expect(RationalTime(5).intervals(of: 0) == 0)
    #expect(RationalTime(.max).intervals(of: frame) == .max)
  }

  @Test func rateAndFrameDurationAreInverse() throws {
    let rate = try #require(RationalTime("30000/1001"))
    #expect(rate.inverse == RationalTime(1001, over: 30000))
    #expect(try #require(rate.inverse?.multiplied(by: rate)) == 1)
    #expect(RationalTime(0).inverse == nil)
    #expect(RationalTime(-2).inverse == nil)
  }

  @Test func overflowingProductsAreNil() throws {
    let large = try #require(RationalTime(999_999_999_999_999, over: 2))
    #expect(large.multiplied(by: large) == nil)
    #expect(large.multiplied(by: 2) == 999_999_999_999_999)
    let tiny = try #require(RationalTime(1, over: 999_999_999_999_989))
    #expect(tiny.multiplied(by: tiny) == nil)
  }

  @Test func gifUnitIsHundredths() {
    #expect(RationalTime(centiseconds: 7) == RationalTime(7, over: 100))
    #expect(RationalTime(centiseconds: -1) == nil)
  }

  @Test func nothingOverflows() throws {
    let parts = [Int.min, Int.min + 1, -1_000_000_000_000_000, -1, 0, 1, 1 << 31, .max]
    for numerator in parts {
      for denominator in parts {
        _ = RationalTime(numerator, over: denominator)
        _ = RationalTime(duration: numerator, over: denominator)
        let (a, b) = (RationalTime(numerator), RationalTime(denominator))
        let c = try #require(RationalTime(7, over: 999_999_999_999_989))
        for (x, y) in [(a, b), (a, c), (c, b)] {
          #expect((x + y).seconds.magnitude < 0x1p63)
          #expect((x - y).seconds.magnitude < 0x1p63)
          #expect((x < y) == (x.value < y.value) || x.value == y.value)
          _ = (x.multiplied(by: y), x.inverse, x.intervals(of: y))
          _ = x.rounded(toUnitsPerSecond: denominator)
        }
      }
    }
  }

  @Test func clampsSumsInBothDirections() {
    #expect((RationalTime(.max) + 1).seconds.rounded() == 0x1p31)
    #expect((RationalTime(.min) - 1).seconds.rounded() == -0x1p31)
    #expect((RationalTime(.max) + RationalTime(.max)).seconds.rounded() == 0x1p31)
  }
}
