import HeaderModel
import HeaderTracing
import PortableMath
import Scrolling
import Testing

/// Traces of headers with interactions.
@Suite struct InteractiveTraceTests {
  private func header(_ members: String) throws -> HeaderInterpreter {
    let text = """
      {"version": 1, "name": "probe", "scroll": {"maximumOffset": 100}, \(members) "layers": []}
      """
    return try HeaderInterpreter(
      document: HeaderDocument.parse(Array(text.utf8)),
      environment: DocumentEnvironment(device: .iPhone8, measurer: NoWords()))
  }

  private struct NoWords: TextMeasuring {
    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(width: 0, height: 0)
    }
  }

  private static let inputs = #""inputs": {"on": false, "page": {"value": 1, "range": [0, 2]}},"#
  private static let events = [
    ScrollEvent(time: 0, offset: 0),
    ScrollEvent(time: 0.5, offset: 0, kind: .input([InputChange(input: 0, value: 1)])),
    ScrollEvent(time: 0.6, offset: 0, isDragging: true, kind: .dragStart),
  ]

  @Test func linesContainEventAndInputs() throws {
    let lines = try HeaderTrace(of: header(Self.inputs), events: Self.events, launch: true)
      .map(\.jsonLine)
    #expect(
      lines == [
        """
        {"index":null, "time":null, "event":null, "offset":0, "contentOffset":0, \
        "style":"probe", "phase":null, "memory":{}, "memoryTargets":{}, \
        "inputs":{"on":false, "page":1}, "layers":{}}
        """,
        """
        {"index":0, "time":0, "event":"scroll", "offset":0, "contentOffset":0, \
        "style":"probe", "phase":null, "memory":{}, "memoryTargets":{}, \
        "inputs":{"on":false, "page":1}, "layers":{}}
        """,
        """
        {"index":1, "time":0.5, "event":"input", "offset":0, "contentOffset":0, \
        "style":"probe", "phase":null, "memory":{}, "memoryTargets":{}, \
        "inputs":{"on":true, "page":1}, "layers":{}}
        """,
        """
        {"index":2, "time":0.6, "event":"dragStart", "offset":0, "contentOffset":0, \
        "style":"probe", "phase":null, "memory":{}, "memoryTargets":{}, \
        "inputs":{"on":true, "page":1}, "layers":{}}
        """,
      ])
  }

  /// A curve's initial inputs apply before the first event and to new headers.
  @Test func newHeadersStartWithCurveInputs() throws {
    var events = Self.events
    events[0].launch = [InputChange(input: 1, value: 2)]
    func pages(fresh: Bool) throws -> [RememberedValue.Value] {
      try HeaderTrace(of: header(Self.inputs), events: events, fresh: fresh, launch: true)
        .map { try #require($0.state.inputs.last).value }
    }
    #expect(try pages(fresh: true) == Array(repeating: .number(2), count: 4))
    #expect(try pages(fresh: false) == Array(repeating: .number(2), count: 4))
  }

  @Test func tablesHaveOneColumnPerField() throws {
    let lines = Array(
      TraceTable.lines(try HeaderTrace(of: header(Self.inputs), events: Self.events)))
    #expect(
      lines == [
        "index,time,event,offset,contentOffset,style,phase,inputs.on,inputs.page",
        "0,0,scroll,0,0,probe,,false,1", "1,0.5,input,0,0,probe,,true,1",
        "2,0.6,dragStart,0,0,probe,,true,1",
      ])
  }

  /// Offsets without times are scrolls.
  @Test func offsetsAreScrollEvents() throws {
    let records = Array(try HeaderTrace(of: header(Self.inputs), offsets: [0, 5]))
    #expect(records.map(\.event) == ["scroll", "scroll"])
  }

  /// Without interactions, neither is printed.
  @Test func plainHeadersOmitInteractions() throws {
    let line = try #require(
      try HeaderTrace(of: header(""), events: [ScrollEvent(time: 0, offset: 0)]).map(\.jsonLine)
        .first)
    #expect(
      line == """
        {"index":0, "time":0, "offset":0, "contentOffset":0, "style":"probe", \
        "phase":null, "memory":{}, "memoryTargets":{}, "layers":{}}
        """)
  }
}
