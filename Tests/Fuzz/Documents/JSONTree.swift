import StrictJSON

/// A JSON document that can be changed and written.
indirect enum JSONTree {
  /// A number, `true`, `false` or `null` as text.
  case word(String)
  case string(String)
  case array([JSONTree])
  case object([(key: String, value: JSONTree)])

  init(_ value: JSONValue) throws(JSONError) {
    switch value.kind {
    case .null: self = .word("null")
    case .boolean: self = .word(try value.boolean() ? "true" : "false")
    case .number: self = .word(JSONWriter.literal(try value.number()))
    case .string: self = .string(try value.string())
    case .array:
      var elements: [JSONTree] = []
      for element in try value.array() { elements.append(try JSONTree(element)) }
      self = .array(elements)
    case .object:
      var members: [(String, JSONTree)] = []
      for member in try value.object() { members.append((member.name, try JSONTree(member.value))) }
      self = .object(members)
    }
  }

  var text: String {
    switch self {
    case .word(let word): word
    case .string(let string): JSONWriter.literal(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { JSONWriter.literal($0.key) + ": " + $0.value.text }.joined(separator: ", ")
        + "}"
    }
  }

  /// The number of values, including this one.
  var count: Int { children.reduce(1) { $0 + $1.count } }

  private var children: [JSONTree] {
    switch self {
    case .word, .string: []
    case .array(let elements): elements
    case .object(let members): members.map(\.value)
    }
  }

  /// Changes the value at `place`, counted from the root in document order.
  mutating func change(at place: Int, _ change: (inout JSONTree) -> Void) {
    var place = place
    visit(&place, change)
  }

  /// Decrements `place` and changes the value at which it is 0.
  private mutating func visit(_ place: inout Int, _ change: (inout JSONTree) -> Void) {
    defer { place -= 1 }
    if place == 0 {
      change(&self)
      return
    }
    switch self {
    case .word, .string: return
    case .array(var elements):
      place -= 1
      for index in elements.indices where place >= 0 { elements[index].visit(&place, change) }
      place += 1
      self = .array(elements)
    case .object(var members):
      place -= 1
      for index in members.indices where place >= 0 { members[index].value.visit(&place, change) }
      place += 1
      self = .object(members)
    }
  }

  /// Returns the value at `place`, counted as in `change`.
  func value(at place: Int) -> JSONTree {
    var found = self
    var copy = self
    copy.change(at: place) { found = $0 }
    return found
  }

  /// Calls `take` with each key and each string.
  func forEachString(_ take: (String) -> Void) {
    if case .string(let string) = self { take(string) }
    if case .object(let members) = self { for member in members { take(member.key) } }
    for child in children { child.forEachString(take) }
  }
}
