/// Size of a picture in its own pixels; both sides are at least 1.
public struct PictureSize: Hashable, Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int

  /// Sides below 1 are taken as 1.
  public init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The centred part of the picture that a view of this size shows under aspect fill, in pixels.
  ///
  /// With k = max(w/iw, h/ih) the part has the size (w/k, h/k). The view's sides must be positive.
  func aspectFillSource(viewWidth: Double, viewHeight: Double) -> PointRect {
    let pictureWidth = Double(width)
    let pictureHeight = Double(height)
    if viewWidth * pictureHeight >= viewHeight * pictureWidth {
      let shown = viewHeight * pictureWidth / viewWidth
      return PointRect(x: 0, y: (pictureHeight - shown) / 2, width: pictureWidth, height: shown)
    }
    let shown = viewWidth * pictureHeight / viewHeight
    return PointRect(x: (pictureWidth - shown) / 2, y: 0, width: shown, height: pictureHeight)
  }
}
