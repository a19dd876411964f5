import PortableMath
import StrictJSON
import Testing

@testable import Scrolling

/// Drags, taps and rests of recorded offsets.
@Suite struct SampleEventTests {
  private func track(_ members: String) throws -> SampleTrack? {
    let text = "{\"version\": 1, \"samples\": [[0, 0], [0.5, 10], [1, 40]], \(members)}"
    let curve = try ScrollCurve.parse(Array(text.utf8), file: "c.json")
    #expect(curve.isInteractive)
    if case .samples(let track) = curve.course { return track }
    return nil
  }

  @Test func eventsAreParsedInOrder() throws {
    let track = try #require(
      try track(
        """
        "events": [{"time": 0.1, "dragging": true}, {"time": 0.75, "dragging": false, "rest": true},
          {"time": 0.8, "tap": {"layer": "row", "row": 3}}, {"time": 1, "tap": {"at": [5, 6]}}]
        """))
    #expect(
      track.allEvents.map(\.event) == [
        SampleEvent(time: 0.1, dragging: true),
        SampleEvent(time: 0.75, dragging: false, isRest: true),
        SampleEvent(time: 0.8, tap: .layer("row", row: 3)),
        SampleEvent(time: 1, tap: .point(x: 5, y: 6)),
      ])
    #expect(track.slope(at: 0.75) == 60)
    #expect(track.slope(at: 0.5) == 20)
    #expect(track.slope(at: 0) == 0)
  }

  @Test func sampleFlagsAreEvents() throws {
    let track = try #require(
      SampleTrack(times: [0, 1, 2, 3], offsets: [0, 1, 2, 3], interpolation: .linear))
    let both = track.dragged([false, true, true, false])
      .withEvents([
        SampleEvent(time: 2.5, isRest: true), SampleEvent(time: 3, tap: .point(x: 0, y: 0)),
      ])
    #expect(
      both.allEvents.map(\.event) == [
        SampleEvent(time: 1, dragging: true), SampleEvent(time: 2.5, isRest: true),
        SampleEvent(time: 3, dragging: false), SampleEvent(time: 3, tap: .point(x: 0, y: 0)),
      ])
  }

  /// Samples rest a moment after their last change, unless they list their events.
  @Test func eventListsAreComplete() throws {
    func rests(_ members: String) throws -> [Double] {
      let text = "{\"version\": 1, \"samples\": [[0, 0], [0.5, 10], [1, 10]]\(members)}"
      let played = try ScrollSimulation.play(
        try ScrollCurve.parse(Array(text.utf8)),
        in: ScrollEnvironment(viewportHeight: 100, largestOffset: 100, scale: 1),
        header: StillContent(edges: 0...100),
        rate: .standard, frames: PlaybackOptions(framesPerSecond: 30))
      return played.events.filter { $0.kind == .rest }.map(\.time)
    }
    #expect(try rests("").map { ($0 * 10).rounded() } == [6])
    #expect(try rests(#", "events": []"#).isEmpty)
    #expect(try rests(#", "events": [{"time": 0.25, "rest": true}]"#) == [0.25])
  }

  @Test(arguments: [
    (#"{"time": 1.5, "rest": true}"#, "1.5 is after the last sample, at 1 s; remove it"),
    (#"{"time": 0.5}"#, "an event needs \"dragging\", \"tap\" or \"rest\"; add one of them"),
    (#"{"rest": true}"#, "time"),
    (#"{"time": 0.5, "tap": {}}"#, "has no \"layer\" and no \"at\"; add one of them"),
    (#"{"time": 0.5, "tap": {"layer": "a", "duration": 1}}"#, "duration"),
    (#"{"time": 0.5, "rest": true}, {"time": 0.5, "rest": true}"#, "0.5 is not later than"),
  ])
  func rejectsInvalidEvents(events: String, message: String) throws {
    let error = #expect(throws: JSONError.self) { try track("\"events\": [\(events)]") }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test func eventsRequireSamples() {
    let text = #"{"version": 1, "gestures": [{"hold": 1}], "events": [{"time": 0, "rest": true}]}"#
    let error = #expect(throws: JSONError.self) { try ScrollCurve.parse(Array(text.utf8)) }
    #expect(error?.description.contains("belongs to \"samples\"") == true)
  }
}
