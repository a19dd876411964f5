/// The errors of a text whose parts are read independently.
package struct JSONErrorList: Sendable {
  /// The maximum number of errors. Reading ends with the last of them.
  package static let maxCount = 20

  private var errors: [JSONError] = []
  /// The key paths of the objects with unknown keys.
  private var misspelled: Set<String> = []

  package init() {}

  package var isEmpty: Bool { errors.isEmpty }

  /// Adds an error, unless it is known or follows from others.
  /// - Throws: `JSONError` with all errors if there are `maxCount`.
  package mutating func add(_ error: JSONError) throws(JSONError) {
    // The list was full already and has been thrown; pass it on.
    guard error.others.isEmpty, errors.count < Self.maxCount else { throw error }
    let isDependent = error.isDependent || misspelled.contains(error.keyPath)
    guard !(isDependent && !isEmpty), !errors.contains(error) else { return }
    errors.append(error)
    if errors.count == Self.maxCount { try check() }
  }

  /// Adds an error for an unknown key. Later errors of the same object as a whole, such as a missing
  /// key, follow from it: the key is probably misspelled.
  package mutating func add(
    unknownKey error: JSONError, of object: JSONValue
  ) throws(JSONError) {
    misspelled.insert(object.keyPath)
    try add(error)
  }

  /// Throws the first error in the order of the text, with the others.
  package func check() throws(JSONError) {
    guard var first = sorted.first else { return }
    first.others = Array(sorted.dropFirst())
    throw first
  }

  private var sorted: [JSONError] {
    errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}
