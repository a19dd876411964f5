/// The characters of string literals.
enum JSONText {
  /// The text of a string node that the parser has accepted.
  static func decoded(_ node: JSONNode, of bytes: [UInt8]) -> String {
    String(decoding: decodedBytes(node, of: bytes), as: UTF8.self)
  }

  /// The same as UTF-8.
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
        var scalar = codeUnit(inner, at: at + 2)
        if (0xD800...0xDBFF).contains(scalar) {
          at += 6
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (codeUnit(inner, at: at + 2) - 0xDC00)
        }
        text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        at += 4
      default: text.append(inner[at + 1])
      }
      at += 2
    }
    return text[...]
  }

  /// Whether a key is `name`, byte by byte after decoding.
  static func isKey(_ node: JSONNode, _ name: String, of bytes: [UInt8]) -> Bool {
    guard node.form == .plainString else {
      return decodedBytes(node, of: bytes).elementsEqual(name.utf8)
    }
    guard name.utf8.count == Int(node.end) - Int(node.start) - 2 else { return false }
    var at = Int(node.start) + 1
    for byte in name.utf8 {
      if bytes[at] != byte { return false }
      at += 1
    }
    return true
  }

  /// Whether two keys are the same, byte by byte after decoding.
  static func areEqual(_ a: JSONNode, _ b: JSONNode, of bytes: [UInt8]) -> Bool {
    guard a.form == .plainString, b.form == .plainString else {
      return decodedBytes(a, of: bytes).elementsEqual(decodedBytes(b, of: bytes))
    }
    guard a.end - a.start == b.end - b.start else { return false }
    let way = Int(b.start) - Int(a.start)
    for at in Int(a.start)..<Int(a.end) where bytes[at] != bytes[at + way] { return false }
    return true
  }

  /// Four hexadecimal digits; digits that are none count 0.
  private static func codeUnit(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in start..<min(start + 4, bytes.endIndex) {
      value = value << 4 | UInt32(hexadecimal(bytes[index]) ?? 0)
    }
    return value
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// In double quotes, on one line, at most 40 characters: for messages.
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
