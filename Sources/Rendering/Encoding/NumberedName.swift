/// A file's name, ordered with its numbers by value: frame2 before frame10, whatever the locale.
struct NumberedName: Comparable {
  let name: String
  /// The name in runs of digits and of anything else.
  private let parts: [Part]

  private struct Part: Equatable {
    let text: Substring
    /// nil for a run that is no number, or one too large.
    let number: Int?
  }

  init(_ name: String) {
    self.name = name
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = NumberedName.isDigit(first)
      let text = rest.prefix { NumberedName.isDigit($0) == isNumber }
      parts.append(Part(text: text, number: isNumber ? Int(text) : nil))
      rest = rest[text.endIndex...]
    }
    self.parts = parts
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  static func < (first: NumberedName, second: NumberedName) -> Bool {
    for (left, right) in zip(first.parts, second.parts) where left.text != right.text {
      if let a = left.number, let b = right.number, a != b { return a < b }
      return left.text < right.text
    }
    return first.name.utf8.count == second.name.utf8.count
      ? first.name < second.name : first.name.utf8.count < second.name.utf8.count
  }
}
