import HeaderModel
import HeaderScene
import PortableMath
import StrictJSON
import Testing

@testable import Rendering
@testable import Scrolling

/// The position of a curve's visible finger.
struct FingerPathTests {
  private func path(_ text: String) throws -> FingerPath {
    let curve = try ScrollCurve.parse(Array(text.utf8))
    let environment = ScrollEnvironment(viewportHeight: 667, largestOffset: 2000, scale: 2)
    return FingerPath(ScrollMotion(curve, in: environment), on: .iPhone8)
  }

  private let swipe = #"""
    {"version": 1, "gestures": [{"hold": 1}, {"drag": {"by": 200, "duration": 0.2}},
      {"release": {"velocity": 1500}}, {"hold": 1}, {"drag": {"by": -100, "duration": 1}},
      {"release": {}}]}
    """#

  @Test("a finger that drags the content up goes up by as much, pressed")
  func drag() throws {
    let path = try path(swipe)
    let (start, end) = (try #require(path.touch(at: 1.15)), try #require(path.touch(at: 1.2)))
    #expect(abs(start.position.y - end.position.y - 50) < 1e-6)
    #expect(start.pressure == 1 && start.position.x == end.position.x)
    #expect(try #require(path.touch(at: 0.5)).pressure == 0)
  }

  @Test("what is fast leaves a trail, what is slow none")
  func trail() throws {
    let path = try path(swipe)
    let fast = try #require(path.touch(at: 1.2))
    #expect(fast.trail.count == 6 && fast.trail.allSatisfy { $0.y >= fast.position.y })
    let times = stride(from: 1.4, through: 12, by: 0.05)
    let slow = times.compactMap { path.touch(at: $0) }.filter { $0.pressure == 1 }
    #expect(!slow.isEmpty && slow.allSatisfy(\.trail.isEmpty))
  }

  @Test("it comes and goes gradually, and stays on the screen")
  func press() throws {
    let path = try path(swipe)
    let going = try #require(path.touch(at: 1.26)).pressure
    #expect(going > 0 && going < 1)
    for step in 0..<200 {
      let place = try #require(path.touch(at: Double(step) * 0.05)).position
      #expect((0...667).contains(place.y) && (0...375).contains(place.x))
    }
  }

  @Test("samples tell of no finger")
  func samples() throws {
    let path = try path(#"{"version": 1, "samples": [[0, 0], [1, 100]]}"#)
    #expect(path.touch(at: 0.5) == nil)
  }
}
