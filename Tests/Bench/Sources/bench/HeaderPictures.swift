import Raster

/// A header's pictures at the size they are drawn in, made once before the first frame.
struct HeaderPictures {
  let banner: Pixmap
  /// What of the banner fills the header at rest.
  let visible: DeviceRect
  let sharp: Pixmap
  let blurred: Pixmap
  let avatar: Pixmap

  init(banner: Pixmap, face: Pixmap) {
    let header = SyntheticPictures.size(750, 214)
    let fill = max(
      Double(header.width) / Double(banner.width), Double(header.height) / Double(banner.height))
    visible = DeviceRect(
      x: (Double(banner.width) - Double(header.width) / fill) / 2,
      y: (Double(banner.height) - Double(header.height) / fill) / 2,
      width: Double(header.width) / fill, height: Double(header.height) / fill)
    self.banner = banner
    sharp = banner.resized(source: visible, to: header, filter: .automatic)
    blurred = banner.boxBlurred(diameter: 21, passes: 20).resized(
      source: visible, to: header, filter: .automatic)
    avatar = face.resized(
      source: DeviceRect(face.size.bounds), to: SyntheticPictures.size(138, 138),
      filter: .automatic)
  }
}
