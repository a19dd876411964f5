package import HeaderModel

/// What surrounds the app's own views on the screen.
public struct SceneFurniture: Hashable, Sendable {
  /// The system's status bar.
  public var statusBar: Bool
  /// A red pill in the status bar, as the system shows while it records the screen.
  public var recordingPill: Bool
  /// The bar at the bottom of screens without a home button.
  public var homeIndicator: Bool
  /// A scroll indicator while the content is away from rest.
  public var scrollIndicator: Bool
  /// A simulator window's title bar above the screen (makes the canvas taller).
  public var windowTitleBar: Bool
  /// The mouse pointer's tip in points; nil: none.
  public var pointer: ScreenPoint?
  /// The row (0-based) shown as pressed; nil: none.
  public var pressedRow: Int?

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

  package static let switches:
    [(name: String, path: any WritableKeyPath<SceneFurniture, Bool> & Sendable)] = [
      ("statusBar", \.statusBar), ("recordingPill", \.recordingPill),
      ("homeIndicator", \.homeIndicator), ("scrollIndicator", \.scrollIndicator),
      ("windowTitleBar", \.windowTitleBar),
    ]

  package static func standard(_ style: HeaderStyle) -> SceneFurniture {
    let isContacts = style == .contacts
    return SceneFurniture(
      statusBar: true, recordingPill: isContacts, homeIndicator: isContacts,
      scrollIndicator: isContacts, windowTitleBar: false, pointer: nil, pressedRow: nil)
  }
}
