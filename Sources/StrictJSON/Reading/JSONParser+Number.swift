extension JSONParser {
  /// `-? (0 | 1-9 digits) (. digits)? (e sign? digits)?`, finite as a Double.
  mutating func parseNumber() throws(JSONError) {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = digits()
    if whole == 0 {
      let word = wordLength(from: at)
      if word > 0 {
        at = start
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
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    return at - start
  }
}
