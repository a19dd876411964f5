import Numerics
import Testing

struct RationalTimeTests {
  @Test func fractionsAreKeptInLowestTerms() throws {
    let duration = try #require(RationalTime(numerator: 40, denominator: 1000))
    #expect(duration.numerator == 1)
    #expect(duration.denominator == 25)
    #expect(RationalTime(numerator: 0, denominator: 7) == .zero)
  }

  @Test(arguments: [(-1, 10), (1, 0), (1, -3), (1 << 31, 1), (1, 1_000_000_001)])
  func unlawfulFractionsAreNone(numerator: Int, denominator: Int) {
    #expect(RationalTime(numerator: numerator, denominator: denominator) == nil)
  }

  @Test func sumsAreExact() throws {
    let thirtieth = try #require(RationalTime(numerator: 1, denominator: 30))
    let seventh = try #require(RationalTime(numerator: 1, denominator: 7))
    #expect(
      (0..<90).reduce(.zero) { sum, _ in sum + thirtieth }
        == RationalTime(numerator: 3, denominator: 1))
    #expect(thirtieth + seventh == RationalTime(numerator: 37, denominator: 210))
  }

  @Test func sumsBeyondTheLargestDenominatorAreGoodToTheNanosecond() throws {
    let first = try #require(RationalTime(numerator: 1, denominator: 999_999_937))
    let second = try #require(RationalTime(numerator: 3, denominator: 999_999_929))
    #expect(first + second == RationalTime(numerator: 4, denominator: 1_000_000_000))
  }

  @Test func totalsStopAtTheLongest() throws {
    let long = try #require(RationalTime(numerator: (1 << 31) - 1, denominator: 1))
    #expect((long + long).numerator / (long + long).denominator == (1 << 31) - 1)
    #expect((long + long) > long)
  }

  @Test(arguments: [
    (1, 3, 100, 33), (1, 8, 100, 13), (3, 8, 4, 2), (1, 30, 1_000_000_000, 33_333_333),
  ])
  func roundingIsToTheNearestHalvesUp(numerator: Int, denominator: Int, units: Int, expected: Int)
    throws
  {
    let duration = try #require(RationalTime(numerator: numerator, denominator: denominator))
    #expect(duration.rounded(toUnitsPerSecond: units) == expected)
  }

  @Test func orderIsExact() throws {
    let third = try #require(RationalTime(numerator: 333_333_333, denominator: 1_000_000_000))
    let exact = try #require(RationalTime(numerator: 1, denominator: 3))
    #expect(third < exact)
    #expect(!(exact < exact))
  }
}
