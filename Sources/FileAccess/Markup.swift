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

/// Percent-encodes all UTF-8 bytes of a link but ASCII letters, digits and `others` (RFC 3986).
package func percentEncoded(_ link: String, allowing others: String) -> String {
  link.utf8.map { byte in
    let scalar = UnicodeScalar(byte)
    let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || (48...57).contains(byte))
    guard !isPlain, !others.utf8.contains(byte) else { return String(scalar) }
    return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

/// Quotes the arguments of a command for a shell.
package enum ShellText {
  package static func quoted(_ arguments: [String]) -> String {
    arguments.map(quoted).joined(separator: " ")
  }

  package static func quoted(_ argument: String) -> String {
    let isPlain =
      !argument.isEmpty
      && argument.utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return byte < 128
          && (character.isLetter || character.isNumber || "_./=:,@+-%".contains(character))
      }
    if isPlain { return argument }
    // By scalars, because a quotation mark with a combining character is a different `Character`.
    let text = argument.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return "'\(text)'"
  }
}
