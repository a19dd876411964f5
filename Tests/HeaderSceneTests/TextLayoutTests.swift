import Testing
import Typesetting

@testable import HeaderModel
@testable import HeaderScene

/// Line breaking, with a width of one point per character.
@Suite struct TextLines {
  private func lines(_ text: String, width: Double, most: Int) throws -> [String] {
    var content = TextContent(
      runs: [TextRunContent(text: text, weight: nil, color: nil)], values: .typeDefaults(.text))
    content.pointSize = 10
    content.values[.lines] = Double(most)
    let layout = try TextLayout(
      TextLayout.Key(text: content, width: width), font: nil,
      measure: { run throws(TypesettingError) in Double(run.text.count) })
    return layout.lines.map { $0.map(\.run.text).joined() }
  }

  @Test func overfullLastLineKeepsSpaces() throws {
    #expect(try lines("aa bb cc dd ee ff", width: 5, most: 2) == ["aa bb", "cc dd ee ff"])
    #expect(try lines("aa bb\ncc dd\nee", width: 5, most: 2) == ["aa bb", "cc dd ee"])
  }

  @Test func overfullLastLineHasNoHyphens() throws {
    #expect(
      try lines("hy\u{AD}phen\u{AD}ation", width: 5, most: 2) == ["hy-", "phen\u{AD}ation"])
  }

  @Test func joinsBrokenWordsWithoutSpaces() throws {
    #expect(try lines("aa bbbbbbbb", width: 5, most: 2) == ["aa", "bbbbbbbb"])
  }

  static let broken: [(String, Int, [String])] = [
    ("well-known words", 6, ["well-", "known", "words"]),
    ("日本語の文章", 3, ["日本語", "の文章"]), ("日本語。文", 3, ["日本", "語。文"]),
    ("「日本」語", 3, ["「日", "本」語"]), ("(ab) cd", 4, ["(ab)", "cd"]), ("ab!? c", 4, ["ab!?", "c"]),
    ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("1,000.50 x", 8, ["1,000.50", "x"]),
    ("one\r\ntwo", 9, ["one", "two"]), ("one\n\ntwo\r", 9, ["one", "", "two", ""]),
    ("aa  bb", 2, ["aa", "bb"]), ("aa bbbbbb cc", 4, ["aa", "bbbb", "bb", "cc"]), ("", 4, [""]),
    ("hy\u{AD}phen", 4, ["hy-", "phen"]), ("hy\u{AD}phen", 9, ["hy\u{AD}phen"]),
    ("aa bb\u{AD}cc", 5, ["aa", "bb\u{AD}cc"]), ("hy\u{AD} phen", 4, ["hy\u{AD}", "phen"]),
  ]

  @Test(arguments: broken)
  func breaksLinesAtUnicodeOpportunities(_ text: String, _ width: Int, _ wanted: [String]) throws {
    #expect(try lines(text, width: Double(width), most: 0) == wanted)
  }

  /// Returns a layout in which the width of a letter is a tenth of its font size.
  private func layout(
    _ runs: [String], width: Double, height: Double? = nil,
    _ values: [LayerProperty: Double] = [.lines: 0]
  ) throws -> TextLayout {
    var content = TextContent(
      runs: runs.enumerated().map { index, text in
        TextRunContent(text: text, weight: index % 2 == 0 ? nil : 700, color: nil)
      }, values: .typeDefaults(.text))
    content.pointSize = 10
    for (property, value) in values { content.values[property] = value }
    return try TextLayout(
      TextLayout.Key(text: content, width: width, height: height), font: nil,
      measure: { run throws(TypesettingError) in
        Double(run.text.count) * run.style.pointSize / 10
      })
  }

  @Test func keepsWordsOfSeveralRunsTogether() throws {
    let lines = try layout(["ab c", "de f"], width: 4).lines
    #expect(lines.map { $0.map(\.run.text) } == [["ab"], ["c", "de"], ["f"]])
  }

  @Test func overflowingRunHasRemainingWidth() throws {
    let line = try layout(["abc", "defgh", "ij"], width: 6, [.lines: 1]).lines[0]
    #expect(line.map(\.run.text) == ["abc", "defgh"])
    #expect(line.map(\.run.maximumWidth) == [nil, 3])
  }

  @Test func typesetsEqualStylesTogether() throws {
    let colors: [DocumentColor?] = [nil, nil, DocumentColor(0xFF0000), DocumentColor(0x0000FF)]
    let content = TextContent(
      runs: zip(["a", "b ", "c", "d"], colors).map {
        TextRunContent(text: $0, weight: nil, color: $1)
      }, values: .typeDefaults(.text))
    var broken = content
    broken.values[.lines] = 0
    let layout = try TextLayout(
      TextLayout.Key(text: broken, width: 9), font: nil,
      measure: { run throws(TypesettingError) in Double(run.text.count) })
    #expect(layout.lines.map { $0.map(\.run.text) } == [["ab ", "c", "d"]])
    #expect(layout.lines[0].map { Optional($0.color) } == [content.color, colors[2], colors[3]])
  }

  @Test func paragraphsHaveTheirDirection() throws {
    let text = "abc אבג\n123 אבג abc\n!?\nابج"
    #expect(try layout([text], width: 20).isRightToLeft == [false, true, false, true])
    #expect(try layout(["אבג abc אבג"], width: 4).isRightToLeft == [true, true, true])
  }

  static let shrunk: [(String, Double, Double, Double, Double, Double)] = [
    // Text, maximum number of lines, minimum scale, width, height, expected font size.
    ("abcdefgh", 1, 0.25, 8, 100, 10), ("abcdefgh", 1, 0.25, 4, 100, 5.0625),
    ("abcdefgh", 1, 0.75, 4, 100, 7.5), ("abcdefgh", 1, 0.25, 4.06, 100, 5.125),
    ("abcdefgh", 1, 0.25, 8, 6, 5.0625), ("aaaa bbbb cccc", 2, 0.1, 4, 100, 4.5),
    ("aaaa bbbb", 2, 0.1, 4, 100, 10), ("abcdefgh", 2, 0.1, 4, 100, 5.0625),
  ]

  @Test(arguments: shrunk) func shrinksTextToFit(
    _ text: String, _ lines: Double, _ least: Double, _ width: Double, _ height: Double,
    _ size: Double
  ) throws {
    let layout = try layout(
      [text], width: width, height: height, [.lines: lines, .shrinkToFit: least])
    #expect(layout.lines[0][0].run.style.pointSize == size)
    #expect(layout.lines.joined().allSatisfy { $0.run.style.pointSize == size })
  }
}
