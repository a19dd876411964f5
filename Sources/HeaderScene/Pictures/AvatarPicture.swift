import HeaderModel
import Raster

/// The avatar as a scene keeps it: no larger than twice the device pixels it covers at rest, so that
/// a photograph costs a frame no more than a thumbnail.
struct AvatarPicture {
  private let picture: Pixmap
  private let keptSize: PixelSize

  /// - Parameter avatar: at rest.
  init(_ picture: Pixmap, at avatar: HeaderState.Avatar, scale: Double) {
    self.picture = picture
    let side = max(1, avatar.rect.width * scale)
    let place = avatar.fit.place(
      of: picture.size, in: DeviceRect(x: 0, y: 0, width: side, height: side))
    func kept(_ length: Int, _ covered: Double) -> Int {
      let most = max(1, (2 * covered).rounded(.up))
      return Double(length) <= most ? length : Int(most)
    }
    keptSize =
      PixelSize(
        width: kept(picture.width, place.width), height: kept(picture.height, place.height))
      ?? picture.size
  }

  func kept() -> Pixmap {
    picture.resized(
      source: DeviceRect(picture.size.bounds), to: keptSize, filter: .area)
  }
}
