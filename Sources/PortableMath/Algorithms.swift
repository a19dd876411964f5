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
