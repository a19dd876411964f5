package import PortableMath

/// Typed access to values. Each method throws a `JSONError` at the value's position.
extension JSONValue {
  /// Returns a number in `range`. `unit` follows the bounds in the message, for example "seconds".
  package func number(
    in range: ClosedRange<Double>, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard range.contains(value) else {
      throw outside("\(range.lowerBound.shortText)...\(range.upperBound.shortText)", unit)
    }
    return value
  }

  package func number(
    above bound: Double, upTo limit: Double, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard value > bound, value <= limit else {
      throw outside("above \(bound.shortText), at most \(limit.shortText)", unit)
    }
    return value
  }

  /// Returns a number, which is always finite because the parser rejects overflow.
  package func number() throws(JSONError) -> Double {
    guard node.form == .number else { throw mismatch("a number") }
    return numberValue
  }

  /// Returns an integer in `range`. Accepts `2.0`.
  package func integer(in range: ClosedRange<Int>, unit: String = "") throws(JSONError) -> Int {
    guard node.form == .number else { throw mismatch("a whole number") }
    let value = JSONNumber.exactInteger(
      of: document.bytes, from: Int(node.start), to: Int(node.end))
    if let value, range.contains(value) { return value }
    guard value != nil || numberValue.magnitude > 9e15 else { throw mismatch("a whole number") }
    throw outside("\(range.lowerBound)...\(range.upperBound)", unit)
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

  /// Returns a string that is one of `choices`. The error suggests the most similar choice, or
  /// lists all.
  package func choice(of choices: [String]) throws(JSONError) -> String {
    let text = try string()
    guard choices.contains(text) else {
      let remedy = NearestName(to: text, among: choices).remedy
      throw error("unknown value \(JSONText.quoted(text)); \(remedy)")
    }
    return text
  }

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
}

/// The elements of an array or the values of an object, in text order. Each step takes constant
/// time.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  /// The number of remaining elements.
  package private(set) var count: Int
  private var index: Int
  /// The number of key nodes before each value: 1 in objects, 0 in arrays.
  private let keys: Int

  fileprivate init(of value: JSONValue) {
    document = value.document
    count = value.node.count
    keys = value.node.form == .object ? 1 : 0
    index = value.index + 1 + keys
  }

  package var underestimatedCount: Int { count }

  package mutating func next() -> JSONValue? {
    guard count > 0 else { return nil }
    count -= 1
    let element = JSONValue(document: document, index: index)
    index = Int(element.node.after) + keys
    return element
  }
}

extension JSONValue {
  /// Returns an array whose count is in `range`. `elements` names the elements in the message, for
  /// example "samples".
  package func array(
    count range: ClosedRange<Int> = 0...Int.max, of elements: String = "elements"
  ) throws(JSONError) -> JSONElements {
    guard node.form == .array else { throw mismatch("an array") }
    let array = JSONElements(of: self)
    guard range.contains(array.count) else {
      if range.upperBound == Int.max {
        let verb = range.lowerBound == 1 ? "is" : "are"
        throw error("has \(array.count) \(elements); at least \(range.lowerBound) \(verb) needed")
      }
      let allowed = range.count == 1 ? "\(range.lowerBound)" : "\(range)"
      throw error("has \(array.count) \(elements); \(allowed) are allowed")
    }
    return array
  }

  package func list<Element>(
    count range: ClosedRange<Int> = 0...Int.max, of elements: String = "elements",
    _ read: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    try array(count: range, of: elements).map(read)
  }

  package func strings() throws(JSONError) -> [String] {
    try list { value throws(JSONError) in try value.string() }
  }

  package func integers(count: Int, in range: ClosedRange<Int>) throws(JSONError) -> [Int] {
    try list(count: count...count, of: "numbers") { value throws(JSONError) in
      try value.integer(in: range)
    }
  }

  package func numbers(count: Int) throws(JSONError) -> [Double] {
    try list(count: count...count, of: "numbers") { value throws(JSONError) in try value.number() }
  }
}

package struct JSONObject: Sequence, Sendable {
  package let value: JSONValue
  package var count: Int { value.node.count }

  package struct Member: Sendable {
    /// The key after decoding of escapes.
    package let name: String
    package let value: JSONValue

    fileprivate init(_ value: JSONValue) {
      self.value = value
      name = JSONText.decoded(value.key, of: value.document.bytes)
    }

    /// Returns an error at the key's position rather than the value's.
    package func keyError(_ message: String) -> JSONError {
      value.document.error(at: Int(value.key.start), inside: value.index, message)
    }
  }

  package func makeIterator() -> some IteratorProtocol<Member> {
    JSONElements(of: value).lazy.map(Member.init).makeIterator()
  }

  package func optional(_ name: String) -> JSONValue? {
    JSONElements(of: value).first { $0.isUnder(name) }
  }

  /// Returns the value for `name`. Throws an error at the object if it is missing.
  package func required(_ name: String) throws(JSONError) -> JSONValue {
    guard let member = optional(name) else {
      throw value.error("\(JSONText.quoted(name)) is missing")
    }
    return member
  }
}

extension JSONValue {
  fileprivate var key: JSONNode { document.nodes[index - 1] }

  fileprivate func isUnder(_ name: String) -> Bool { JSONText.isKey(key, name, of: document.bytes) }

  /// Returns an object that has only keys in `known`. Throws an error at the first unknown key,
  /// with the most similar known one.
  package func object(keys known: [String]) throws(JSONError) -> JSONObject {
    try object(keys: known) { error throws(JSONError) in throw error }
  }

  /// Returns an object. Passes an error for each key that is not in `known` to `report`, with the
  /// most similar known one.
  package func object(
    keys known: [String], report: (JSONError) throws(JSONError) -> Void
  ) throws(JSONError) -> JSONObject {
    let object = try object()
    for value in JSONElements(of: self) where !known.contains(where: value.isUnder) {
      let member = JSONObject.Member(value)
      try report(
        member.keyError(
          "unknown key \(JSONText.quoted(member.name)); "
            + NearestName(to: member.name, among: known).remedy))
    }
    return object
  }

  /// Returns the root object of a document with keys in `known` and an optional `$schema`. Editors
  /// use `$schema`, a string, to find the schema; it is ignored here.
  package func document(keys known: [String]) throws(JSONError) -> JSONObject {
    let object = try object(keys: known + ["$schema"])
    _ = try object.optional("$schema")?.string()
    return object
  }

  package func object() throws(JSONError) -> JSONObject {
    guard node.form == .object else { throw mismatch("an object") }
    return JSONObject(value: self)
  }

  package func easing() throws(JSONError) -> Easing {
    let text = try string()
    do {
      return try Easing(text)
    } catch {
      switch error {
      case .unknownName(let name, let reason, let known):
        throw self.error("\(literal): \(reason); \(NearestName(to: name, among: known).remedy)")
      case .malformed(let message): throw self.error("\(literal): \(message)")
      }
    }
  }
}
