import Fit
import HeaderModel
import PortableMath
import Rendering
import Scrolling
import Testing

/// Taps, inputs and touches are not visible in recordings. They are found by their effects.
@Suite struct UnseenEventTests {
  /// Returns a header with a switch that taps toggle, a plate that an input moves, and a mark that
  /// appears after a drag ends.
  private func document() throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        { "version": 1, "name": "answering", "scroll": { "contentHeight": 120 },
          "memory": { "on": false, "lifted": false },
          "inputs": { "page": { "value": 0, "range": [0, 2], "step": 1 } },
          "onDragEnd": [ { "set": { "lifted": true } } ],
          "layers": [
            { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
            { "id": "banner", "type": "image", "image": "banner", "y": "-min(offset, 14)",
              "height": 30 },
            { "id": "button", "type": "rectangle", "x": 40, "y": "60 - offset", "width": 20,
              "height": 16, "fill": "#3060A0", "onTap": [ { "set": { "on": "!on" } } ] },
            { "id": "filled", "type": "rectangle", "x": 4, "y": "56 - offset", "width": 30,
              "height": 26, "fill": "#C02020", "visible": "on" },
            { "id": "plate", "type": "rectangle", "x": "2 + 20 * page", "y": "88 - offset",
              "width": 18, "height": 20, "fill": "#208040" },
            { "id": "mark", "type": "rectangle", "x": 40, "y": "34 - offset", "width": 20,
              "height": 18, "fill": "#101010", "visible": "lifted" } ] }
        """.utf8))
  }

  @Test(arguments: [
    (
      #""gestures": [{"hold": 0.3}, {"tap": {"layer": "button"}}, {"hold": 0.4}]"#, "on",
      "tap at about"
    ),
    (
      #""samples": [[0, 0], [0.4, 4], [0.8, 9]], "inputs": {"page": [[0.3, 0], [0.31, 1]]}"#, "",
      "input at about"
    ),
    (
      #""gestures": [{"drag": {"by": 9, "duration": 0.4}}, {"release": {}}, {"hold": 0.3}]"#,
      "lifted", "dragEnd at about"
    ),
  ])
  func acceptsRecordingsWithUnseenEvents(curve: String, memory: String, note: String) async throws {
    let scene = try FitScene()
    let document = try document()
    let parsed = try ScrollCurve.parse(Array("{ \"version\": 1, \(curve) }".utf8))
    let report = try await scene.fit(try await scene.record(document, parsed), document)
    #expect(report.verdict == .behaves)
    #expect(report.notes.filter { $0.hasPrefix(note) }.count == 1)
    // The curve replays the events.
    let text = Array(report.curveText.utf8)
    #expect(try ScrollCurve.parse(text).isInteractive)
    let written = try ScrollCurve.parse(text)
    let again = try await scene.fit(
      try await scene.record(document, written, at: written), document)
    #expect(again.verdict == .behaves)
    #expect(again.notes.filter { $0.hasPrefix(note) }.count == 1)
    // A GIF contains equal consecutive frames as one, and its times are multiples of 1/100 s. The
    // search has two steps per point, so each fit may be off by half a step.
    let rounding = 0.011
    for frame in report.frames {
      let replayed = try #require(again.frames.last { $0.time <= frame.time + rounding })
      #expect(abs(frame.offset - replayed.offset) <= 0.5, "at \(frame.time) s")
      #expect(frame.memory == replayed.memory, "at \(frame.time) s")
    }
    guard !memory.isEmpty else { return }
    let values = report.frames.map { frame in frame.memory.first { $0.name == memory }?.value }
    #expect(values.first == .boolean(false))
    #expect(values.last == .boolean(true))
  }
}
