/// Reading a value as what it has to be. Each throws a `JSONError` at the value's place.
extension JSONValue {
  /// A number in `range`; `unit` is put behind the bounds in the message ("seconds").
  package func number(
    in range: ClosedRange<Double>, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard range.contains(value) else {
      throw outside("\(shown(range.lowerBound))...\(shown(range.upperBound))", unit)
    }
    return value
  }

  /// A number above `bound` and at most `limit`.
  package func number(
    above bound: Double, upTo limit: Double, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard value > bound, value <= limit else {
      throw outside("above \(shown(bound)), at most \(shown(limit))", unit)
    }
    return value
  }

  /// Any number; finite, as the parser refuses what overflows.
  package func number() throws(JSONError) -> Double {
    guard node.form == .number else { throw mismatch("a number") }
    return numberValue
  }

  /// A whole number in `range`; `2.0` counts as whole.
  package func integer(in range: ClosedRange<Int>, unit: String = "") throws(JSONError) -> Int {
    guard node.form == .number else { throw mismatch("a whole number") }
    guard let value = JSONNumber.whole(of: document.bytes, from: Int(node.start), to: Int(node.end))
    else {
      if numberValue.magnitude > 9e15 {
        throw outside("\(range.lowerBound)...\(range.upperBound)", unit)
      }
      throw mismatch("a whole number")
    }
    guard range.contains(value) else {
      throw outside("\(range.lowerBound)...\(range.upperBound)", unit)
    }
    return value
  }

  package func string() throws(JSONError) -> String {
    guard kind == .string else { throw mismatch("a string") }
    return text
  }

  package func boolean() throws(JSONError) -> Bool {
    switch node.form {
    case .true: return true
    case .false: return false
    default: throw mismatch("true or false")
    }
  }

  /// A string that is one of `choices`; the message names the nearest one, or all.
  package func choice(of choices: [String]) throws(JSONError) -> String {
    let text = try string()
    guard choices.contains(text) else {
      let remedy = NearestName(to: text, among: choices).remedy
      throw error("\(JSONText.quoted(text)) is not known; \(remedy)")
    }
    return text
  }

  /// A string that is the raw value of a case of `type`.
  package func choice<Choice>(of type: Choice.Type) throws(JSONError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    let text = try choice(of: Choice.allCases.map(\.rawValue))
    guard let choice = Choice(rawValue: text) else { throw mismatch("a known name") }
    return choice
  }

  private var numberValue: Double {
    JSONNumber.value(of: document.bytes, from: Int(node.start), to: Int(node.end))
  }

  private func outside(_ range: String, _ unit: String) -> JSONError {
    error("\(literal) is out of range (\(range)\(unit.isEmpty ? "" : " \(unit)"))")
  }

  /// Bounds without a needless ".0".
  private func shown(_ bound: Double) -> String {
    Int(exactly: bound).map(String.init) ?? "\(bound)"
  }
}

/// The elements of an array, in order.
package struct JSONArray: Sequence, Sendable {
  package let value: JSONValue
  package var count: Int { value.node.count }

  /// Walks the elements; each step costs the same however large they are.
  package struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var remaining: Int
    var index: Int

    package mutating func next() -> JSONValue? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let element = JSONValue(document: document, index: index)
      index = Int(document.nodes[index].after)
      return element
    }
  }

  package func makeIterator() -> Iterator {
    Iterator(document: value.document, remaining: count, index: value.index + 1)
  }

  package var underestimatedCount: Int { count }
}

extension JSONValue {
  /// An array of `count` elements; `elements` names them in the message ("samples").
  package func array(
    count range: ClosedRange<Int> = 0...Int.max, of elements: String = "elements"
  ) throws(JSONError) -> JSONArray {
    guard node.form == .array else { throw mismatch("an array") }
    let array = JSONArray(value: self)
    guard range.contains(array.count) else {
      if range.upperBound == Int.max {
        let verb = range.lowerBound == 1 ? "is" : "are"
        throw error("has \(array.count) \(elements); at least \(range.lowerBound) \(verb) needed")
      }
      let allowed =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
      throw error("has \(array.count) \(elements); \(allowed) are allowed")
    }
    return array
  }

