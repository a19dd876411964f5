package import StrictJSON

/// The differences between two JSON values. Conditions count as the numbers 0 and 1.
package struct JSONDifference {
  /// The largest difference between numbers, and its position.
  package private(set) var distance = 0.0
  package private(set) var position = ""
  /// The positions of other differences, each with its reason.
  package private(set) var others: [String] = []

  package init() {}

  /// Compares two values. `nil` is a missing value.
  ///
  /// - Parameter start: The beginning of the positions in this comparison.
  package mutating func compare(
    _ expected: JSONValue?, _ found: JSONValue?, at start: String
  ) throws(JSONError) {
    let known = others.count
    if let path = try compare(expected, found) { position = start + path }
    for index in known..<others.count { others[index] = start + others[index] }
  }

  /// Compares two values. Returns the path of the largest difference between numbers if it is larger
  /// than all earlier ones. Paths are only made where values differ: making them all takes longer
  /// than comparing.
  private mutating func compare(
    _ expected: JSONValue?, _ found: JSONValue?
  ) throws(JSONError) -> String? {
    guard let expected, let found else {
      if expected != nil || found != nil { note(expected, found) }
      return nil
    }
    var path: String?
    switch (expected.kind, found.kind) {
    case (.number, .number), (.number, .boolean), (.boolean, .number), (.boolean, .boolean):
      let apart = try abs(Self.number(expected) - Self.number(found))
      guard apart > distance else { return nil }
      distance = apart
      return ""
    case (.object, .object):
      let (expected, found) = (try expected.object(), try found.object())
      var shared = 0
      // Both objects usually have the same order. The others are searched.
      var next = found.makeIterator()
      for member in expected {
        let following = next.next()
        let other =
          following?.name == member.name ? following?.value : found.optional(member.name)
        guard let other else { continue }
        shared += 1
        let known = others.count
        if let inner = try compare(member.value, other) { path = ".\(member.name)\(inner)" }
        for index in known..<others.count { others[index] = ".\(member.name)\(others[index])" }
      }
      if shared != expected.count || shared != found.count { others.append(": keys") }
    case (.array, .array):
      let (expected, found) = (try expected.array(), try found.array())
      guard expected.count == found.count else {
        others.append(": \(expected.count) elements and \(found.count)")
        return nil
      }
      for (index, pair) in zip(expected, found).enumerated() {
        let known = others.count
        if let inner = try compare(pair.0, pair.1) { path = "[\(index)]\(inner)" }
        for other in known..<others.count { others[other] = "[\(index)]\(others[other])" }
      }
    case (.string, .string):
      if try expected.string() != found.string() { note(expected, found) }
    case (.null, .null): break
    default: note(expected, found)
    }
    return path
  }

  private static func number(_ value: JSONValue) throws(JSONError) -> Double {
    value.kind == .boolean ? (try value.boolean() ? 1 : 0) : try value.number()
  }

  private mutating func note(_ expected: JSONValue?, _ found: JSONValue?) {
    others.append(": \(expected?.literal ?? "nothing") and \(found?.literal ?? "nothing")")
  }
}
