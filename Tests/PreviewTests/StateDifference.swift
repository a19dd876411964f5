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
        worst.compare(line[key], state[key], "\(record.index ?? 0) \(record.event ?? ""): \(key)")
      }
      if !worst.others.isEmpty { break }
    }
    #expect(
      worst.distance <= 1e-9, "\(name) at \(worst.place)", sourceLocation: sourceLocation)
    #expect(worst.others == [], "\(name)", sourceLocation: sourceLocation)
  }

  private mutating func compare(_ expected: Any?, _ found: Any?, _ path: String) {
    switch (expected, found) {
    case (let expected as [String: Any], let found as [String: Any]):
      if Set(expected.keys) != Set(found.keys) { others.append("\(path): keys") }
      for (key, value) in expected { compare(value, found[key], "\(path).\(key)") }
    case (let expected as [Any], let found as [Any]) where expected.count == found.count:
      for (index, pair) in zip(expected, found).enumerated() {
        compare(pair.0, pair.1, "\(path)[\(index)]")
      }
    case (let expected as NSNumber, let found as NSNumber):
      let apart = abs(expected.doubleValue - found.doubleValue)
      if apart > distance { (distance, place) = (apart, path) }
    case (let expected as String, let found as String) where expected == found: break
    case (is NSNull, is NSNull): break
    default: others.append("\(path): \(expected ?? "nothing") and \(found ?? "nothing")")
    }
  }
}
