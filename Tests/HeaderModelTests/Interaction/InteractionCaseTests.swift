import Foundation
import HeaderModel
import PortableMath
import Scrolling
import Testing

/// The cases in Fixtures/Interaction: documents and curves with the events computed by a reference
/// player.
@Suite struct InteractionCaseTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Interaction")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".curve.json") }
      .map { String($0.dropLast(".curve.json".count)) }.sorted()
  }()

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test func allInteractionCasesExist() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func eventsMatchTheReference(name: String) throws {
    let header = try PlayedHeader.interpreter(
      HeaderDocument.parse(Self.bytes(name + ".document.json")))
    let curve = try ScrollCurve.parse(Self.bytes(name + ".curve.json"))
    let events = try PlayedHeader.play(curve, under: header).events
    let lines = String(decoding: try Self.bytes(name + ".expected.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    #expect(events.count == lines.count)
    var replayed = header
    for (event, line) in zip(events, lines) {
      try replayed.receive(event)
      let state = try replayed.state(rows: false)
      let wanted = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let time = try #require(wanted["time"] as? Double)
      let offset = try #require(wanted["offset"] as? Double)
      let kind = try #require(wanted["event"] as? String)
      #expect((event.time - time).magnitude < 1e-9, "\(line)")
      #expect((event.offset - offset).magnitude < 1e-9, "\(line)")
      #expect(event.kind.name == kind, "\(line)")
      try expect(state.memory, wanted["memory"], line)
      try expect(state.inputs, wanted["inputs"], line)
      guard event.kind.name == kind, (event.offset - offset).magnitude < 1e-9 else { return }
    }
  }

  private func expect(
    _ values: [RememberedValue], _ wanted: Any?, _ line: Substring
  ) throws {
    let wanted = try #require(wanted as? [String: Any])
    #expect(Set(values.map(\.name)) == Set(wanted.keys))
    for value in values {
      switch value.value {
      case .boolean(let condition):
        #expect(wanted[value.name] as? Bool == condition, "\(value.name) of \(line)")
      case .number(let number):
        let other = try #require(wanted[value.name] as? Double)
        #expect((number - other).magnitude < 1e-9, "\(value.name) \(number) of \(line)")
      }
    }
  }
}

/// Headers for playing curves.
enum PlayedHeader {
  static func interpreter(_ document: HeaderDocument) throws -> HeaderInterpreter {
    try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: document.device, measurer: FixedTextSize()))
  }

  static func play(
    _ curve: ScrollCurve, under header: HeaderInterpreter, rate: EventRate = .standard
  ) throws -> SimulatedCurve<HeaderInterpreter> {
    let environment = ScrollEnvironment(
      viewportHeight: header.viewportHeight, largestOffset: header.largestOffset,
      smallestOffset: header.edges.lowerBound, scale: 2)
    return try ScrollSimulation.play(
      curve, in: environment, header: header, rate: rate, frames: PlaybackOptions())
  }

  /// Plays gestures in a document with the given members.
  static func play(
    _ gestures: String, inputs: String? = nil, _ members: String, scroll: String = "",
    layers: String = "[]"
  ) throws -> SimulatedCurve<HeaderInterpreter> {
    let document = """
      { "version": 1, "name": "test", "scroll": { "maximumOffset": 1000\(scroll) },
        \(members.isEmpty ? "" : members + ",") "layers": \(layers) }
      """
    let curve = """
      { "version": 1, "gestures": [\(gestures)]
        \(inputs.map { ", \"inputs\": " + $0 } ?? "") }
      """
    return try play(
      ScrollCurve.parse(Array(curve.utf8)),
      under: interpreter(HeaderDocument.parse(Array(document.utf8))))
  }
}

extension SimulatedCurve where Header == HeaderInterpreter {
  /// The kinds and times of all events except scrolls.
  var answers: [String] {
    events.filter { $0.kind != .scroll }.map { "\($0.kind.name) \($0.time)" }
  }

  /// The warnings about the curve.
  var warnings: [String] {
    let curve = ScrollCurve(course: .gestures([], ScrollPhysics()))
    return CurveSummary(curve, motion: motion, events: events, frames: PlaybackOptions()).warnings
  }

  /// Returns the final value of a number in memory.
  func number(_ name: String) throws -> Double? {
    var header = header
    return try header.number(name)
  }
}
