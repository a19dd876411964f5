import Raster

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
