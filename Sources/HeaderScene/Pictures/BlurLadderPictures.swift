import PortableMath
import Raster

extension ImagePictures {
  struct Ladder: Hashable {
    var radius: Double
    var saturation: Double
    var tint: Color?
  }

  /// The part `crop` of the picture under a blur of the ladder, `size` large.
  ///
  /// The ladder blurs the picture as if enlarged to device resolution, three boxes one after the
  /// other.
  func ladder(
    _ ladder: Ladder, crop: PointRect, size: PixelSize, _ store: AssetStore
  ) -> PictureAsset {
    store.picture(.ladder(name, ladder, crop: crop, size)) {
      once("ladder \(pixelsPerPoint) \(ladder) \(crop) \(size)") {
        ladderPicture(ladder, crop: crop, size: size)
      }
    }
  }

  private func ladderPicture(_ ladder: Ladder, crop: PointRect, size: PixelSize) -> Pixmap {
    let isPlain = ladder.saturation == 1.5 && ladder.tint == Color(rgb: 0xFFFFFF, alpha: 51)
    var picture = image.pixmap.ladderBlurred(
      LadderBlur(
        radius: ladder.radius, pixelsPerPoint: pixelsPerPoint, enlargement: pixelsPerPoint),
      tints: isPlain,
      source: DeviceRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height), to: size)
    guard !isPlain else { return picture }
    picture = picture.saturated(ladder.saturation)
    if let tint = ladder.tint {
      picture.fill(DeviceRect(size.bounds), with: tint, clip: size.bounds)
    }
    return picture
  }
}
