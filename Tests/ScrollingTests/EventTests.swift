import PortableMath
import Testing

@testable import Scrolling

/// The events that the header receives, independent of frames.
@Suite struct EventTests {
  private let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2)

  private func motion(_ text: String) throws -> ScrollMotion {
    ScrollMotion(try ScrollCurve.parse(Array(text.utf8)), in: environment)
  }

  private func events(
    _ motion: ScrollMotion, rate: EventRate = .standard, fps: RationalTime = 30
  ) -> [ScrollEvent] {
    motion.events(rate: rate, frames: PlaybackOptions(framesPerSecond: fps))
  }

  @Test func samplesEventsAt60Hz() throws {
    let motion = try motion(#"{"version":1,"samples":[[0,0],[0.1,-60]]}"#)
    let events = events(motion)
    #expect(events.map(\.offset) == [0, -10, -20, -30, -40, -50, -60])
    #expect(events.map(\.time) == (0...6).map { Double($0) / 60 })
  }

  @Test func alwaysReportsTheEnd() throws {
    let motion = try motion(#"{"version":1,"samples":[[0,0],[0.11,-66]]}"#)
    #expect(events(motion).last == ScrollEvent(time: 0.11, offset: -66))
  }

  @Test func reportsNoEventsWithoutMotion() throws {
    let motion = try motion(
      #"{"version":1,"samples":[[0,0],[0.5,0],[1,0.2],[1.5,0.2],[2,30],[3,30]]}"#)
    let events = events(motion)
    #expect(events.first == ScrollEvent(time: 0, offset: 0))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.offset != $1.offset })
    #expect(events.allSatisfy { ($0.offset * 2).rounded() == $0.offset * 2 })
    #expect(events[1].time > 1.5)
    #expect(events.last?.time ?? 9 <= 2)
  }

  @Test func snappingCanBeOff() throws {
    let text = #"{"version":1,"snap":false,"samples":[[0,0],[0.1,0.1]]}"#
    let events = events(try motion(text))
    #expect(events.count == 7)
    #expect((events[3].offset - 0.05).magnitude < 1e-12)
  }

  @Test func heldSamplesAreTheEvents() throws {
    let text = """
      {"version":1,"interpolation":"hold",
       "samples":[[0.005,0],[0.013,-2.2],[0.021,-2],[0.022,-2.1],[0.045,7.4],[0.3,0]]}
      """
    let events = events(try motion(text))
    #expect(events.map(\.time) == [0.005, 0.013, 0.045, 0.3])
    #expect(events.map(\.offset) == [0, -2, 7.5, 0])
  }

  @Test(arguments: [
    "samples\":[[0,0],[0.31,-77],[0.9,250],[1.37,0]]",
    "keyframes\":[{\"time\":0,\"offset\":0,\"easing\":\"ease\"},{\"time\":1.1,\"offset\":200}]",
    "gestures\":[{\"drag\":{\"by\":-160,\"duration\":0.35,\"easing\":\"ease-out\"}},{\"release\":{}}]",
    "interpolation\":\"hold\",\"samples\":[[0,0],[0.31,-77],[0.9,250],[1.37,0]]",
  ])
  func eventsAreIndependentOfFrames(kind: String) throws {
    let motion = try motion("{\"version\":1,\"\(kind)}")
    let reference = events(motion)
    #expect(reference.count > 3)
    for rate in ["10", "24", "29.97", "30000/1001", "50", "60", "100"] {
      #expect(events(motion, fps: try #require(RationalTime(rate))) == reference)
    }
    var options = PlaybackOptions()
    options.speed = 3
    options.boomerang = true
    options.holdFirst = 2
    #expect(motion.events(rate: .standard, frames: options) == reference)
  }

  @Test func frameRateGivesOneEventPerFrame() throws {
    let motion = try motion(#"{"version":1,"samples":[[0,0],[1,-100]]}"#)
    let events = events(motion, rate: .frame, fps: 10)
    #expect(events.map(\.time) == (0...10).map { Double($0) / 10 })
  }

  @Test func otherRates() throws {
    let motion = try motion(#"{"version":1,"samples":[[0,0],[1,-1000]]}"#)
    #expect(events(motion, rate: .perSecond(120)).count == 121)
    let ntsc = try #require(EventRate("60000/1001"))
    #expect(events(motion, rate: ntsc).count == 61)
    #expect(EventRate("frame") == .frame)
    #expect(EventRate("60") == .perSecond(60))
    #expect(EventRate("0") == nil)
    #expect(EventRate("fast") == nil)
    #expect(EventRate("5000") == nil)
    #expect(EventRate("1/0") == nil)
  }

  /// Dragging lasts from a finger's first change of the offset to its release, including waits.
  @Test func eventsContainDragState() throws {
    let motion = try motion(
      """
      {"version":1,"gestures":[{"hold":0.1},{"drag":{"by":100,"duration":0.2}},{"hold":0.1},
        {"drag":{"by":50,"duration":0.1}},{"release":{"velocity":500}},
        {"drag":{"by":-20,"duration":0.1}},{"scrollTo":{"offset":0,"duration":0.2}}]}
      """)
    #expect(motion.touches.count == 2)
    #expect(motion.touches[0] == 0.1...0.5)
    let second = motion.touches[1]
    #expect((second.upperBound - second.lowerBound - 0.1).magnitude < 1e-9)
    for event in events(motion) {
      let isIn = motion.touches.contains {
        $0.lowerBound < event.time && event.time <= $0.upperBound
      }
      #expect(event.isDragging == isIn, "\(event.time)")
    }
    #expect(Set(events(motion).map(\.isDragging)) == [false, true])
  }

  @Test func unreleasedDragLastsToTheEnd() throws {
    let motion = try motion(#"{"version":1,"gestures":[{"drag":{"by":100,"duration":0.2}}]}"#)
    #expect(motion.touches == [0...0.2])
    #expect(events(motion).last?.isDragging == true)
  }

  @Test func curvesWithoutGesturesHaveNoDrag() throws {
    let motion = try motion(#"{"version":1,"samples":[[0,0],[1,-100]]}"#)
    #expect(motion.touches.isEmpty)
    #expect(!events(motion).contains { $0.isDragging })
  }

  @Test func playbackIsDeterministic() throws {
    let text =
      #"{"version":1,"gestures":[{"drag":{"by":300,"duration":0.2}},{"release":{"velocity":-3333}}]}"#
    #expect(events(try motion(text)) == events(try motion(text)))
  }

  @Test func firstKeyframeHoldsBeforeIt() throws {
    let motion = try motion(
      #"{"version":1,"keyframes":[{"time":0.5,"offset":30},{"time":1,"offset":0}]}"#)
    #expect(motion.offset(at: 0) == 30)
    #expect(motion.offset(at: 0.49) == 30)
    #expect(events(motion).first == ScrollEvent(time: 0, offset: 30))
  }
}
