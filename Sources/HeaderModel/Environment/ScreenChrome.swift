package import PortableMath

/// How the finger of a curve of gestures shows.
package enum TouchLook: String, CaseIterable, Hashable, Sendable {
  /// A mouse pointer that drags, as in a simulator.
  case pointer
  /// A dot that is pressed, lets go, and leaves a short trail where it is fast.
  case finger
  case none
}

/// What surrounds the app's own views on the screen, as `ChromeKey.all` describes it; nil: as the header
/// and the device have it.
package struct ScreenChrome: Hashable, Sendable {
  package var statusBar: Bool?
  package var statusBarLook: StatusBarLook?
  package var clock, wifi: Bool?
  /// 0...4; nil: all where there is room beside a notch, else none.
  package var cellularBars: Int?
  /// Percent; nil: full.
  package var batteryLevel: Int?
  package var charging, recordingPill, homeIndicator, scrollIndicator: Bool?
  /// nil: left out, as recordings do.
  package var cutout, roundedCorners: Bool?
  /// These make the canvas larger.
  package var deviceFrame, windowTitleBar: Bool?
  package var tabBar: Bool?
  /// nil: only where the header lists it.
  package var touch: TouchLook?
  package var pointer: ScreenPoint?
  /// From 0; nil: none.
  package var pressedRow: Int?

  package init(
    statusBar: Bool? = nil, homeIndicator: Bool? = nil, scrollIndicator: Bool? = nil
  ) {
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
    self.scrollIndicator = scrollIndicator
  }
}
