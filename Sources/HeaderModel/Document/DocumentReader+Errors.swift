import StrictJSON

/// Reading of independent parts of a document, so that all their errors are reported together.
extension DocumentReader {
  /// Reads a part of the document. Records an error and returns `nil` if the part is invalid.
  /// - Throws: `JSONError` with all errors if there are too many.
  @discardableResult mutating func read<Part>(
    _ part: (inout DocumentReader) throws(JSONError) -> Part
  ) throws(JSONError) -> Part? {
    do {
      return try part(&self)
    } catch {
      try errors.add(error)
      return nil
    }
  }

  /// Reads the members of a section. The name of an invalid member is unreadable.
  mutating func readEach(
    _ section: JSONValue?,
    _ readMember: (inout DocumentReader, JSONObject.Member) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let section else { return }
    let members = try read { _ throws(JSONError) in try section.declarations() }
    builder.unreadable.isComplete = builder.unreadable.isComplete && members != nil
    for member in members ?? [] {
      let result: Void? = try read { reader throws(JSONError) in try readMember(&reader, member) }
      if result == nil { builder.unreadable.insert(member.name) }
    }
  }

  /// Reads the elements of an array. Returns those that are valid.
  mutating func readList<Element>(
    _ array: JSONValue?, count: ClosedRange<Int>, of elements: String,
    _ readElement: (inout DocumentReader, JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    guard let array else { return [] }
    let values = try read { _ throws(JSONError) in try array.array(count: count, of: elements) }
    var result: [Element] = []
    for value in values.map(Array.init) ?? [] {
      let element = try read { reader throws(JSONError) in try readElement(&reader, value) }
      if let element { result.append(element) }
    }
    return result
  }

  /// Returns an object. Records an error for each key that is not in `keys`.
  mutating func object(_ value: JSONValue, keys: [String]) throws(JSONError) -> JSONObject {
    try value.object(keys: keys) { error throws(JSONError) in
      try errors.add(unknownKey: error, of: value)
    }
  }

  /// Makes the ids of a layer and its descendants unreadable.
  mutating func markUnreadable(idsIn layer: JSONValue, copy: Int?) {
    var rest = [layer]
    while let value = rest.popLast() {
      if let object = try? value.object() {
        if let id = try? object.optional("id")?.string() {
          builder.unreadable.insert(id)
          if let copy { builder.unreadable.insert(id + "\(copy)") }
        }
        rest += [object.optional("layers")].compactMap(\.self)
      } else if let array = try? value.array() {
        rest += array
      }
    }
  }
}

/// The names whose declarations are invalid. Expressions that use them are not checked, because
/// their errors would follow from those of the declarations.
struct UnreadableNames: Sendable {
  private var names: Set<String> = []
  /// Whether all declared names are known. Otherwise any unknown name may be declared in a part that
  /// could not be read.
  var isComplete = true

  var isEmpty: Bool { names.isEmpty && isComplete }

  mutating func insert(_ name: String) { names.insert(name) }

  /// Whether an invalid declaration may have the name.
  func mayDeclare(_ name: String) -> Bool { names.contains(name) || !isComplete }

  /// Whether the name, or the layer or image before its dot, has an invalid declaration.
  func invalidates(_ name: String, isKnown: Bool) -> Bool {
    names.contains(name) || names.contains(name.prefix { $0 != "." }.description)
      || !isComplete && !isKnown
  }
}
