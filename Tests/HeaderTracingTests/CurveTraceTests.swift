import HeaderModel
import Rendering
import Scrolling
import Testing
import HeaderTracing

/// Curves played for a header without any frame drawn.
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

  /// The size of a picture is read for the curve alone too.
  @Test func aCurveIsPlayedWhereThePictureDecidesHowFar() throws {
    var curve = CurveRequest()
    curve.header = try header()
    curve.curve = .curve(
      try ScrollCurve.parse(
        Array(#"{"version": 1, "gestures": [{"drag": {"by": 90, "duration": 0.2}}]}"#.utf8)))
    #expect(try curve.run().motion.reportedOffset(at: 0.2) == 90)
  }

  @Test func aFingerIsSeenByTheHeader() throws {
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
}
