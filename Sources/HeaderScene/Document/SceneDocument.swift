package import HeaderModel
import Typesetting

/// What a scene shows beside the header's motion: words, colours, font, furniture of the screen.
public struct SceneDocument: Hashable, Sendable {
  /// The appearance that the palette was taken from.
  public var theme: SceneTheme
  /// The colours.
  public var palette: ScenePalette
  /// The words.
  public var texts: SceneTexts
  /// Font family of every text; nil: the look of the system font of the originals.
  public var font: String?
  /// What surrounds the app's own views.
  public var furniture: SceneFurniture

  /// The family that is looked for first.
  public var family: String { font ?? TextStyle.defaultFamily }

  /// The look of the style's own recordings.
  package static func standard(_ style: HeaderStyle, theme: SceneTheme? = nil) -> SceneDocument {
    let theme = theme ?? (style == .contacts ? .dark : .light)
    return SceneDocument(
      theme: theme, palette: .standard(style, theme), texts: .standard(style), font: nil,
      furniture: .standard(style))
  }
}
