import Foundation

/// Text for an element or an attribute of XML or HTML; what XML 1.0 cannot say becomes U+FFFD.
package func markup(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\n", "\t": escaped += "&#\(scalar.value);"
    case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
      escaped += "\u{FFFD}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// A text with places for what it is filled with: `{{name}}`.
package struct TextTemplate: Sendable {
  private let text: String
  private let marks: (start: String, end: String)

  /// - Parameter marks: what stands around a place's name.
  package init(_ text: String, marks: (start: String, end: String) = ("{{", "}}")) {
    self.text = text
    self.marks = marks
  }

  /// The text with each place filled in; braces in a value are left alone, a place without a value
  /// is left empty.
  package func filled(_ values: [String: String]) -> String {
    let pieces = text.components(separatedBy: marks.start)
    return pieces.dropFirst().reduce(into: pieces[0]) { text, piece in
      let halves = piece.components(separatedBy: marks.end)
      text += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: marks.end)
    }
  }
}
