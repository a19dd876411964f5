extension JSONParser {
  /// A string from its opening quote on: no control characters, known escapes, paired surrogates,
  /// valid UTF-8.
  mutating func parseString() throws(JSONError) {
    let start = at
    var form = JSONNode.Form.plainString
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        nodes.append(JSONNode(form, start: start, end: at, after: nodes.count + 1))
        return
      } else if byte == UInt8(ascii: "\\") {
        form = .escapedString
        try skipEscape()
      } else if byte < 0x20 {
        throw failure(
          at: at,
          byte == 0x0A || byte == 0x0D
            ? "the line ends inside a string; close the quote or write \\n"
            : "a control character inside a string; write it as \\u00\(byte < 16 ? "0" : "1")"
              + String(byte & 15, radix: 16))
      } else if byte < 0x80 {
        at += 1
      } else if let length = utf8Length(at) {
        at += length
      } else {
        throw failure(at: at, "invalid UTF-8; save the file as UTF-8")
      }
    }
    throw failure(at: start, "the string that starts here never ends; close the quote")
  }

  private mutating func skipEscape() throws(JSONError) {
    switch at + 1 < bytes.count ? bytes[at + 1] : 0 {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(at + 2) else {
        throw failure(at: at, "\\u takes four hexadecimal digits")
      }
      switch unit {
      case 0xD800...0xDBFF:
        guard at + 7 < bytes.count, bytes[at + 6] == UInt8(ascii: "\\"),
          bytes[at + 7] == UInt8(ascii: "u"), let low = codeUnit(at + 8),
          (0xDC00...0xDFFF).contains(low)
        else { throw failure(at: at, "half a surrogate pair; write both halves or the character") }
        at += 12
      case 0xDC00...0xDFFF:
        throw failure(at: at, "half a surrogate pair; write both halves or the character")
      default:
        at += 6
      }
    default:
      throw failure(at: at, "unknown escape; a backslash is written \\\\")
    }
  }

  private func codeUnit(_ start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = JSONText.hexadecimal(bytes[index]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The length of the well-formed multi-byte character at `start` (Unicode 15, table 3-7); nil
  /// when it is none: overlong, a surrogate, beyond U+10FFFF, cut off.
  func utf8Length(_ start: Int) -> Int? {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes[start] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return nil }
    for index in start + 2..<start + length where bytes[index] & 0xC0 != 0x80 { return nil }
    return length
  }
}
