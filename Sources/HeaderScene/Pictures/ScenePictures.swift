public import Raster

/// The two pictures a user brings.
public struct ScenePictures: Sendable {
  /// Opaque.
  let banner: Pixmap
  let avatar: Pixmap
  /// Nil: nobody else draws this banner.
  let shared: SharedBanner?

  /// Lays the banner on `ground`, so that blurs and crossfades meet opaque pixels alone.
  ///
  /// - Parameter shared: where the banner's scaled and blurred forms are kept for other scenes; only
  ///   an opaque banner is shared.
  public init(banner: Pixmap, avatar: Pixmap, ground: Color, shared: SharedBanner? = nil) {
    self.shared = banner.isOpaque ? shared : nil
    if banner.isOpaque {
      self.banner = banner
    } else {
      var opaque = Pixmap(size: banner.size, fill: ground)
      opaque.draw(banner, x: 0, y: 0, opacity: 255, clip: banner.size.bounds)
      self.banner = opaque
    }
    self.avatar = avatar
  }
}
