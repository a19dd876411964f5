import HeaderModel
import Raster

/// Makes the banner in every form in which a scene shows it.
struct BannerPictures {
  let geometry: BannerGeometry
  /// What the header at rest covers, in device pixels.
  let restSize: PixelSize
  private let banner: Pixmap
  private let restCrop: PointRect
  private let blur: BannerBlur
  private let shared: SharedBanner?

  /// - Parameters:
  ///   - banner: opaque, at its own size.
  ///   - launch: the header at rest.
  init(
    banner: Pixmap, launch: HeaderState, blur: BannerBlur, scale: Double, shared: SharedBanner?
  ) {
    self.banner = banner
    self.blur = blur
    self.shared = shared
    let header = launch.header
    restCrop =
      header.sourceCrop
      ?? PointRect(x: 0, y: 0, width: Double(banner.width), height: Double(banner.height))
    restSize =
      PixelSize(
        width: Int((header.rect.width * scale).rounded()),
        height: Int((header.rect.height * scale).rounded())) ?? banner.size
    geometry = BannerGeometry(banner: banner.size, visible: restSize)
  }

  /// The sharp banner at twice its resting resolution.
  func master() -> Pixmap { once("master") { master(of: banner) } }

  /// The blurred banner, blurred at its own pixels, at twice its resting resolution.
  func blurredMaster() -> Pixmap {
    once("blurred master \(blur)") {
      master(of: banner.boxBlurred(diameter: blur.boxDiameter, passes: blur.iterations))
    }
  }

  /// What `make` gives, or what another scene made of the same banner and geometry.
  private func once(_ treatment: String, _ make: () -> Pixmap) -> Pixmap {
    guard let shared else { return make() }
    return shared.store.picture("\(shared.name) \(geometry) \(treatment)", make: make)
  }

  private func master(of picture: Pixmap) -> Pixmap {
    picture.resized(source: geometry.source, to: geometry.masterSize, filter: .automatic)
  }

  /// The header at rest, from one of the masters.
  func atRest(_ master: Pixmap) -> Pixmap {
    var picture = Pixmap(size: restSize, fill: .black)
    picture.draw(
      master, source: geometry.master(restCrop), in: DeviceRect(restSize.bounds), shape: nil,
      opacity: 255, clip: restSize.bounds)
    return picture
  }

  /// The part `crop` of the banner under a blur of the ladder, `size` large.
  ///
  /// The ladder blurs the banner enlarged to device resolution, three boxes one after the other.
  /// Only what the crop can see through the blur is enlarged.
  func ladder(radius: Double, crop: PointRect, size: PixelSize) -> Pixmap {
    once("ladder \(blur.pixelsPerPoint) \(radius) \(crop) \(size)") {
      ladderPicture(radius: radius, crop: crop, size: size)
    }
  }

  private func ladderPicture(radius: Double, crop: PointRect, size: PixelSize) -> Pixmap {
    let density = blur.pixelsPerPoint
    let reach = 3 * LadderBlur.boxDiameter(radius: radius, pixelsPerPoint: density) / 2
    let margin = Double(reach / density + 2)
    let seen = DeviceRect(
      x: crop.x - margin, y: crop.y - margin, width: crop.width + 2 * margin,
      height: crop.height + 2 * margin
    ).enclosingPixels.intersection(banner.size.bounds)
    guard let part = banner.cropped(to: seen),
      let enlarged = PixelSize(width: part.width * density, height: part.height * density)
    else { return Pixmap(size: size, fill: .black) }
    let blurred = part.resized(
      source: DeviceRect(part.size.bounds), to: enlarged, filter: .bilinear
    ).ladderBlurred(radius: radius, pixelsPerPoint: density)
    let dense = Double(density)
    let source = DeviceRect(
      x: (crop.x - Double(seen.x)) * dense, y: (crop.y - Double(seen.y)) * dense,
      width: crop.width * dense, height: crop.height * dense)
    return blurred.resized(source: source, to: size, filter: .automatic)
  }
}
