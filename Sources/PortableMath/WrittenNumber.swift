/// The parts of a number as texts write it: sign, digits, point, digits, `e`, sign, digits.
package struct WrittenNumber {
  /// How many digits stand before the point, behind it and behind the e; nil: there is none.
  package private(set) var whole = 0
  package private(set) var fraction: Int?
  package private(set) var exponent: Int?
  /// Where the e stands, if one does, and where all ends.
  package private(set) var mark: Int
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

  /// A number as CSS writes it: `.5`, `+1`, `2e-3`; no `5.`, no infinity.
  package static func css(_ word: some StringProtocol) -> Double? {
    let bytes = Array(word.utf8)
    let number = WrittenNumber(in: bytes, from: 0)
    guard number.end == bytes.count, number.fraction ?? number.whole > 0, number.exponent != 0,
      let value = Double(String(word)), value.isFinite
    else { return nil }
    return value
  }
}
