import PortableMath
import Scrolling
import Testing

@Suite struct CurveImportTests {
  private func document(_ csv: String, rest: Double = 0, name: String? = nil) throws -> String {
    var options = CurveImport.Options()
    options.rest = .offset(rest)
    return try CurveImport.document(
      fromCSV: Array(csv.utf8), file: "log.csv", name: name, options: options
    ).text
  }

  @Test func linesBecomeSamples() throws {
    let text = try document("0,0\n0.0167,-3.5\n0.0333,-9\n", name: "a \"log\"")
    #expect(
      text == """
        {
          "version": 1,
          "name": "a \\"log\\"",
          "samples": [
            [0, 0],
            [0.0167, -3.5],
            [0.0333, -9]
          ]
        }

        """)
  }

  @Test(arguments: [
    "time,offset\n0,0\n0.5,-3\n", "Time, Offset\r\n0 , 0\r\n\r\n0.5,\t-3\r\n",
    "offset,y,time\r0,1,0\r-3,2,0.5\r", "\"time\",\"offset\"\n\"0\",\"0\"\n\"0.5\",\"-3\"",
    "\u{FEFF}0,0\n.5,-3e0", "# from a device\n0;0;9\n0.5;-3;9\n", "0\t0\n0.5\t-3\n",
    "timestamp,contentOffset.x,contentOffset.y\n5,1,0\n5.5,1,-3\n", "0,0\n0.5,7\n0.5,-3\n",
    "{\"t\": 0, \"y\": 0}\n{\"t\": 0.5, \"x\": 1, \"y\": -3}\n", "[0, 0]\n[0.5, -3]\n",
    "1000.25,0\n1000.75,-3\n", "1700000000.1,0\n1700000000.6,-3\n",
  ])
  func formatsOfTheSameLog(csv: String) throws {
    let curve = try ScrollCurve.parse(Array(try document(csv).utf8))
    guard case .samples(let track) = curve.course else {
      Issue.record("no samples")
      return
    }
    #expect(track.times == [0, 0.5])
    #expect(track.offsets == [0, -3])
    #expect(track.interpolation == .linear)
  }

  @Test func millisecondsAndNamedColumns() throws {
    var options = CurveImport.Options()
    options.unit = .milliseconds
    options.timeColumn = "When"
    options.offsetColumn = "dy"
    let text = try CurveImport.document(
      fromCSV: Array("dy,when,y\n0,1000,5\n-3,1500,6\n".utf8), options: options
    ).text
    #expect(text.contains("[0, 0],\n    [0.5, -3]"))
  }

  /// A clock in milliseconds, and columns that need a header.
  @Test func acceptsMillisecondsAndRequiresHeaderForColumns() throws {
    var options = CurveImport.Options()
    options.unit = .milliseconds
    let log = Array("1700000000000,0\n1700000000500,-3\n".utf8)
    #expect(try CurveImport.document(fromCSV: log, options: options).text.contains("[0.5, -3]"))
    options.timeColumn = "when"
    let error = #expect(throws: CurveImport.Failure.self) {
      try CurveImport.document(fromCSV: log, options: options)
    }
    #expect(error?.message.contains("column \"when\" needs a header line; add one") == true)
  }

  /// If the log ends below its start, the start is still the rest position.
  @Test func automaticRestIsFirstOffset() throws {
    var options = CurveImport.Options()
    options.rest = .first
    let text = try CurveImport.document(
      fromCSV: Array("0,-90\n0.1,-64\n2,-70\n2.1,-80\n".utf8), options: options
    ).text
    #expect(text.contains("[0, 0],\n    [0.1, 26],\n    [2, 20]"))
  }

  @Test(arguments: [
    "0,0,1\n0.016,12.5,1\n0.032,20,0\n",
    "1000,0,1\n1016,12.5,1\n1032,20,0\n",
    "t_ms,y,dragging\n0,0,1\n16,12.5,true\n32,20,false\n",
    "dragging,ms,y\n1,5,0\n1,21,12.5\n0,37,20\n",
    "Time (ms);Offset;Dragging\n0,0;0,0;1\n16,0;12,5;1\n32,0;20,0;0\n",
    "0,000\t0\t1\n0,016\t12,5\t1\n0,032\t20\t0\n",
    "2026-02-28T23:59:59.990Z,0,1\n2026-03-01T00:00:00.006Z,12.5,1\n"
      + "2026-03-01T01:00:00.022+01:00,20,0\n",
    "2026-10-02 12:00:00,000;0;1\n2026-10-02 12:00:00,016;12,5;1\n2026-10-02 12:00:00,032;20;0",
    "10-02 12:00:00.123  1234  1234 D Scroll: 0,0,1\n"
      + "10-02 12:00:00.139  1234  1234 D Scroll: 0.016,12.5,1\n"
      + "10-02 12:00:00.155  1234  1234 D Scroll: 0.032,20,0\n",
    "flutter: ms,y,dragging\nflutter: 3,0,1\nflutter: 19,12.5,1\nflutter: 35,20,0\n",
    "I/flutter ( 123): 0,0,1\nI/flutter ( 123): 0.016,12.5,1\nI/flutter ( 123): 0.032,20,0\n",
    "app.js:12 0,0,1\napp.js:12 16,12.5,1\napp.js:12 32,20,0\n",
    "[Log] 0,0,1\n[Log] 16,12.5,1\n[Log] 32,20,0\n",
    " LOG  {\"ms\": 0, \"y\": 0, \"dragging\": true}\n LOG  {\"ms\": 16, \"y\": 12.5, "
      + "\"dragging\": 1}\n LOG  {\"ms\": 32, \"y\": 20, \"dragging\": 0}\n",
  ])
  func dialectsOfTheSameDrag(log: String) throws {
    let text = try document(log)
    #expect(
      text.contains(
        """
            {"time": 0, "offset": 0, "dragging": true},
            {"time": 0.016, "offset": 12.5, "dragging": true},
            {"time": 0.032, "offset": 20, "dragging": false}
          ]
        """), "\(text)")
    _ = try ScrollCurve.parse(Array(text.utf8))
  }

  @Test(arguments: [
    (
      "t_ms,y\n0,0\n0.5,1\n",
      "times: column \"t_ms\", milliseconds (by its name); offsets: column \"y\""
    ),
    (
      "0,0,1\n16,1,0\n32,2,0\n",
      "times: column 1, milliseconds (the median step is 16.0; --unit s for seconds); offsets: column 2; dragging: column 3"
    ),
  ])
  func summaryNamesColumnsAndUnit(log: String, summary: String) throws {
    #expect(try CurveImport.document(fromCSV: Array(log.utf8)).summary == summary)
  }

  /// The median step determines the unit, regardless of duplicate reports and pauses.
  @Test(arguments: [
    ("0,0\n16,1\n17,2\n33,3\n49,4\n", "[0.049, 4]"),
    ("0,0\n0.016,1\n40,2\n40.016,3\n40.032,4\n", "[40.032, 4]"),
  ])
  func medianStepDeterminesUnit(log: String, last: String) throws {
    #expect(try document(log).contains(last))
  }

  @Test(arguments: [
    ("2026-03-01T00:00:00+05:30", "2026-02-28T18:30:00.5Z"),
    ("2026-03-01T00:00:00-0345", "2026-03-01T03:45:00.5+00:00"),
    ("2024-02-28T23:59:59.75Z", "2024-02-29T01:00:00.25+01"),
    ("2100-02-28T23:59:59.75", "2100-03-01T00:00:00.25"),
  ])
  func zonesAndLeapDaysAreCounted(first: String, halfASecondLater: String) throws {
    #expect(try document("\(first),0\n\(halfASecondLater),-3\n").contains("[0.5, -3]"))
  }

  @Test func subtractsRestOffset() throws {
    #expect(try document("0,-64\n1,-164\n", rest: -64).contains("[1, -100]"))
  }

  @Test(arguments: [
    ("", "log.csv:1: no samples; lines like 0.0167,-3.5 are expected"),
    ("time,offset\n", "log.csv:1: no samples; lines like 0.0167,-3.5 are expected"),
    ("0,0\n\n1\n", "log.csv:3: has 1 fields; 2 are expected, as in 0.0167,-3.5"),
    ("0,0\n1,x\n", "log.csv:2: offset \"x\" is not a number"),
    ("0,0\n,3\n", "log.csv:2: time \"\" is not a number"),
    ("0,0\n0.30,1\n0.2,2\n", "log.csv:3: time 0.2 is before 0.30 on line 2"),
    ("a,y\n0,0\n", "log.csv:1: the header has no column \"time\"; it names a, y"),
    ("{\"t\": 0, \"z\": 1}\n", "log.csv:1: has no time and offset; it names t, z"),
    ("0,0\n1,1e9\n", "log.csv:2: offset 1e9 is out of range (±1000000)"),
    ("0,0\n90000,1\n", "log.csv:2: time 90000 is more than a day after the first"),
    ("t,y,dragging\n0,0,2\n", "log.csv:2: dragging \"2\" is neither 0 nor 1"),
    ("-5,0\n90000,nan\n", "log.csv:2: offset \"nan\" is not a number"),
  ])
  func reportsInvalidLines(csv: String, message: String) {
    let error = #expect(throws: CurveImport.Failure.self) { _ = try document(csv) }
    #expect(error?.description == message)
  }
}
