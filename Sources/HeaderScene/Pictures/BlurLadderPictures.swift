import Numerics
import Raster

extension ImagePictures {
  /// A blur ladder's step; radii in points.
  struct Ladder: Hashable {
    var radius: Double
    var topRadius: Double
    var saturation: Double
    var tint: Color?
  }

  /// The part `crop` of the picture under a blur of the ladder, `size` large.
  ///
  /// The ladder blurs the picture enlarged to device resolution, three boxes one after the other.
  /// Only what the crop can see through the blur is enlarged.
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
    let crop = DeviceRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
    // All steps see the same enlargement, wide enough for the strongest.
    let side = LadderBlur.boxDiameter(
      radius: max(ladder.radius, ladder.topRadius), pixelsPerPoint: pixelsPerPoint)
    let seen = part(
      around: crop, reach: Double(LadderBlur.passes * side) / 2 / Double(pixelsPerPoint))
    let density = density(of: seen)
    func dense(_ length: Int) -> Int { max(1, Int((Double(length) * density).rounded())) }
    guard let enlargedSize = PixelSize(width: dense(seen.width), height: dense(seen.height)) else {
      return Pixmap(size: size, fill: .black)
    }
    let enlarged = enlargement.picture(seen, enlargedSize) {
      image.pixmap.resized(
        source: DeviceRect(seen), to: enlargedSize, filter: density < 1 ? .area : .bilinear)
    }
    let across = Double(enlarged.width) / Double(seen.width)
    let down = Double(enlarged.height) / Double(seen.height)
    var source = DeviceRect(
      x: (crop.x - Double(seen.x)) * across, y: (crop.y - Double(seen.y)) * down,
      width: crop.width * across, height: crop.height * down)
    let rows = rows(of: source, in: enlarged)
    if ladder.saturation == 1.5, ladder.tint == Color(rgb: 0xFFFFFF, alpha: 51) {
      source.y -= Double(rows.lowerBound)
      return enlarged.ladderBlurred(
        radius: ladder.radius * density, pixelsPerPoint: 1, rows: rows
      ).resized(source: source, to: size, filter: .automatic)
    }
    var blurred =
      enlarged
      .boxBlurred(
        diameter: LadderBlur.boxDiameter(radius: ladder.radius * density, pixelsPerPoint: 1),
        passes: LadderBlur.passes
      )
      .saturated(ladder.saturation)
    if let tint = ladder.tint {
      blurred.fill(DeviceRect(blurred.size.bounds), with: tint, clip: blurred.size.bounds)
    }
    return blurred.resized(source: source, to: size, filter: .automatic)
  }

  /// The rows from which a part of a picture is resized: a filter that enlarges sees two more.
  private func rows(of part: DeviceRect, in picture: Pixmap) -> Range<Int> {
    let pixels = part.enclosingPixels
    let first = max(0, min(picture.height - 1, pixels.y - 3))
    return first..<max(first + 1, min(picture.height, pixels.maxY + 3))
  }

  /// Pixels that are blurred for one pixel of the picture, across and down: the device's density,
  /// less for photographs so large that the enlargement would take hundreds of megabytes.
  private func density(of part: PixelRect) -> Double {
    let area = max(1, Double(part.width) * Double(part.height))
    return min(Double(pixelsPerPoint), (Self.largestBlur / area).squareRoot())
  }

  /// Pixels.
  private static let largestBlur = 12e6
}

/// The part of a banner that the ladder blurs, enlarged: kept for the next step.
final class BannerEnlargement {
  private var kept: (part: PixelRect, picture: Pixmap)?

  /// What was kept of the same part at the same size, else what `make` gives.
  func picture(_ part: PixelRect, _ size: PixelSize, _ make: () -> Pixmap) -> Pixmap {
    if let kept, kept.part == part, kept.picture.size == size { return kept.picture }
    kept = nil
    let picture = make()
    kept = (part, picture)
    return picture
  }
}
