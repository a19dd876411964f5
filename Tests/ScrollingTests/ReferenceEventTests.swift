import Foundation
import PortableMath
import Scrolling
import Testing

/// Events compared with those computed by another program with 40 digits
/// (Fixtures/Curves/reference).
@Suite struct ReferenceEventTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Curves")

  @Test(arguments: [
    "gestures-pull", "gestures-fling", "gestures-physics", "gestures-swinging",
    "gestures-everything",
    "gestures-creeping", "keyframes-eased",
  ])
  func eventsMatchTheReference(name: String) throws {
    let expected = try String(
      contentsOf: Self.folder.appending(path: "reference/\(name).csv"), encoding: .utf8
    ).split(separator: "\n").map { line in
      try line.split(separator: ",").map { try #require(Double($0)) }
    }
    let document = try Data(contentsOf: Self.folder.appending(path: "valid/\(name).json"))
    let curve = try ScrollCurve.parse(Array(document))
    let motion = ScrollMotion(
      curve, in: ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2))
    let events = motion.events(rate: .standard, frames: PlaybackOptions())
    #expect(events.count == expected.count)
    for (event, reference) in zip(events, expected) {
      #expect((event.time - reference[0]).magnitude < 1e-9)
      let tolerance = curve.snaps ? 0 : 1e-9
      #expect((event.offset - reference[1]).magnitude <= tolerance, "at \(event.time)")
    }
  }
}
