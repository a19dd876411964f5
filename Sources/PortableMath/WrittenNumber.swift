/// The parts of a decimal number in a text: sign, digits, point, digits, `e`, sign, digits.
package struct WrittenNumber {
  /// The number of digits before the point.
  package private(set) var whole = 0
  /// The number of digits after the point, or `nil` without a point.
  package private(set) var fraction: Int?
  /// The number of digits after the e, or `nil` without an e.
  package private(set) var exponent: Int?
  /// The index of the e, or of the end without an e.
  package private(set) var mark: Int
  /// The index after the last byte of the number.
  package private(set) var end: Int

  package init(in bytes: [UInt8], from start: Int) {
    var at = start
    func take(_ either: Unicode.Scalar, or other: Unicode.Scalar) -> Bool {
      guard at < bytes.count, bytes[at] == UInt8(ascii: either) || bytes[at] == UInt8(ascii: other)
      else { return false }
      at += 1
      return true
    }
    func digits() -> Int {
      let first = at
      while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
      return at - first
    }
    _ = take("-", or: "+")
    whole = digits()
    if take(".", or: ".") { fraction = digits() }
    mark = at
    if take("e", or: "E") {
      _ = take("-", or: "+")
      exponent = digits()
    }
    end = at
  }

  /// Parses a number in CSS notation, for example `.5`, `+1` or `2e-3`. Returns `nil` for anything
  /// else, such as `5.` or an infinite number.
  package static func css(_ word: some StringProtocol) -> Double? {
    let bytes = Array(word.utf8)
    let number = WrittenNumber(in: bytes, from: 0)
    guard number.end == bytes.count, number.fraction ?? number.whole > 0, number.exponent != 0,
      let value = Double(String(word)), value.isFinite
    else { return nil }
    return value
  }
}

extension Double {
  /// The shortest decimal number with this value, without a trailing `.0`: `3`, `0.5`, `1e+100`.
  package var shortText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
