extension JSONParser {
  /// Parses `-? (0 | 1-9 digits) (. digits)? (e sign? digits)?`, which must be finite as a Double.
  mutating func parseNumber() throws(JSONError) {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = digits()
    if whole == 0 {
      let word = wordLength(from: at)
      if word > 0 {
        let text = String(decoding: bytes[start..<start + 1 + min(word, 40)], as: UTF8.self)
        throw failure(at: start, "\(text) is not JSON; write a number or null")
      }
      throw failure(at: start, "a number needs a digit before anything else")
    }
    if whole > 1, bytes[at - whole] == UInt8(ascii: "0") {
      throw failure(at: start, "a number does not start with 0; remove the leading zeros")
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      if digits() == 0 {
        throw failure(at: start, "a number needs a digit after the point; write 0 there")
      }
    }
    var hasExponent = false
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
        at += 1
      }
      if digits() == 0 { throw failure(at: start, "a number needs a digit after the e") }
    }
    let word = wordLength(from: at)
    if word > 0 {
      let text = String(decoding: bytes[start..<at + min(word, 40)], as: UTF8.self)
      throw failure(at: start, "\(text) is not a number")
    }
    if hasExponent || whole > 300, !JSONNumber.value(of: bytes, from: start, to: at).isFinite {
      let text = String(decoding: bytes[start..<start + min(at - start, 40)], as: UTF8.self)
      throw failure(at: start, "\(text) is too large for a number (at most 1.8e308)")
    }
    nodes.append(JSONNode(.number, start: start, end: at, after: nodes.count + 1))
  }

  private mutating func digits() -> Int {
    let start = at
    while at < bytes.count, bytes[at].isDigit { at += 1 }
    return at - start
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte is an ASCII letter or `_`.
  package var startsWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }

  package var isWordPart: Bool { startsWord || isDigit }
}

enum JSONNumber {
  /// The powers of 10 that a Double represents exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Returns the Double nearest to a literal of the JSON grammar.
  ///
  /// Literals with up to 53 bits of digits and at most 22 decimals need a single exact division (W.
  /// Clinger, How to Read Floating Point Numbers Accurately, 1990). Others use the standard
  /// library's correctly rounded conversion.
  static func value(of bytes: [UInt8], from start: Int, to end: Int) -> Double {
    var at = start
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var mantissa: UInt64 = 0
    var decimals = 0
    var point = false
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: ".") {
        point = true
      } else if byte.isDigit, mantissa < 1 << 53 {
        mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
        if point { decimals += 1 }
      } else {
        return slowValue(of: bytes[start..<end])
      }
      at += 1
    }
    guard mantissa <= 1 << 53, decimals < powers.count else {
      return slowValue(of: bytes[start..<end])
    }
    let magnitude = Double(mantissa) / powers[decimals]
    return isNegative ? -magnitude : magnitude
  }

  private static func slowValue(of literal: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: literal, as: UTF8.self)) ?? .nan
  }

  /// Returns the integer that a literal represents exactly (`12`, `12.0`, `1.2e1`), or `nil` if it
  /// has a fraction or is too large.
  static func exactInteger(of bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    if let exact = Int(String(decoding: bytes[start..<end], as: UTF8.self)) { return exact }
    let value = value(of: bytes, from: start, to: end)
    guard value.magnitude <= 9_007_199_254_740_992, value == value.rounded() else { return nil }
    return Int(value)
  }
}
