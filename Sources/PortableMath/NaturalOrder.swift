extension String {
  /// Whether it comes before another one in natural order, `2.png` before `10.png`: runs of digits
  /// compare as numbers, all else by Unicode scalar, the same in every locale.
  package func naturallyPrecedes(_ other: String) -> Bool {
    var first = unicodeScalars[...]
    var second = other.unicodeScalars[...]
    while let one = first.first, let another = second.first {
      if one.isDigit, another.isDigit {
        let (number, otherNumber) = (first.takeNumber(), second.takeNumber())
        if !number.elementsEqual(otherNumber) {
          return number.count == otherNumber.count
            ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
        }
      } else {
        if one != another { return one < another }
        first.removeFirst()
        second.removeFirst()
      }
    }
    if first.isEmpty != second.isEmpty { return first.isEmpty }
    return unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
  }
}

extension Unicode.Scalar { fileprivate var isDigit: Bool { ("0"..."9").contains(self) } }

extension Substring.UnicodeScalarView {
  /// Removes the leading digits and returns them without leading zeros.
  fileprivate mutating func takeNumber() -> Substring.UnicodeScalarView {
    let end = firstIndex { !$0.isDigit } ?? endIndex
    let number = self[..<end].drop { $0 == "0" }
    self = self[end...]
    return number
  }
}
