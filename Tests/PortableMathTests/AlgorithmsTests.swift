import PortableMath
import Testing

@Suite struct AlgorithmsTests {
  @Test(arguments: [
    (12, 18, 6), (7, 13, 1), (0, 5, 5), (5, 0, 5), (0, 0, 1), (1 << 40, 1 << 20, 1 << 20),
  ])
  func computesGreatestCommonDivisor(first: Int, second: Int, expected: Int) {
    #expect(greatestCommonDivisor(first, second) == expected)
  }

  @Test(arguments: 0...9)
  func partitioningIndexIsStartOfSecondPart(count: Int) {
    for bound in 0...count {
      let numbers = Array(0..<count)
      #expect(numbers.partitioningIndex { $0 >= bound } == bound)
      #expect(numbers[(count / 2)...].partitioningIndex { $0 >= bound } == max(bound, count / 2))
    }
  }
}
