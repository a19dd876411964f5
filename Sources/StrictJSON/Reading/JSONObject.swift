/// The members of an object, looked up by name.
public struct JSONObject: Sequence, Sendable {
  /// The object itself.
  public let value: JSONValue
  /// The number of members.
  public var count: Int { value.node.count }

  /// One key with its value.
  public struct Member: Sendable {
    /// The key after its escapes are resolved.
    public let name: String
    /// What stands behind the colon.
    public let value: JSONValue

    /// An error at the key rather than at the value.
    public func keyError(_ message: String) -> JSONError {
      let key = value.document.nodes[value.index - 1]
      return value.document.error(at: Int(key.start), inside: value.index, message)
    }
  }

  /// Walks the members in the order of the text.
  public struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var remaining: Int
    var index: Int

    /// The next member, nil after the last.
    public mutating func next() -> Member? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let name = JSONText.decoded(document.nodes[index], of: document.bytes)
      let value = JSONValue(document: document, index: index + 1)
      index = Int(document.nodes[index + 1].after)
      return Member(name: name, value: value)
    }
  }

  /// Starts at the first member.
  public func makeIterator() -> Iterator {
    Iterator(document: value.document, remaining: count, index: value.index + 1)
  }

  /// The value under `name`, nil when there is none.
  public func optional(_ name: String) -> JSONValue? {
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
  public func required(_ name: String) throws(JSONError) -> JSONValue {
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
  public func object(keys known: [String]) throws(JSONError) -> JSONObject {
    let object = try object()
    try object.refuseOthers(than: known)
    return object
  }

  /// An object with any keys.
  public func object() throws(JSONError) -> JSONObject {
    guard node.form == .object else { throw mismatch("an object") }
    return JSONObject(value: self)
  }
}
