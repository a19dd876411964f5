import HeaderModel
import Raster
import Typesetting

/// What stays the same over all frames of a scene.
struct SceneContext {
  let document: SceneDocument
  /// The screen, with the bars' heights that the constants give it.
  let device: Device
  let constants: StyleConstants
  /// The header before any event.
  let launch: HeaderState
  let library: AssetLibrary
  /// Height of what scrolls, points.
  let contentHeight: Double
  /// Height of the part of it that can be seen at once, points.
  let viewportHeight: Double
  /// Size of the avatar picture in its own pixels.
  let avatarSize: PixelSize

  var texts: SceneTexts { document.texts }
  var palette: ScenePalette { document.palette }
  var width: Double { device.width }
  /// Points; 0 for a style without one.
  var navigationBarHeight: Double { constants.value(of: .navigationBarHeight) ?? 0 }

  /// A text of the document's font.
  func run(
    _ text: String, _ size: Double, _ weight: FontWeight = .regular, maximumWidth: Double? = nil
  ) -> TextRun {
    SceneTypography.run(
      text, font: document.font, pointSize: size, weight: weight, maximumWidth: maximumWidth)
  }
}
