/// The greatest common divisor of two numbers that are not negative (Euclid); with 0, the other
/// number; of 0 and 0, 1.
package func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number)
  -> Number
{
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return max(1, a)
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second part, `endIndex` when none does: binary
  /// search in a collection in which all elements that do stand behind all that do not.
  @inlinable
  package func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Int {
  /// The number with a comma between thousands, as messages show it, whatever the locale: `9,120`.
  package var grouped: String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}

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
