/// A place on the screen, in points from its top left.
package struct ScreenPoint: Hashable, Sendable {
  /// Points from the left edge.
  package var x: Double
  /// Points from the top edge.
  package var y: Double

  /// A place by its distances from the screen's left and top edges.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// How the finger of a curve of gestures shows.
package enum TouchLook: String, CaseIterable, Hashable, Sendable {
  /// A mouse pointer that drags, as in a simulator.
  case pointer
  /// A dot that is pressed, lets go, and leaves a short trail where it is fast.
  case finger
  case none
}

/// What surrounds the app's own views on the screen; nil: as the header and the device have it.
package struct ScreenChrome: Hashable, Sendable {
  /// The system's status bar.
  package var statusBar: Bool?
  /// By which system's time the status bar is drawn.
  package var statusBarLook: StatusBarLook?
  /// The time in the status bar; nil: it makes room for a recording pill.
  package var clock: Bool?
  /// The wireless glyph in the status bar.
  package var wifi: Bool?
  /// Bars of the cellular signal, 0...4; nil: all where there is room beside a notch, else none.
  package var cellularBars: Int?
  /// Charge of the battery in percent; nil: full.
  package var batteryLevel: Int?
  /// Whether the battery is being charged.
  package var charging: Bool?
  /// What the system shows while it records the screen: a red pill beside a notch, a red bar else.
  package var recordingPill: Bool?
  /// The bar at the bottom of screens without a home button.
  package var homeIndicator: Bool?
  /// A scroll indicator while the content is away from rest.
  package var scrollIndicator: Bool?
  /// The glass's notch, island or hole, in black; nil: left out, as recordings do.
  package var cutout: Bool?
  /// The glass's round corners, in black around them; nil: left out, as recordings do.
  package var roundedCorners: Bool?
  /// The device's frame around the screen (makes the canvas larger), with its corners.
  package var deviceFrame: Bool?
  /// A bar of tabs at the bottom, where the header has none of its own.
  package var tabBar: Bool?
  /// A simulator window's title bar above the screen (makes the canvas taller).
  package var windowTitleBar: Bool?
  /// How the finger of the curve shows; nil: only where the header lists it.
  package var touch: TouchLook?
  /// The mouse pointer's tip; nil: none.
  package var pointer: ScreenPoint?
  /// The list's row (0-based) shown as pressed; nil: none.
  package var pressedRow: Int?

  /// As header and device have it but for what is given, without window, pointer and pressed row.
  package init(
    statusBar: Bool? = nil, homeIndicator: Bool? = nil, scrollIndicator: Bool? = nil
  ) {
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
    self.scrollIndicator = scrollIndicator
  }
}
