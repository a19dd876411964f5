import Testing
import Typesetting

/// Allowed and mandatory line breaks.
struct LineUnitTests {
  @Test(
    "what stands between two breaks, and how many characters end a line",
    arguments: [
      ("", []), ("a b", [(2, 0), (1, 0)]), ("a\nb", [(1, 1), (1, 0)]), ("a\n", [(1, 1)]),
      ("a\r\nb", [(1, 2), (1, 0)]), ("a\n\nb", [(1, 1), (0, 1), (1, 0)]),
      ("a\u{B}b", [(1, 1), (1, 0)]), ("a\u{C}b", [(1, 1), (1, 0)]),
      ("a\u{85}b", [(1, 1), (1, 0)]), ("a\u{2028}b", [(1, 1), (1, 0)]),
      ("a\u{2029}b", [(1, 1), (1, 0)]), ("co-op", [(3, 0), (2, 0)]), ("a\u{A0}b", [(3, 0)]),
      ("你好", [(1, 0), (1, 0)]),
    ] as [(String, [(Int, Int)])])
  func units(text: String, expected: [(length: Int, terminators: Int)]) {
    let units = LineUnit.units(of: text)
    #expect(units.map(\.length) == expected.map(\.length))
    #expect(units.map(\.terminators) == expected.map(\.terminators))
  }
}