  /// What the elements of an array are read as.
  package func list<Element>(
    count range: ClosedRange<Int> = 0...Int.max, of elements: String = "elements",
    _ read: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    try array(count: range, of: elements).map(read)
  }

  package func strings() throws(JSONError) -> [String] {
    try list { value throws(JSONError) in try value.string() }
  }

  /// So many whole numbers.
  package func integers(count: Int, in range: ClosedRange<Int>) throws(JSONError) -> [Int] {
    try list(count: count...count, of: "numbers") { value throws(JSONError) in
      try value.integer(in: range)
    }
  }

  /// So many numbers.
  package func numbers(count: Int) throws(JSONError) -> [Double] {
    try list(count: count...count, of: "numbers") { value throws(JSONError) in try value.number() }
  }
}

/// The members of an object, looked up by name.
package struct JSONObject: Sequence, Sendable {
  package let value: JSONValue
  package var count: Int { value.node.count }

  package struct Member: Sendable {
    /// The key after its escapes are resolved.
    package let name: String
    /// What stands behind the colon.
    package let value: JSONValue

    /// An error at the key rather than at the value.
    package func keyError(_ message: String) -> JSONError {
      let key = value.document.nodes[value.index - 1]
      return value.document.error(at: Int(key.start), inside: value.index, message)
    }
  }

  /// Walks the members in the order of the text.
  package struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var remaining: Int
    var index: Int

    package mutating func next() -> Member? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let name = JSONText.decoded(document.nodes[index], of: document.bytes)
      let value = JSONValue(document: document, index: index + 1)
      index = Int(document.nodes[index + 1].after)
      return Member(name: name, value: value)
    }
  }

  package func makeIterator() -> Iterator {
    Iterator(document: value.document, remaining: count, index: value.index + 1)
  }

  /// The value under `name`, nil when there is none.
  package func optional(_ name: String) -> JSONValue? {
    let document = value.document
    var index = value.index + 1
    for _ in 0..<count {
      if JSONText.isKey(document.nodes[index], name, of: document.bytes) {
        return JSONValue(document: document, index: index + 1)
      }
      index = Int(document.nodes[index + 1].after)
    }
    return nil
  }

  /// The value under `name`; an error at the object when there is none.
  package func required(_ name: String) throws(JSONError) -> JSONValue {
    guard let member = optional(name) else {
      throw value.error("\(JSONText.quoted(name)) is missing")
    }
    return member
  }

  fileprivate func refuseOthers(than known: [String]) throws(JSONError) {
    let document = value.document
    var index = value.index + 1
    for _ in 0..<count {
      let key = document.nodes[index]
      guard known.contains(where: { JSONText.isKey(key, $0, of: document.bytes) }) else {
        let name = JSONText.decoded(key, of: document.bytes)
        let member = Member(name: name, value: JSONValue(document: document, index: index + 1))
        throw member.keyError(
          "the key \(JSONText.quoted(name)) is not known; "
            + NearestName(to: name, among: known).remedy)
      }
      index = Int(document.nodes[index + 1].after)
    }
  }
}

extension JSONValue {
  /// An object with keys of `known` only; a key that is none is an error at that key, which names
  /// the nearest known one.
  package func object(keys known: [String]) throws(JSONError) -> JSONObject {
    let object = try object()
    try object.refuseOthers(than: known)
    return object
  }

  /// The object that a document of ours is: keys of `known`, and `$schema`, a string by which
  /// editors find the schema; it is ignored.
  package func document(keys known: [String]) throws(JSONError) -> JSONObject {
    let object = try object(keys: known + ["$schema"])
    _ = try object.optional("$schema")?.string()
    return object
  }

  package func object() throws(JSONError) -> JSONObject {
    guard node.form == .object else { throw mismatch("an object") }
    return JSONObject(value: self)
  }
}
