import StrictJSON

/// Valid documents with a change that uses the format's keys and words.
struct DocumentMutation {
  let documents: [JSONTree]
  /// The keys and strings of all documents.
  private let words: [String]
  private let expressions = ExpressionMutation()

  private static let numbers = [
    "0", "-0.0", "1", "-1", "0.5", "2", "3", "10", "59", "60", "100", "360", "1000", "65535", "1e6",
    "2147483648", "9007199254740993", "9223372036854775808", "1e15", "1e308", "-1e308", "1e-6",
    "1e-15", "1e-300", "1e-305", "5e-324", "2.2250738585072014e-308", "0.1", "0.3333333333333333",
    "null", "true", "false", "{}", "[]",
  ]
  private static let strings = [
    "", " ", "\u{0}", "\u{202E}", "\u{1F469}\u{200D}\u{1F680}", "e\u{301}", "#000", "#FFFFFF80",
    "ease", "hold", "spring(1, 100, 10, 0)", "cubic-bezier(0, 2, 1, -1)", "steps(3, jump-none)",
    "linear(0, 0.5 20% 80%, 1)", "../x", "{n}", "offset", "390x844@3",
  ]

  init(_ texts: [[UInt8]]) throws {
    documents = try texts.map { try JSONTree(try JSONValue.parse($0)) }
    var words: Set<String> = []
    for document in documents { document.forEachString { words.insert($0) } }
    self.words = words.sorted()
  }

  /// Returns one of the documents with a change.
  func document(_ random: inout SeededRandom) -> [UInt8] {
    changed(random.pick(documents), &random)
  }

  /// Returns a changed document. Half of the changes only replace numbers, which is mostly
  /// accepted; the others break one thing or, rarely, more.
  func changed(_ document: JSONTree, _ random: inout SeededRandom) -> [UInt8] {
    var tree = document
    if random.chance(50) {
      for _ in 0..<random.pick([1, 2, 4]) { adjust(&tree, &random) }
      return Array(tree.text.utf8)
    }
    for _ in 0..<random.pick([1, 1, 1, 1, 2, 3]) {
      let place = random.number(below: tree.count)
      tree.change(at: place) { change(&$0, &random) }
    }
    var bytes = Array(tree.text.utf8)
    if random.chance(5) {
      let range = random.range(in: bytes.count, longest: 4)
      bytes.replaceSubrange(range, with: [random.byte(), random.byte()])
    }
    return bytes
  }

  /// Replaces a number, or reorders the members of an object.
  private func adjust(_ tree: inout JSONTree, _ random: inout SeededRandom) {
    for _ in 0..<Self.attempts {
      var isDone = false
      tree.change(at: random.number(below: tree.count)) { value in
        switch value {
        case .word(let word):
          guard let number = Double(word) else { return }
          let changed =
            number.rounded() == number && random.chance(60)
            ? number + Double(random.pick([-1, 1, 2])) : number * random.pick([0.5, 0.9, 1.1, 2])
          value = .word(JSONWriter.literal(changed))
        case .object(var members):
          guard !members.isEmpty else { return }
          members.swapAt(
            random.number(below: members.count), random.number(below: members.count))
          value = .object(members)
        case .string, .array: return
        }
        isDone = true
      }
      if isDone { return }
    }
  }

  /// The number of attempts to find a number or an object.
  private static let attempts = 20

  private func change(_ tree: inout JSONTree, _ random: inout SeededRandom) {
    if random.chance(8) {
      let other = random.pick(documents)
      tree = other.value(at: random.number(below: other.count))
      return
    }
    switch tree {
    case .word(let word):
      if let number = Double(word), random.chance(60) {
        let factor = random.pick([-1, 0.5, 2, 10, 1000, 1e-3, 1e-9, 1.0000001])
        let changed = random.chance(30) ? number + Double(random.pick([-1, 1])) : number * factor
        tree = .word(changed.isFinite ? JSONWriter.literal(changed) : "1e308")
      } else {
        tree = random.chance(85) ? .word(random.pick(Self.numbers)) : .string(random.pick(words))
      }
    case .string(let string):
      switch random.number(below: 10) {
      case 0...4: tree = .string(expressions.changed(string, words, &random))
      case 5...7: tree = .string(random.pick(words))
      case 8: tree = .string(random.pick(Self.strings))
      default: tree = .word(random.pick(Self.numbers))
      }
    case .array(var elements):
      change(&elements, &random)
      tree = .array(elements)
    case .object(var members):
      guard !members.isEmpty else { return }
      let place = random.number(below: members.count)
      switch random.number(below: 4) {
      case 0: members.remove(at: place)
      case 1: members[place].key = random.pick(words)
      case 2: members.append((random.pick(words), members[place].value))
      default: members.swapAt(place, random.number(below: members.count))
      }
      tree = .object(members)
    }
  }

  private func change(_ elements: inout [JSONTree], _ random: inout SeededRandom) {
    guard !elements.isEmpty else {
      elements = [.word(random.pick(Self.numbers))]
      return
    }
    let place = random.number(below: elements.count)
    switch random.number(below: 5) {
    case 0: elements.remove(at: place)
    case 1: elements.insert(elements[place], at: random.number(below: elements.count + 1))
    case 2: elements.swapAt(place, random.number(below: elements.count))
    case 3: elements = Array(repeatElement(elements, count: 1 + random.number(below: 12)).joined())
    default: elements = random.chance(50) ? Array(elements.prefix(place)) : [.array(elements)]
    }
  }
}

/// Changes a token of an expression or of another text.
struct ExpressionMutation {
  private static let tokens = [
    "(", ")", "+", "-", "*", "/", "%", "<", "<=", "==", "!=", "&&", "||", "!", "?", ":", ",", "[",
    "]", "0", "1", "-1", "0.5", "1e9", "1e308", "1e-308", "offset", "previousOffset", "delta",
    "time",
    "dragging", "index", "min(", "max(", "abs(", "clamp(0,", "floor(", "round(", "mix(",
    "interpolate(offset, [0, 1], [1, 0])", "screen.width", "parent.height", "true", "false",
  ]

  func changed(_ text: String, _ words: [String], _ random: inout SeededRandom) -> String {
    var tokens = split(text)
    guard !tokens.isEmpty else { return random.pick(Self.tokens) }
    let place = random.number(below: tokens.count)
    let word = random.chance(80) ? random.pick(Self.tokens) : random.pick(words)
    switch random.number(below: 6) {
    case 0: tokens.remove(at: place)
    case 1: tokens.insert(word, at: place)
    case 2: tokens.insert(tokens[place], at: random.number(below: tokens.count))
    case 3:
      let depth = random.pick([2, 20, 70, 300])
      tokens.insert(String(repeating: "(", count: depth), at: place)
      tokens.insert(String(repeating: ")", count: depth), at: place + 2)
    default: tokens[place] = word
    }
    return tokens.joined()
  }

  /// Splits a text into sequences of letters, digits and points, and other single characters.
  private func split(_ text: String) -> [String] {
    var tokens: [String] = []
    var isWord = false
    for character in text {
      let belongs = character.isLetter || character.isNumber || character == "."
      if belongs, isWord, let last = tokens.popLast() {
        tokens.append(last + String(character))
      } else {
        tokens.append(String(character))
      }
      isWord = belongs
    }
    return tokens
  }
}
