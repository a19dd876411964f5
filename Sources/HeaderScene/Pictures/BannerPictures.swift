import HeaderModel
import Raster

/// The banner in every form in which a scene shows it, each made at most once a render.
struct BannerPictures {
  let geometry: BannerGeometry
  /// What the header at rest covers, in device pixels.
  let restSize: PixelSize
  let master: Pixmap
  private let banner: Pixmap
  private let restCrop: PointRect
  private let collapsedCrop: PointRect
  private let collapsedSize: PixelSize
  private let blur: BannerBlur

  /// - Parameters:
  ///   - banner: opaque, at its own size.
  ///   - rest: the header at rest: its crop in banner pixels and its size in device pixels.
  ///   - collapsed: the same of the header at its smallest.
  init(
    banner: Pixmap, rest: (crop: PointRect, size: PixelSize),
    collapsed: (crop: PointRect, size: PixelSize), blur: BannerBlur
  ) {
    self.banner = banner
    self.blur = blur
    restSize = rest.size
    restCrop = rest.crop
    collapsedCrop = collapsed.crop
    collapsedSize = collapsed.size
    geometry = BannerGeometry(banner: banner.size, visible: rest.size)
    master = banner.resized(
      source: geometry.source, to: geometry.masterSize, filter: .automatic)
  }

  /// The header at rest, from a picture of the master's size.
  func atRest(_ master: Pixmap) -> Pixmap {
    var picture = Pixmap(size: restSize, fill: .black)
    picture.draw(
      master, source: geometry.master(restCrop), in: DeviceRect(restSize.bounds), shape: nil,
      opacity: 255, clip: restSize.bounds)
    return picture
  }

  /// The master of the blurred banner: blurred at the banner's own pixels, then scaled.
  func blurredMaster() -> Pixmap {
    banner.boxBlurred(diameter: blur.boxDiameter, passes: blur.iterations)
      .resized(source: geometry.source, to: geometry.masterSize, filter: .automatic)
  }

  /// The collapsed header under a step of the blur ladder.
  ///
  /// The ladder blurs the banner enlarged to device resolution. Only the rows that the collapsed
  /// header can see through the blur are enlarged: box blurs of odd size d reach (d - 1)/2 a pass.
  func ladder(step: Int) -> Pixmap {
    let density = blur.pixelsPerPoint
    let reach = 3 * LadderBlur.diameter(step: step, pixelsPerPoint: density) / 2
    let margin = Double(reach / density + 2)
    let seen = DeviceRect(
      x: collapsedCrop.x - margin, y: collapsedCrop.y - margin,
      width: collapsedCrop.width + 2 * margin, height: collapsedCrop.height + 2 * margin
    ).enclosingPixels.intersection(banner.size.bounds)
    guard let part = banner.cropped(to: seen),
      let enlarged = PixelSize(width: part.width * density, height: part.height * density)
    else { return Pixmap(size: collapsedSize, fill: .black) }
    let blurred = part.resized(
      source: DeviceRect(part.size.bounds), to: enlarged, filter: .bilinear
    ).ladderBlurred(step: step, pixelsPerPoint: density)
    let dense = Double(density)
    let source = DeviceRect(
      x: (collapsedCrop.x - Double(seen.x)) * dense, y: (collapsedCrop.y - Double(seen.y)) * dense,
      width: collapsedCrop.width * dense, height: collapsedCrop.height * dense)
    return blurred.resized(source: source, to: collapsedSize, filter: .automatic)
  }
}
