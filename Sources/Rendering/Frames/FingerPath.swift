package import HeaderModel
package import HeaderScene
package import Scrolling
import PortableMath

/// Where the fingers of a curve are on a screen, frame by frame.
package struct FingerPath: Hashable, Sendable {
  private let touches: [FingerTouch]
  private let width: Double
  private let height: Double

  /// Seconds that a finger takes to come down and to go.
  private static let press = 0.12
  /// Points a second; what is faster draws a trail.
  private static let fast = 500.0
  private static let trailCount = 6
  /// Seconds from one place of a trail to the next.
  private static let trailStep = 0.014

  package init(_ motion: ScrollMotion, on device: Device) {
    touches = motion.fingers
    width = device.width
    height = device.height
  }

  /// The finger at a time, pressed where it is on the glass; nil where the curve has none.
  ///
  /// Before and after, and from one touch to the next, it goes where it is needed next, unpressed.
  package func touch(at time: Double) -> TouchMoment? {
    guard let first = touches.first, let last = touches.last else { return nil }
    if let touch = touches.last(where: { $0.start <= time }), time <= touch.end {
      let pressed = min(1, (time - touch.start) / Self.press)
      return TouchMoment(
        place: place(of: touch, at: time), pressure: pressed, trail: trail(of: touch, at: time))
    }
    guard let next = touches.firstIndex(where: { $0.start > time }) else {
      return TouchMoment(
        place: place(of: last, at: last.end), pressure: fading(after: last, at: time),
        trail: trail(of: last, at: time))
    }
    let end = place(of: touches[next], at: touches[next].start)
    let coming = max(0, 1 - (touches[next].start - time) / Self.press) * 0.35
    guard next > 0 else { return TouchMoment(place: place(of: first, at: 0), pressure: coming) }
    let before = touches[next - 1]
    let start = place(of: before, at: before.end)
    let fading = fading(after: before, at: time)
    // It stays while it fades, then goes over.
    let pause = touches[next].start - before.end
    let way = max(0, time - before.end - Self.press) / max(1e-9, pause - Self.press)
    let share = min(1, way)
    return TouchMoment(
      place: ScreenPoint(
        x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share),
      pressure: max(fading, coming), trail: fading > 0 ? trail(of: before, at: time) : [])
  }

  private func fading(after touch: FingerTouch, at time: Double) -> Double {
    max(0, 1 - (time - touch.end) / Self.press)
  }

  /// A tap is where it is; the way of a finger that drags stands in the middle of the screen's lower
  /// part, that of one that pans across it, as far as it fits.
  private func place(of touch: FingerTouch, at time: Double) -> ScreenPoint {
    if let place = touch.place { return place }
    let reach = touch.reach
    if touch.isPan {
      let middle = width / 2 + (reach.lowerBound + reach.upperBound) / 2
      let x = middle - touch.travel(at: min(time, touch.end))
      return ScreenPoint(x: max(24, min(width - 24, x)), y: height * 0.58)
    }
    let middle = height * 0.58 + (reach.lowerBound + reach.upperBound) / 2
    let y = middle - touch.travel(at: min(time, touch.end))
    return ScreenPoint(x: width * 0.64, y: max(24, min(height - 24, y)))
  }

  /// Where a fast finger was a moment ago, the latest first.
  private func trail(of touch: FingerTouch, at time: Double) -> [ScreenPoint] {
    let here = place(of: touch, at: time)
    let earlier = place(of: touch, at: time - Self.trailStep)
    let latest = place(of: touch, at: min(time, touch.end) - Self.trailStep)
    let atEnd = place(of: touch, at: touch.end)
    let (to, from) = time <= touch.end ? (here, earlier) : (atEnd, latest)
    let speed = max(abs(to.x - from.x), abs(to.y - from.y))
    guard speed > Self.fast * Self.trailStep else { return [] }
    return (1...Self.trailCount).map { step in
      place(of: touch, at: time - Double(step) * Self.trailStep)
    }
  }
}
