import HeaderModel
import Raster

/// How a style's rows look; lengths in points.
struct RowLook {
  var textX: Double
  /// From a row's top to the baseline of its text.
  var baseline: Double
  var pointSize: Double
  /// Nil: no lines between rows.
  var separator: Color?

  static func mimic(_ palette: ScenePalette) -> RowLook {
    RowLook(textX: 15, baseline: 28, pointSize: 17, separator: palette.separator)
  }

  /// The text is centred in the row of 44 points and a hairline.
  static func stretch(_ palette: ScenePalette, pitch: Double) -> RowLook {
    RowLook(
      textX: 15,
      baseline: SceneTypography.centredBaseline(pointSize: 17, in: pitch - 0.5), pointSize: 17,
      separator: palette.separator)
  }

  static let contacts = RowLook(
    textX: 20, baseline: SceneTypography.ascent * 17, pointSize: 17, separator: nil)
}
