import Foundation
import HeaderTracing
import Testing

/// The difference between the states of a page and those of a trace.
struct StateDifference {
  /// The largest difference between numbers, and its position.
  private var distance = 0.0
  private var place = ""
  /// Differences in other values.
  private var others: [String] = []

  /// Records an issue if numbers differ by more than 1e-9 or other values differ.
  static func expectNone(
    _ trace: HeaderTrace, _ states: [[String: Any]], _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let records = Array(trace)
    let failure = states.first?["error"].map { " \($0)" } ?? ""
    #expect(
      records.count == states.count, "\(name)\(failure)", sourceLocation: sourceLocation)
    var worst = StateDifference()
    for (record, state) in zip(records, states) {
      let line = try #require(
        JSONSerialization.jsonObject(with: Data(record.jsonLine.utf8)) as? [String: Any])
      var keys = ["offset", "contentOffset", "phase", "memory", "memoryTargets", "layers"]
      if record.time != nil { keys.append("time") }
      if record.event != nil { keys += ["event", "inputs"] }
      for key in keys {
        worst.note(line[key], state[key], "\(record.index ?? 0) \(record.event ?? ""): \(key)")
      }
      if !worst.others.isEmpty { break }
    }
    #expect(
      worst.distance <= 1e-9, "\(name) at \(worst.place)", sourceLocation: sourceLocation)
    #expect(worst.others == [], "\(name)", sourceLocation: sourceLocation)
  }

  private mutating func note(_ expected: Any?, _ found: Any?, _ place: String) {
    let known = others.count
    if let path = compare(expected, found) { self.place = place + path }
    for index in known..<others.count { others[index] = place + others[index] }
  }

  /// Compares two values. Returns the path of the largest difference between numbers if it is larger
  /// than all earlier ones. Paths are only made where values differ: making them all takes longer
  /// than comparing.
  private mutating func compare(_ expected: Any?, _ found: Any?) -> String? {
    var place: String?
    switch (expected, found) {
    case (let expected as NSNumber, let found as NSNumber):
      let apart = abs(expected.doubleValue - found.doubleValue)
      guard apart > distance else { return nil }
      distance = apart
      return ""
    case (let expected as [String: Any], let found as [String: Any]):
      if expected.count != found.count || expected.keys.contains(where: { found[$0] == nil }) {
        others.append(": keys")
      }
      for (key, value) in expected {
        let known = others.count
        if let path = compare(value, found[key]) { place = ".\(key)\(path)" }
        for index in known..<others.count { others[index] = ".\(key)\(others[index])" }
      }
    case (let expected as [Any], let found as [Any]) where expected.count == found.count:
      for (index, pair) in zip(expected, found).enumerated() {
        let known = others.count
        if let path = compare(pair.0, pair.1) { place = "[\(index)]\(path)" }
        for other in known..<others.count { others[other] = "[\(index)]\(others[other])" }
      }
    case (let expected as String, let found as String) where expected == found: break
    case (is NSNull, is NSNull): break
    default: others.append(": \(expected ?? "nothing") and \(found ?? "nothing")")
    }
    return place
  }
}
