import PortableMath

enum ClockTime {
  /// Seconds since 1970 of `2026-10-02T12:00:00.123+02:00`; a space may stand for the T, a comma for
  /// the point, and without a zone it is UTC, as only differences count.
  static func seconds(_ text: String) -> Double? {
    var rest = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...]
    func digits(_ count: Int) -> Int? {
      let word = rest.prefix(count)
      guard word.count == count, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func drop(_ bytes: String) -> UInt8? {
      guard let byte = rest.first, bytes.utf8.contains(byte) else { return nil }
      return rest.removeFirst()
    }
    guard let year = digits(4), drop("-") != nil, let month = digits(2), drop("-") != nil,
      let day = digits(2), drop("T t") != nil, let hour = digits(2), drop(":") != nil,
      let minute = digits(2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = 0.0
    if drop(":") != nil {
      let word = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      guard let value = WrittenNumber.css(String(decoding: word, as: UTF8.self)) else { return nil }
      seconds = value
      rest = rest.dropFirst(word.count)
    }
    var zone = 0
    if drop("Zz") == nil, let sign = drop("+-") {
      guard let hours = digits(2) else { return nil }
      _ = drop(":")
      zone = (hours * 60 + (digits(2) ?? 0)) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
    // Years that begin in March have their leap day at the end.
    let marchYear = month > 2 ? year : year - 1
    let days =
      365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
    return Double(days * 86_400 + (hour * 60 + minute - zone) * 60) + seconds
  }
}
