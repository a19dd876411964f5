import Testing
import Typesetting

@testable import HeaderModel
@testable import HeaderScene

/// How texts are broken into lines, measured as one point a character.
@Suite struct TextLines {
  private func lines(_ text: String, width: Double, most: Int) throws -> [String] {
    var content = TextContent(
      runs: [TextRunContent(text: text, weight: nil, color: nil)], values: .own(.text))
    content.pointSize = 10
    content.values[.lines] = Double(most)
    let layout = try TextLayout(
      TextLayout.Key(text: content, width: width), font: nil,
      measure: { run throws(TypesettingError) in Double(run.text.count) })
    return layout.lines.map { $0.map(\.run.text).joined() }
  }

  @Test func aLastLineThatTakesTheRestAlongKeepsTheSpacesBetweenItsWords() throws {
    #expect(try lines("aa bb cc dd ee ff", width: 5, most: 2) == ["aa bb", "cc dd ee ff"])
    #expect(try lines("aa bb\ncc dd\nee", width: 5, most: 2) == ["aa bb", "cc dd ee"])
  }

  @Test func aWordBrokenInTheMiddleIsPutTogetherWithoutASpace() throws {
    #expect(try lines("aa bbbbbbbb", width: 5, most: 2) == ["aa", "bbbbbbbb"])
  }
}
