package import PortableMath

/// The finger of a curve at a moment.
package struct TouchMoment: Hashable, Sendable {
  /// Points of the screen.
  package var place: ScreenPoint
  /// 0 off the glass ... 1 pressed.
  package var pressure: Double
  /// Where a fast finger was a moment ago, the latest first.
  package var trail: [ScreenPoint]

  /// A finger at a place, pressed unless said otherwise.
  package init(place: ScreenPoint, pressure: Double = 1, trail: [ScreenPoint] = []) {
    self.place = place
    self.pressure = pressure
    self.trail = trail
  }
}
