import Testing
import VisualDiff

@Suite struct FlicksTests {
  @Test(arguments: [24, 25, 30, 48, 50, 60, 90, 100, 120])
  func aSecondOfFramesIsASecond(rate: Int) {
    var sum = Flicks.zero
    for _ in 0..<rate { sum = sum + Flicks(numerator: 1, denominator: rate) }
    #expect(sum.seconds == 1)
  }

  @Test func aDenominatorOfNothingCountsAsOne() {
    #expect(Flicks(numerator: 2, denominator: 0).seconds == 2)
  }

  @Test func timesBeyondTheRangeStayAtItsEnd() {
    #expect(Flicks(numerator: .max, denominator: 1).count == .max)
    #expect((Flicks(.max) + Flicks(1)).count == .max)
    #expect((Flicks(.min) - Flicks(1)).count == .min)
  }
}
