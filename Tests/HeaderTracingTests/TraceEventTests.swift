import FileAccess
import HeaderModel
import HeaderTracing
import PortableMath
import Scrolling
import Testing

@Suite struct TraceEvents {
  private func trace(
    _ offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) throws -> [TraceRecord] {
    Array(
      try TracedHeader("thinkandbuild").trace(offsets, fresh: fresh, launch: launch))
  }

  @Test func sendsOffsetsInOrder() throws {
    let records = try trace([130, -10])
    #expect(records.map(\.index) == [0, 1])
    #expect(records.map(\.time) == [nil, nil])
    #expect(records.map(\.state.offset) == [130, -10])
    #expect(records[1].number("title.shift") == -35)
    #expect(records[1].condition("avatar.aboveHeader") == false)
  }

  @Test func newInterpretersShareNoMemory() throws {
    let records = try trace([130, -10], fresh: true)
    #expect(records.map(\.index) == [0, 1])
    #expect(records[1].number("title.shift") == 0)
    #expect(records[1].condition("avatar.aboveHeader") == true)
  }

  @Test func launchStateIsFirstWithoutEvent() throws {
    let records = try trace([0], launch: true)
    #expect(records.map(\.index) == [nil, 0])
    #expect(records.map { $0.number("title.shift") } == [0, 95])
    #expect(records[0].jsonLine.hasPrefix(#"{"index":null, "time":null, "offset":0"#))
  }

  @Test func eventsOfACurveKeepTheirTimes() throws {
    let events = [ScrollEvent(time: 0, offset: 0), ScrollEvent(time: 0.25, offset: 41)]
    let records = Array(try TracedHeader("thinkandbuild").trace(events))
    #expect(records.map(\.time) == [0, 0.25])
    #expect(records.last?.state.phase == "minified")
    #expect(Array(try TracedHeader("thinkandbuild").trace([ScrollEvent]())).isEmpty)
  }

  @Test func parsesOffsetLists() throws {
    #expect(try TraceOffsets.list("0,40, -5,1e2,+0.5") == [0, 40, -5, 100, 0.5])
  }

  @Test(arguments: [
    ("", 0, ""), ("0,,1", 1, ""), ("1,x", 1, "x"), ("nan", 0, "nan"), ("1 2", 0, "1 2"),
  ])
  func reportsInvalidOffsets(_ text: String, _ position: Int, _ part: String) throws {
    let error = #expect(throws: HeaderKitError.self) { try TraceOffsets.list(text) }
    #expect(error?.code == .usage)
    #expect(
      error?.description
        == "offset \(position + 1): \"\(part)\" is not a number; "
        + "write points from rest, for example 0,40,-5")
  }

  @Test func rejectsOffsetsFarOutOfRange() {
    let error = #expect(throws: HeaderKitError.self) { try TraceOffsets.list("0,2e6") }
    #expect(
      error?.description
        == "offset 2000000 is out of range; give -1000000 to 1000000 points")
  }

  @Test(
    arguments: [
      (0, 1, 0.25, [0, 0.25, 0.5, 0.75, 1]), (0, 0.3, 0.1, [0, 0.1, 0.2, 0.3]),
      (5, -5, -4, [5, 1, -3]), (7, 7, 1, [7]), (0, 1, 2, [0]),
    ] as [(Double, Double, Double, [Double])])
  func rangesIncludeEndIfAStepReachesIt(
    _ start: Double, _ end: Double, _ step: Double, _ offsets: [Double]
  ) throws {
    let range = try TraceOffsets.range(from: start, to: end, step: step)
    #expect(range.count == offsets.count)
    #expect(zip(range, offsets).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test(arguments: [(0, 1, 0), (0, 1, -1), (1, 0, 1), (0, 1, .nan)] as [(Double, Double, Double)])
  func rejectsStepsAwayFromEnd(_ start: Double, _ end: Double, _ step: Double) {
    #expect(throws: HeaderKitError.self) {
      try TraceOffsets.range(from: start, to: end, step: step)
    }
  }

  @Test func rejectsTooManySteps() {
    #expect(throws: HeaderKitError.self) {
      try TraceOffsets.range(from: 0, to: 1, step: 1e-9)
    }
  }
}
