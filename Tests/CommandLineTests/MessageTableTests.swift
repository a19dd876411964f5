import Foundation
import Testing

/// The program prints the messages of the table, and the table has all messages of the sources.
@Suite struct MessageTableTests {
  @Test(arguments: MessageTable.rows)
  func theExamplePrintsTheMessage(row: MessageTable.Row) async throws {
    let place = try TemporaryDirectory()
    try MessageTable.prepare(place)
    let arguments = try MessageTable.arguments(of: row.example, in: place)
    let outcome = try await place.program.run(arguments)
    #expect(outcome.lines.first == "twheader: error: " + row.message)
    #expect(outcome.status != 0)
  }

  /// Every string literal after `reason:` in the sources.
  @Test func everyReasonHasARow() throws {
    #expect(MessageTable.rows.count > 150)
    let messages = MessageTable.rows.map(\.message) + Self.errorFiles()
    let reasons = try Self.reasons()
    #expect(reasons.count > 100)
    let missing = reasons.filter { reason in !messages.contains { Self.matches($0, reason) } }
    #expect(Set(missing) == Set(MessageTable.unlisted.map(\.example)))
  }

  /// The messages beside the invalid documents and images of the fixtures.
  private static func errorFiles() -> [String] {
    let files =
      FileManager.default.enumerator(atPath: Fixtures.path)?
      .compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".error") }
      .compactMap { try? String(decoding: Fixtures.data($0), as: UTF8.self) }
  }

  /// The literals as written, with `\(...)` for each interpolation.
  private static func reasons() throws -> [String] {
    let folder = (Fixtures.path as NSString).deletingLastPathComponent + "/Sources"
    let files =
      FileManager.default.enumerator(atPath: folder)?
      .compactMap { $0 as? String } ?? []
    var reasons: Set<String> = []
    for file in files.sorted() where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      var rest = Substring(text.replacing(/"\s*\n\s*\+ "/, with: ""))
      while let label = rest.firstMatch(of: /reason:\s*"/) {
        rest = rest[label.range.upperBound...]
        let literal = literal(&rest)
        let words = literal.replacing(#"\(...)"#, with: "").filter(\.isLetter)
        if words.count > 3 { reasons.insert(literal) }
      }
    }
    return reasons.sorted()
  }

  /// Reads a literal after its opening quote.
  private static func literal(_ rest: inout Substring) -> String {
    var literal = ""
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\", let escaped = rest.popFirst() else {
        literal.append(next)
        continue
      }
      guard escaped == "(" else {
        literal.append(escaped)
        continue
      }
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        depth += inner == "(" ? 1 : inner == ")" ? -1 : 0
      }
      literal += #"\(...)"#
    }
    return literal
  }

  /// Whether a message contains the parts of a literal in order.
  private static func matches(_ message: String, _ literal: String) -> Bool {
    var rest = Substring(message)
    for part in literal.components(separatedBy: #"\(...)"#) where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
