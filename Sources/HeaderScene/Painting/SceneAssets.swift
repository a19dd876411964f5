package import Raster
package import Typesetting

/// What layers refer to, made once and then shared by every painter.
public struct SceneAssets: Sendable {
  package var pictures: [PictureID: Pixmap] = [:]
  package var texts: [ShapedText] = []
  package var icons: [CoverageMask] = []

  package init() {}
}
