/// A file's name, ordered with its numbers by value: frame2 before frame10, whatever the locale.
package struct NumberedName: Comparable {
  package let name: String
  /// The name in runs of digits and of anything else.
  private let runs: [Run]

  private struct Run: Comparable {
    let text: Substring
    /// Of a number: how many they are tells first which one is larger.
    let digits: Substring?

    static func < (first: Run, second: Run) -> Bool {
      if let a = first.digits, let b = second.digits, a != b {
        return a.count == b.count ? a < b : a.count < b.count
      }
      return first.text < second.text
    }
  }

  package init(_ name: String) {
    self.name = name
    var runs: [Run] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = NumberedName.isDigit(first)
      let text = rest.prefix { NumberedName.isDigit($0) == isNumber }
      runs.append(Run(text: text, digits: isNumber ? text.drop { $0 == "0" } : nil))
      rest = rest[text.endIndex...]
    }
    self.runs = runs
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  package static func < (first: NumberedName, second: NumberedName) -> Bool {
    first.runs.lexicographicallyPrecedes(second.runs)
  }
}
