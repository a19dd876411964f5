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

/// Words of a command that can be pasted into a shell.
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
    // By scalars: a combining character makes another `Character` of a quotation mark.
    let text = word.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return "'\(text)'"
  }
}
