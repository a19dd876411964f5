import Foundation
import Testing

/// The program prints the messages of the table, and the table has all messages of the sources.
@Suite struct MessageTableTests {
  /// A command that fails writes nothing: no file and nothing to standard output.
  @Test(.enabled(if: !MessageTable.isRecording), arguments: MessageTable.rows)
  func examplesPrintTheirMessages(row: MessageTable.Row) async throws {
    let (found, hasWritten) = try await row.run()
    #expect(found.lines == row.lines)
    #expect(!row.isError || (row.status > 1 && !hasWritten))
  }

  /// Replaces the messages of the table by the program's. Review the difference.
  @Test(.enabled(if: MessageTable.isRecording)) func record() async throws {
    var lines: [String] = []
    for entry in MessageTable.read() {
      switch entry {
      case .text(let text): lines.append(text)
      case .row(let row): lines += try await row.run().row.lines
      }
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: MessageTable.path))
  }

  /// Every string literal after `reason:` and in a `UsageError` of the sources is in the table, or in
  /// `unlisted.txt` with the reason why no example can produce it.
  @Test func everyReasonHasARow() throws {
    #expect(MessageTable.rows.count > 300)
    let messages = MessageTable.rows.flatMap(\.messages) + Self.errorFiles()
    let reasons = try Self.reasons()
    #expect(reasons.count > 150)
    let missing = reasons.filter { reason in !messages.contains { Self.matches($0, reason) } }
    #expect(Set(missing) == Set(try Self.unlisted()))
  }

  /// The texts of `unlisted.txt`. Each line is a text, an arrow and the reason for its exclusion.
  private static func unlisted() throws -> [String] {
    let text = String(decoding: try Fixtures.data("Messages/unlisted.txt"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.components(separatedBy: " → ")[0] }
  }

  /// The messages next to the invalid documents and images of the fixtures.
  private static func errorFiles() -> [String] {
    let files =
      FileManager.default.enumerator(atPath: Fixtures.path)?
      .compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".error") }
      .compactMap { try? String(decoding: Fixtures.data($0), as: UTF8.self) }
  }

  /// The literals as written, with `\(...)` for each interpolation. Skips literals of at most three
  /// letters.
  private static func reasons() throws -> [String] {
    let folder = (Fixtures.path as NSString).deletingLastPathComponent + "/Sources"
    let files =
      FileManager.default.enumerator(atPath: folder)?
      .compactMap { $0 as? String } ?? []
    var reasons: Set<String> = []
    for file in files.sorted() where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      var rest = Substring(text.replacing(/"\s*\n\s*\+ "/, with: ""))
      while let label = rest.firstMatch(of: /(reason:|UsageError\()\s*"/) {
        rest = rest[label.range.upperBound...]
        let literal = literal(&rest)
        let letters = literal.replacing(#"\(...)"#, with: "").filter(\.isLetter)
        if letters.count > 3 { reasons.insert(literal) }
      }
    }
    return reasons.sorted()
  }

  /// Reads a literal after its opening quotation mark.
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

  /// Returns whether a message contains the constant parts of a literal in order.
  private static func matches(_ message: String, _ literal: String) -> Bool {
    var rest = Substring(message)
    for part in literal.components(separatedBy: #"\(...)"#) where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
