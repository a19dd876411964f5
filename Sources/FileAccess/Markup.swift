/// Escapes text for an element or attribute of XML or HTML. Characters that XML 1.0 does not allow
/// become U+FFFD.
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

/// Quotes the arguments of a command for a shell.
package enum ShellText {
  package static func quoted(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return byte < 128
          && (character.isLetter || character.isNumber || "_./=:,@+-%".contains(character))
      }
    if isPlain { return word }
    // By scalars, because a quotation mark with a combining character is a different `Character`.
    let text = word.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return "'\(text)'"
  }
}
