import FileAccess
import HeaderModel
import PortableMath
import Rendering
import Scrolling
import Testing
import HeaderTracing

/// Curves played for a header without drawing frames.
@Suite struct CurveTraceTests {
  private static let document = """
    {"version": 1, "name": "dragged", "screen": {"device": "20x40@1"},
     "scroll": {"maximumOffset": "banner.height > 0 ? 100 : 0"},
     "memory": {"dragged": {"value": 0, "transition": {"duration": 0.1}}},
     "onScroll": [{"set": {"dragged": "dragging ? 1 : 0"}}],
     "layers": [{"id": "shade", "type": "rectangle", "fill": "#000", "opacity": "dragged"}]}
    """

  private func header() throws -> SceneRequest {
    var request = SceneRequest()
    request.style = .document(try HeaderDocument.parse(Array(Self.document.utf8)))
    return request
  }

  /// The size of a picture is read even if only the curve is played.
  @Test func playsCurveOfHeaderWithPictureSize() throws {
    var curve = CurveRequest()
    curve.header = try header()
    curve.curve = .curve(
      try ScrollCurve.parse(
        Array(#"{"version": 1, "gestures": [{"drag": {"by": 90, "duration": 0.2}}]}"#.utf8)))
    #expect(try curve.run().motion.reportedOffset(at: 0.2) == 90)
  }

  @Test func headerReceivesTouches() throws {
    var trace = TraceRequest()
    trace.header = try header()
    trace.events = .curve(
      .curve(
        try ScrollCurve.parse(
          Array(
            #"{"version": 1, "gestures": [{"drag": {"by": 90, "duration": 0.2}}, {"release": {"velocity": 0}}, {"scrollTo": {"offset": 0, "duration": 0.2}}]}"#
              .utf8))), .standard)
    let dragged = try trace.run().map { $0.state.memoryTargets[0].value }
    #expect(dragged.first == .number(0))
    #expect(dragged[3] == .number(1))
    #expect(dragged.last == .number(0))
  }

  /// Without a header, taps have no targets and the curve is played alone.
  @Test func tapsRequireANamedHeader() throws {
    var curve = CurveRequest()
    curve.curve = .curve(
      try ScrollCurve.parse(
        Array(#"{"version": 1, "gestures": [{"tap": {"layer": "nobody"}}]}"#.utf8)))
    #expect(try curve.run().motion.duration == 0.08)
    curve.header.style = .named("x-profile")
    #expect(throws: HeaderKitError.self) { try curve.run() }
  }

  /// At custom times and at ticks: the exact offset, or the reported one.
  @Test func samplesAreExactOrWholePixels() throws {
    let curve = try ScrollCurve.parse(
      Array(#"{"version": 1, "samples": [[0, 0], [1, 10]]}"#.utf8))
    let motion = ScrollMotion(
      curve, in: ScrollEnvironment(viewportHeight: 100, largestOffset: 100, scale: 2))
    func csv(_ times: [Double]?, snaps: Bool) -> String {
      CurveSamples(motion, at: times, rate: 5, snaps: snaps).csv
    }
    #expect(csv([0.125, 0.0625], snaps: false) == "time,offset\n0.125,1.25\n0.0625,0.625\n")
    #expect(csv([0.125, 0.0625], snaps: true) == "time,offset\n0.125,1.5\n0.0625,0.5\n")
    #expect(
      csv(nil, snaps: true)
        == "time,offset\n0.0,0.0\n0.2,2.0\n0.4,4.0\n0.6,6.0\n0.8,8.0\n1.0,10.0\n")
  }

  /// A higher event rate adds events. At the times of the lower rate, a header without memory has
  /// the same state, at offsets of whole device pixels of half a point.
  @Test(arguments: 0..<8) func doubleRateContainsTheTrace(seed: Int) throws {
    let keyframes = (0...3).map { index in
      #"{"time": \#(Double(index) * 0.4), "offset": \#((seed * 37 + index * 53) % 130 - 15), "#
        + #""easing": "ease-in-out"}"#
    }
    let curve = #"{"version": 1, "keyframes": [\#(keyframes.joined(separator: ", "))]}"#
    let document = """
      {"version": 1, "name": "plain", "screen": {"device": "20x40@2"},
       "scroll": {"maximumOffset": 100},
       "layers": [{"id": "bar", "type": "rectangle", "fill": "#000", "height": "max(20, 60 - offset)"}]}
      """
    func trace(_ rate: Int) throws -> [TraceRecord] {
      var request = TraceRequest()
      request.header.style = .document(try HeaderDocument.parse(Array(document.utf8)))
      request.events = .curve(
        .curve(try ScrollCurve.parse(Array(curve.utf8))), .perSecond(RationalTime(rate)))
      return Array(try request.run())
    }
    let (few, many) = (try trace(30), try trace(60))
    #expect(few.count > 5 && many.count > few.count, "seed \(seed)")
    for record in few {
      let time = try #require(record.time)
      let other = try #require(many.last { $0.time ?? .infinity <= time }, "seed \(seed)")
      #expect(other.state.offset == record.state.offset, "seed \(seed), \(time) s")
      #expect(other.state.layers.map(\.frame) == record.state.layers.map(\.frame))
    }
    let halves = many.map { $0.state.offset * 2 }
    #expect(halves.allSatisfy { $0 == $0.rounded() }, "seed \(seed)")
    #expect(halves.contains { $0.truncatingRemainder(dividingBy: 2) != 0 }, "seed \(seed)")
  }
}
