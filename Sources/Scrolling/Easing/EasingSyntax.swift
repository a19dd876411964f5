/// Takes an easing string apart: `name` or `name(arguments)`.
struct EasingSyntax {
  /// Lower case.
  let name: String
  /// The words of each argument between commas; nil without parentheses.
  let arguments: [[String]]?

  /// nil when the text has not that form.
  init?(_ text: String) {
    let spaces: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    var rest = text[...]
    while let first = rest.first, spaces(first) { rest.removeFirst() }
    while let last = rest.last, spaces(last) { rest.removeLast() }
    guard let bracket = rest.firstIndex(of: "(") else {
      name = rest.lowercased()
      arguments = nil
      return
    }
    guard rest.last == ")" else { return nil }
    name = rest[..<bracket].lowercased()
    let inner = rest[rest.index(after: bracket)...].dropLast()
    guard !inner.contains("("), !inner.contains(")") else { return nil }
    arguments = inner.split(separator: ",", omittingEmptySubsequences: false).map { argument in
      argument.split(whereSeparator: spaces).map(String.init)
    }
  }

  /// A number as CSS writes it: `.5`, `+1`, `2e-3`; no `5.`, no infinity.
  static func number(_ word: some StringProtocol) -> Double? {
    var digits = 0
    var rest = word.utf8[...]
    func isDigit(_ byte: UInt8?) -> Bool {
      byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
    func dropSign() {
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    }
    func dropDigits() -> Int {
      let before = rest.count
      while isDigit(rest.first) { rest.removeFirst() }
      return before - rest.count
    }
    dropSign()
    digits = dropDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard dropDigits() > 0 else { return nil }
    } else if digits == 0 {
      return nil
    }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest.removeFirst()
      dropSign()
      guard dropDigits() > 0 else { return nil }
    }
    guard rest.isEmpty, let value = Double(String(word)), value.isFinite else { return nil }
    return value
  }

  /// `20%` as 0.2.
  static func percentage(_ word: String) -> Double? {
    guard word.hasSuffix("%") else { return nil }
    return number(word.dropLast()).map { $0 / 100 }
  }
}
