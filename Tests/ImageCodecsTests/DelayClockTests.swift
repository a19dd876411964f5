@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Testing

struct DelayClockTests {
  @Test(arguments: 1...120)
  func ratesAreExact(framesPerSecond: Int) throws {
    var clock = DelayClock()
    let interval = try #require(RationalTime(duration: 1, over: framesPerSecond))
    for _ in 0..<5 {
      let delay = try clock.delay(for: interval)
      #expect(delay == (1, framesPerSecond))
    }
  }

  @Test func inexactDelaysAreRoundedWithoutDrift() throws {
    var clock = DelayClock()
    // 1001 / 60000.3: neither term fits in 16 bits in lowest terms.
    let interval = try #require(RationalTime(duration: 100_100, over: 6_000_030))
    var (exact, written) = (RationalTime.zero, RationalTime.zero)
    for _ in 0..<1000 {
      let delay = try clock.delay(for: interval)
      let step = try #require(
        RationalTime(duration: delay.numerator, over: delay.denominator))
      (exact, written) = (exact + interval, written + step)
      #expect(abs(exact.seconds - written.seconds) <= 0.0005 + 1e-9)
    }
  }

  @Test(arguments: [
    (65_536, 1000, 8192, 125), (100_003, 1000, 10_000, 100), (655_361, 1000, 655, 1),
    (65_535, 1, 65_535, 1), (0, 1, 0, 1),
  ])
  func longDelaysUseTheFinestPossibleUnit(
    numerator: Int, denominator: Int, top: Int, bottom: Int
  ) throws {
    var clock = DelayClock()
    let duration = try #require(RationalTime(duration: numerator, over: denominator))
    #expect(try clock.delay(for: duration) == (top, bottom))
  }

  @Test func delaysBeyondSixteenBitsOfSecondsAreRejected() throws {
    var clock = DelayClock()
    let duration = try #require(RationalTime(duration: 65_536, over: 1))
    let error = #expect(throws: CodecError.self) { try clock.delay(for: duration) }
    #expect(error?.kind == .invalidFrame)
    #expect(error?.message == "a frame that is shown for more than 65,535 seconds")
  }
}
