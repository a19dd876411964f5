/// What the parser says when a text is not JSON.
extension JSONParser {
  /// `inside`: the node whose key path the message names; by default the value expected next.
  func failure(at offset: Int, inside index: Int? = nil, _ message: String) -> JSONError {
    let position = JSONPosition(of: offset, in: bytes, firstLine: firstLine)
    return JSONError(
      file: file, line: position.line, column: position.column,
      keyPath: JSONKeyPath(to: index ?? nodes.count, in: nodes, of: bytes).text,
      message: message)
  }

  /// Something else than `expected` stands at `at`: names it, with a remedy for what people write.
  func unexpected(_ expected: String, inside index: Int? = nil) -> JSONError {
    guard at < bytes.count else {
      return failure(at: at, inside: index, "the text ends where \(expected) is expected")
    }
    return failure(at: at, inside: index, remedy(expected))
  }

  private func remedy(_ expected: String) -> String {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch bytes[at] {
    case UInt8(ascii: "/") where next == UInt8(ascii: "/") || next == UInt8(ascii: "*"),
      UInt8(ascii: "#"):
      return "a comment is not JSON; remove it"
    case UInt8(ascii: "'"):
      return "found ' where \(expected) is expected; strings take double quotes"
    case UInt8(ascii: "+"):
      return "a number takes no plus sign; remove it"
    case UInt8(ascii: "."):
      return "a number needs a digit before the point; write 0 there"
    case UInt8(ascii: ","):
      return "found a comma where \(expected) is expected; remove it"
    case 0x00..<0x20, 0x7F:
      return "found a control character where \(expected) is expected"
    case 0x80...0xFF:
      return utf8Length(at) == nil
        ? "invalid UTF-8; save the file as UTF-8"
        : "found \(JSONText.quoted(characters(1))) where \(expected) is expected"
    default:
      break
    }
    let length = wordLength(from: at)
    guard length > 0 else {
      return "found \(characters(1)) where \(expected) is expected"
    }
    let word = String(decoding: bytes[at..<at + min(length, 40)], as: UTF8.self)
    switch word.lowercased() {
    case "nan", "infinity", "inf", "undefined":
      return "\(word) is not JSON; write a number or null"
    case "true", "false", "null", "none":
      return "\(word) is not JSON; write \(word == "None" ? "null" : word.lowercased())"
    default:
      return "found \(word) where \(expected) is expected"
    }
  }

  /// The number of letters, digits, `_` and `$` from `start` on.
  func wordLength(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        end += 1
      default: return end - start
      }
    }
    return end - start
  }

  private func characters(_ count: Int) -> String {
    let rest = bytes[at..<min(bytes.count, at + 16 * count)]
    return String(String(decoding: rest, as: UTF8.self).unicodeScalars.prefix(count))
  }
}
