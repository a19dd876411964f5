public import HeaderModel

/// A place on the screen, in points from its top left.
public struct ScreenPoint: Hashable, Sendable {
  /// Points from the left edge.
  public var x: Double
  /// Points from the top edge.
  public var y: Double

  /// A place by its distances from the screen's left and top edges.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// What surrounds the app's own views on the screen; nil: as the header and the device have it.
public struct ScreenChrome: Hashable, Sendable {
  /// The system's status bar.
  public var statusBar: Bool?
  /// By which system's time the status bar is drawn.
  public var statusBarLook: StatusBarLook?
  /// The time in the status bar; nil: it makes room for a recording pill.
  public var clock: Bool?
  /// The wireless glyph in the status bar.
  public var wifi: Bool?
  /// Bars of the cellular signal, 0...4; nil: all where there is room beside a notch, else none.
  public var cellularBars: Int?
  /// Charge of the battery in percent; nil: full.
  public var batteryLevel: Int?
  /// Whether the battery is being charged.
  public var charging: Bool?
  /// What the system shows while it records the screen: a red pill beside a notch, a red bar else.
  public var recordingPill: Bool?
  /// The bar at the bottom of screens without a home button.
  public var homeIndicator: Bool?
  /// A scroll indicator while the content is away from rest.
  public var scrollIndicator: Bool?
  /// A simulator window's title bar above the screen (makes the canvas taller).
  public var windowTitleBar: Bool?
  /// The mouse pointer's tip; nil: none.
  public var pointer: ScreenPoint?
  /// The list's row (0-based) shown as pressed; nil: none.
  public var pressedRow: Int?

  /// As header and device have it but for what is given, without window, pointer and pressed row.
  public init(
    statusBar: Bool? = nil, homeIndicator: Bool? = nil, scrollIndicator: Bool? = nil
  ) {
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
    self.scrollIndicator = scrollIndicator
  }
}
