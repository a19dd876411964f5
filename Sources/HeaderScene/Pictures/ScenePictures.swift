public import Raster

/// The two pictures a user brings.
public struct ScenePictures: Sendable {
  /// Opaque.
  let banner: Pixmap
  let avatar: Pixmap

  /// Lays the banner on `ground`, so that blurs and crossfades meet opaque pixels alone.
  public init(banner: Pixmap, avatar: Pixmap, ground: Color) {
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
