import HeaderTracing
import StrictJSON
import TestSupport
import Testing

/// The difference between the states of a page and those of a trace.
enum StateDifference {
  /// Records an issue if numbers differ by more than 1e-9 or other values differ.
  ///
  /// - Parameter states: An array of the states.
  static func expectNone(
    _ trace: HeaderTrace, _ states: JSONValue, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let records = Array(trace)
    let states = try states.array().map { try $0.object() }
    let failure = try states.first?.optional("error").map { " \(try $0.string())" } ?? ""
    #expect(
      records.count == states.count, "\(name)\(failure)", sourceLocation: sourceLocation)
    var difference = JSONDifference()
    for (record, state) in zip(records, states) {
      let line = try JSONValue.parse(Array(record.jsonLine.utf8)).object()
      var keys = ["offset", "contentOffset", "phase", "memory", "memoryTargets", "layers"]
      if record.time != nil { keys.append("time") }
      if record.event != nil { keys += ["event", "inputs"] }
      for key in keys {
        try difference.compare(
          line.optional(key), state.optional(key),
          at: "\(record.index ?? 0) \(record.event ?? ""): \(key)")
      }
      if !difference.others.isEmpty { break }
    }
    #expect(
      difference.distance <= 1e-9, "\(name) at \(difference.position)",
      sourceLocation: sourceLocation)
    #expect(difference.others == [], "\(name)", sourceLocation: sourceLocation)
  }
}
