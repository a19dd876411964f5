import Files
import Raster
import Rendering
package import VisualDiff

extension ComparedItem {
  /// Takes the numbers of a picture's or a frame's difference.
  package mutating func note(_ difference: ImageDifference) {
    differentPixels = difference.differentPixels
    comparedPixels = difference.comparedPixels
    antialiasedPixels = difference.antialiasedPixels
    ignoredPixels = difference.ignoredPixels
    bounds = difference.bounds
    strongest = difference.strongest
  }
}

extension ImageDifference {
  /// `1204 pixels differ (0.12 %), within 120 x 88 at 40,20`
  package var sentence: String {
    let place = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
    let pixels = differentPixels == 1 ? "1 pixel differs" : "\(differentPixels) pixels differ"
    return "\(pixels) (\(percentage(differentRatio)))\(place)"
  }
}

extension DiffRequest {
  /// Whether anybody will look at pictures.
  package var needsPictures: Bool { keepsPictures || pictureFolder != nil }
}
