/// Returns the greatest common divisor of two non-negative numbers (Euclid's algorithm). If one
/// number is 0, returns the other; if both are 0, returns 1.
package func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number)
  -> Number
{
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return max(1, a)
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies the predicate, or `endIndex` if none does.
  /// Binary search; all elements that satisfy the predicate must come after all others.
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
  /// The number with commas between thousands, for messages: `9,120`. Independent of the locale.
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
  /// Whether the string precedes another one in natural order, for example `2.png` before `10.png`.
  /// Compares runs of digits as numbers and all else by Unicode scalar. Independent of the locale.
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
