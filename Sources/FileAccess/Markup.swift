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
