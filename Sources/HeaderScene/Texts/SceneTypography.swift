import Typesetting

/// Measures of the system font that the layouts of the originals rest on.
enum SceneTypography {
  /// The system font's ascent, descent and em, in font units (header-style measurements:
  /// ascent 1950 + descent 494 per 2048).
  static let ascent = 1950.0 / 2048
  static let descent = 494.0 / 2048

  /// From the top of a label to its baseline, for text centred in the label's height; points.
  static func centredBaseline(pointSize: Double, in height: Double) -> Double {
    (height - (ascent + descent) * pointSize) / 2 + ascent * pointSize
  }

  /// A text of a scene; `font` nil: the look of the originals' system font.
  ///
  /// - Parameter spacing: points between the letters, beside the font's own.
  static func run(
    _ text: String, font: String?, pointSize: Double, weight: FontWeight,
    spacing: Double = 0, maximumWidth: Double? = nil
  ) -> TextRun {
    var style =
      font.map { TextStyle(family: $0, pointSize: pointSize, weight: weight) }
      ?? TextStyle.system(pointSize: pointSize, weight: weight)
    style.tracking += spacing
    return TextRun(text, style: style, maximumWidth: maximumWidth)
  }
}
