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

  /// A table's plain cells (mimic, stretch): the text is centred above the separator of half a
  /// point, which puts mimic's baseline at the 28 measured.
  static func cells(_ palette: ScenePalette, pitch: Double) -> RowLook {
    RowLook(
      textX: 15, baseline: SceneTypography.centredBaseline(pointSize: 17, in: pitch - 0.5),
      pointSize: 17, separator: palette.separator)
  }

  /// contacts' text fields, as high as their line.
  static func fields(pointSize: Double) -> RowLook {
    RowLook(
      textX: 20, baseline: SceneTypography.ascent * pointSize, pointSize: pointSize, separator: nil)
  }
}
