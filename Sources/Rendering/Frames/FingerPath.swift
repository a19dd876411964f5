package import HeaderModel
package import HeaderScene
package import Scrolling
import PortableMath

/// The positions of a curve's fingers on the screen, for drawing them into frames.
package struct FingerPath: Hashable, Sendable {
  private let touches: [FingerTouch]
  private let width: Double
  private let height: Double

  /// The duration in seconds of a finger's fade-in, and of its fade-out.
  private static let press = 0.12
  /// The speed in points per second above which a finger leaves a trail.
  private static let fast = 500.0
  private static let trailCount = 6
  /// The time between two positions of a trail, in seconds.
  private static let trailStep = 0.014

  package init(_ motion: ScrollMotion, on device: Device) {
    touches = motion.fingers
    width = device.width
    height = device.height
  }

  /// Returns the finger at `time`, or `nil` if the curve has no touches.
  ///
  /// The pressure is greater than 0.35 only during a touch and the fade-out after it. Between two
  /// touches the finger moves to the start of the next one.
  package func touch(at time: Double) -> TouchMoment? {
    guard let first = touches.first, let last = touches.last else { return nil }
    if let touch = touches.last(where: { $0.start <= time }), time <= touch.end {
      let pressed = min(1, (time - touch.start) / Self.press)
      return TouchMoment(
        position: position(of: touch, at: time), pressure: pressed,
        trail: trail(of: touch, at: time))
    }
    guard let next = touches.firstIndex(where: { $0.start > time }) else {
      return TouchMoment(
        position: position(of: last, at: last.end), pressure: fading(after: last, at: time),
        trail: trail(of: last, at: time))
    }
    let end = position(of: touches[next], at: touches[next].start)
    let coming = max(0, 1 - (touches[next].start - time) / Self.press) * 0.35
    guard next > 0 else {
      return TouchMoment(position: position(of: first, at: 0), pressure: coming)
    }
    let before = touches[next - 1]
    let start = position(of: before, at: before.end)
    let fading = fading(after: before, at: time)
    // The finger fades at its last position first, then moves to the next one.
    let pause = touches[next].start - before.end
    let distance = max(0, time - before.end - Self.press) / max(1e-9, pause - Self.press)
    let share = min(1, distance)
    return TouchMoment(
      position: ScreenPoint(
        x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share),
      pressure: max(fading, coming), trail: fading > 0 ? trail(of: before, at: time) : [])
  }

  private func fading(after touch: FingerTouch, at time: Double) -> Double {
    max(0, 1 - (time - touch.end) / Self.press)
  }

  /// Returns the position of a touch at `time`. A tap has a position of its own. The path of a drag
  /// is centered in the lower part of the screen, and that of a pan is centered horizontally. Both
  /// are limited to the screen.
  private func position(of touch: FingerTouch, at time: Double) -> ScreenPoint {
    if let position = touch.position { return position }
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

  /// Returns the previous positions of a fast finger, latest first. Empty if the finger is slow.
  private func trail(of touch: FingerTouch, at time: Double) -> [ScreenPoint] {
    let here = position(of: touch, at: time)
    let earlier = position(of: touch, at: time - Self.trailStep)
    let latest = position(of: touch, at: min(time, touch.end) - Self.trailStep)
    let atEnd = position(of: touch, at: touch.end)
    let (to, from) = time <= touch.end ? (here, earlier) : (atEnd, latest)
    let speed = max(abs(to.x - from.x), abs(to.y - from.y))
    guard speed > Self.fast * Self.trailStep else { return [] }
    return (1...Self.trailCount).map { step in
      position(of: touch, at: time - Double(step) * Self.trailStep)
    }
  }
}
