public import Raster

/// The colours of a scene, sRGB.
public struct ScenePalette: Hashable, Sendable {
  public var background: Color
  public var text: Color
  public var secondaryText: Color
  /// Buttons' and segments' text and lines.
  public var accent: Color
  public var followBorder: Color
  public var separator: Color
  public var sectionLine: Color
  public var pressedRow: Color
  /// Title, subtitle and bar items over the banner.
  public var barText: Color
  public var statusBar: Color
  public var avatarBorder: Color
  /// stretch, scroll variant: the block that makes the content tall.
  public var spacer: Color
  public var icon: Color

  /// The keys that a scene document's `colors` may hold, with the place each sets.
  package static let keys: [(name: String, path: any WritableKeyPath<ScenePalette, Color> & Sendable)] =
    [
      ("background", \.background), ("text", \.text), ("secondaryText", \.secondaryText),
      ("accent", \.accent), ("followBorder", \.followBorder), ("separator", \.separator),
      ("sectionLine", \.sectionLine), ("pressedRow", \.pressedRow), ("barText", \.barText),
      ("statusBar", \.statusBar), ("avatarBorder", \.avatarBorder), ("spacer", \.spacer),
      ("icon", \.icon),
    ]
}
