public import Raster

/// The colours of a scene, sRGB.
public struct ScenePalette: Hashable, Sendable {
  /// What lies under everything.
  public var background: Color
  /// Names and rows.
  public var text: Color
  /// The handle.
  public var secondaryText: Color
  /// Buttons' and segments' text and lines.
  public var accent: Color
  /// The follow button's line.
  public var followBorder: Color
  /// Lines between rows.
  public var separator: Color
  /// The line under the section header.
  public var sectionLine: Color
  /// The ground of a pressed row.
  public var pressedRow: Color
  /// Title, subtitle and bar items over the banner.
  public var barText: Color
  /// Text and glyphs of the status bar.
  public var statusBar: Color
  /// The avatar's border.
  public var avatarBorder: Color
  /// stretch, scroll variant: the block that makes the content tall.
  public var spacer: Color
  /// The heart.
  public var icon: Color

  /// The keys that a scene document's `colors` may hold, with the place each sets.
  package static let keys:
    [(name: String, path: any WritableKeyPath<ScenePalette, Color> & Sendable)] =
      [
        ("background", \.background), ("text", \.text), ("secondaryText", \.secondaryText),
        ("accent", \.accent), ("followBorder", \.followBorder), ("separator", \.separator),
        ("sectionLine", \.sectionLine), ("pressedRow", \.pressedRow), ("barText", \.barText),
        ("statusBar", \.statusBar), ("avatarBorder", \.avatarBorder), ("spacer", \.spacer),
        ("icon", \.icon),
      ]
}
