import HeaderModel
import Raster
import Typesetting

/// What stays the same over all frames of a scene.
struct SceneContext {
  let document: SceneDocument
  let device: Device
  /// The header before any event.
  let launch: HeaderState
  let library: AssetLibrary
  /// Size of the avatar picture in its pixels.
  let avatarSize: PixelSize

  var texts: SceneTexts { document.texts }
  var palette: ScenePalette { document.palette }
  var width: Double { device.width }

  /// A text of the document's font.
  func run(
    _ text: String, _ size: Double, _ weight: FontWeight = .regular, maximumWidth: Double? = nil
  ) -> TextRun {
    SceneTypography.run(
      text, font: document.font, pointSize: size, weight: weight, maximumWidth: maximumWidth)
  }
}
