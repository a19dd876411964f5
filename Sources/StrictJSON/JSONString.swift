extension JSONParser {
  /// Parses a string from its opening quote. It must not contain control characters, unknown
  /// escapes, unpaired surrogates or invalid UTF-8.
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
      guard let unit = JSONText.codeUnit(bytes[...], at: at + 2) else {
        throw failure(at: at, "\\u takes four hexadecimal digits")
      }
      guard (0xD800...0xDFFF).contains(unit) else {
        at += 6
        return
      }
      guard unit < 0xDC00, bytes[(at + 6)...].starts(with: "\\u".utf8),
        let low = JSONText.codeUnit(bytes[...], at: at + 8), (0xDC00...0xDFFF).contains(low)
      else { throw failure(at: at, "half a surrogate pair; write both halves or the character") }
      at += 12
    default: throw failure(at: at, "unknown escape; a backslash is written \\\\")
    }
  }

  /// Returns the length of the multi-byte character at `start` (Unicode 15, table 3-7). `nil` if it
  /// is malformed: overlong, a surrogate, beyond U+10FFFF or truncated.
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

enum JSONText {
  /// Returns the text of a parsed string node.
  static func decoded(_ node: JSONNode, of bytes: [UInt8]) -> String {
    String(decoding: decodedBytes(node, of: bytes), as: UTF8.self)
  }

  /// Returns the text of a parsed string node as UTF-8.
  static func decodedBytes(_ node: JSONNode, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let inner = bytes[Int(node.start) + 1..<max(Int(node.start) + 1, Int(node.end) - 1)]
    guard node.form == .escapedString else { return inner }
    var text: [UInt8] = []
    text.reserveCapacity(inner.count)
    var at = inner.startIndex
    while at < inner.endIndex {
      guard inner[at] == UInt8(ascii: "\\"), at + 1 < inner.endIndex else {
        text.append(inner[at])
        at += 1
        continue
      }
      switch inner[at + 1] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(inner, at: at + 2) ?? 0
        if (0xD800...0xDBFF).contains(scalar) {
          at += 6
          let low = codeUnit(inner, at: at + 2) ?? 0xDC00
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        }
        text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        at += 4
      default: text.append(inner[at + 1])
      }
      at += 2
    }
    return text[...]
  }

  /// Whether a key equals `name`, byte by byte after decoding.
  static func isKey(_ node: JSONNode, _ name: String, of bytes: [UInt8]) -> Bool {
    guard node.form == .plainString else {
      return decodedBytes(node, of: bytes).elementsEqual(name.utf8)
    }
    let start = Int(node.start) + 1
    guard name.utf8.count == Int(node.end) - 1 - start else { return false }
    for (index, byte) in name.utf8.enumerated() where bytes[start + index] != byte { return false }
    return true
  }

  /// Whether two keys are equal, byte by byte after decoding.
  static func areEqual(_ a: JSONNode, _ b: JSONNode, of bytes: [UInt8]) -> Bool {
    guard a.form == .plainString, b.form == .plainString else {
      return decodedBytes(a, of: bytes).elementsEqual(decodedBytes(b, of: bytes))
    }
    guard a.end - a.start == b.end - b.start else { return false }
    let way = Int(b.start) - Int(a.start)
    for at in Int(a.start)..<Int(a.end) where bytes[at] != bytes[at + way] { return false }
    return true
  }

  /// Whether a key needs no quotes in a key path: letters, digits, `_` and `-`, with a letter or
  /// `_` first.
  static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, key.utf8.count <= 64, first.startsWord else { return false }
    return key.utf8.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: "-") }
  }

  /// Returns the UTF-16 code unit of four hexadecimal digits. `nil` if there are no such digits.
  static func codeUnit(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt32? {
    guard start + 4 <= bytes.endIndex else { return nil }
    return bytes[start..<start + 4].reduce(0 as UInt32?) { value, byte in
      guard let value, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      return value << 4 | UInt32(digit)
    }
  }

  /// Returns the text in double quotes, escaped to one line and limited to 40 characters, for
  /// messages.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for (number, character) in text.unicodeScalars.enumerated() {
      if number == 40 {
        literal += "…"
        break
      }
      switch character {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      default:
        switch character.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          let digits = String(character.value, radix: 16, uppercase: true)
          literal += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        default: literal.unicodeScalars.append(character)
        }
      }
    }
    return literal + "\""
  }
}
