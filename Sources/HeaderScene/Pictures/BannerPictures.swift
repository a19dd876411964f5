import HeaderModel
import Raster

/// Makes the banner in every form in which a scene shows it.
struct BannerPictures {
  let geometry: BannerGeometry
  /// What the header at rest covers, in device pixels.
  let restSize: PixelSize
  /// At its own size.
  let banner: Pixmap
  private let restCrop: PointRect
  private let blur: BannerBlur
  private let shared: SharedBanner?
  private let enlargement = BannerEnlargement()

  /// - Parameters:
  ///   - banner: opaque, at its own size.
  ///   - launch: the header at rest.
  ///   - device: the screen, with the status bar that the constants give it.
  init(
    banner: Pixmap, launch: HeaderState, device: Device, constants: StyleConstants,
    blur: BannerBlur, shared: SharedBanner?
  ) {
    let scale = Double(device.scale)
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
    var heights = restSize.height...restSize.height
    if launch.style == .mimic {
      let bars = device.statusBarHeight + (constants.value(of: .navigationBarHeight) ?? 0)
      let screen = max(bars, device.height)
      heights = max(1, Int(bars * scale))...max(1, Int((screen * scale).rounded(.up)))
    }
    geometry = BannerGeometry(banner: banner.size, visible: restSize, heights: heights)
  }

  /// The sharp banner at twice its resting resolution.
  func master() -> Pixmap {
    once("master") {
      banner.resized(source: geometry.source, to: geometry.masterSize, filter: .automatic)
    }
  }

  /// The blurred banner, blurred at its own pixels, at twice its resting resolution.
  func blurredMaster() -> Pixmap {
    once("blurred master \(blur)") {
      let reach = Double(blur.boxDiameter / 2 * blur.iterations)
      let seen = part(around: geometry.source, reach: reach)
      let blurred = (banner.cropped(to: seen) ?? banner)
        .boxBlurred(diameter: blur.boxDiameter, passes: blur.iterations)
      var source = geometry.source
      source.x -= Double(seen.x)
      source.y -= Double(seen.y)
      return blurred.resized(source: source, to: geometry.masterSize, filter: .automatic)
    }
  }

  /// What of the banner matters for a crop of a blur that reaches so far: a whole picture's worth of
  /// rows out of sight need not be blurred.
  private func part(around crop: DeviceRect, reach: Double) -> PixelRect {
    let margin = reach + 2
    return DeviceRect(
      x: crop.x - margin, y: crop.y - margin, width: crop.width + 2 * margin,
      height: crop.height + 2 * margin
    ).enclosingPixels.intersection(banner.size.bounds)
  }

  /// What `make` gives, or what another scene made of the same banner and geometry.
  private func once(_ treatment: String, _ make: () -> Pixmap) -> Pixmap {
    guard let shared else { return make() }
    return shared.store.picture("\(shared.name) \(geometry) \(treatment)", make: make)
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
    let crop = DeviceRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
    // All steps see the same enlargement, wide enough for the strongest.
    let side = LadderBlur.boxDiameter(
      radius: max(radius, BannerPictures.largestRadius), pixelsPerPoint: blur.pixelsPerPoint)
    let seen = part(
      around: crop, reach: Double(LadderBlur.passes * side) / 2 / Double(blur.pixelsPerPoint))
    let density = density(of: seen)
    func dense(_ length: Int) -> Int { max(1, Int((Double(length) * density).rounded())) }
    guard let enlargedSize = PixelSize(width: dense(seen.width), height: dense(seen.height)) else {
      return Pixmap(size: size, fill: .black)
    }
    let enlarged = enlargement.picture(seen, enlargedSize) {
      banner.resized(
        source: DeviceRect(seen), to: enlargedSize, filter: density < 1 ? .area : .bilinear)
    }
    let across = Double(enlarged.width) / Double(seen.width)
    let down = Double(enlarged.height) / Double(seen.height)
    var source = DeviceRect(
      x: (crop.x - Double(seen.x)) * across, y: (crop.y - Double(seen.y)) * down,
      width: crop.width * across, height: crop.height * down)
    let rows = rows(of: source, in: enlarged)
    source.y -= Double(rows.lowerBound)
    return enlarged.ladderBlurred(radius: radius * density, pixelsPerPoint: 1, rows: rows)
      .resized(source: source, to: size, filter: .automatic)
  }

  /// The rows from which a part of a picture is resized: a filter that enlarges sees two more.
  private func rows(of part: DeviceRect, in picture: Pixmap) -> Range<Int> {
    let pixels = part.enclosingPixels
    let first = max(0, min(picture.height - 1, pixels.y - 3))
    return first..<max(first + 1, min(picture.height, pixels.maxY + 3))
  }

  /// Pixels that are blurred for one pixel of the banner, across and down: the device's density,
  /// less for photographs so large that the enlargement would take hundreds of megabytes.
  private func density(of part: PixelRect) -> Double {
    let area = max(1, Double(part.width) * Double(part.height))
    return min(Double(blur.pixelsPerPoint), (BannerPictures.largestBlur / area).squareRoot())
  }

  /// Pixels.
  private static let largestBlur = 12e6

  /// Of the ladder's steps, points.
  private static let largestRadius = 30.0
}
