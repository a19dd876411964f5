/// The elements of an array, in order.
public struct JSONArray: Sequence, Sendable {
  /// The array itself.
  public let value: JSONValue
  /// The number of elements.
  public var count: Int { value.node.count }

  /// Walks the elements; each step costs the same however large they are.
  public struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var remaining: Int
    var index: Int

    /// The next element, nil after the last.
    public mutating func next() -> JSONValue? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let element = JSONValue(document: document, index: index)
      index = Int(document.nodes[index].after)
      return element
    }
  }

  /// Starts at the first element.
  public func makeIterator() -> Iterator {
    Iterator(document: value.document, remaining: count, index: value.index + 1)
  }

  /// The number of elements.
  public var underestimatedCount: Int { count }
}

extension JSONValue {
  /// An array of `count` elements; `elements` names them in the message ("samples").
  public func array(
    count range: ClosedRange<Int> = 0...Int.max, of elements: String = "elements"
  ) throws(JSONError) -> JSONArray {
    guard node.form == .array else { throw mismatch("an array") }
    let array = JSONArray(value: self)
    guard range.contains(array.count) else {
      if range.upperBound == Int.max {
        let verb = range.lowerBound == 1 ? "is" : "are"
        throw error(
          "has \(array.count) \(elements); at least \(range.lowerBound) \(verb) needed")
      }
      let allowed =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
      throw error("has \(array.count) \(elements); \(allowed) are allowed")
    }
    return array
  }
}
