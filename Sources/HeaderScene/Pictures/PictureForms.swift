import HeaderModel
import PortableMath
import Raster

/// What tells the prepared forms of a header's pictures apart.
indirect enum PictureKey: Hashable {
  case source(String)
  /// Reduced to at most twice the device pixels that the layer covers at rest.
  case kept(String, PixelSize)
  /// All of it, that large.
  case fitted(String, PixelSize)
  /// At twice the layer's resting resolution; `box` of the crossfade's blurred picture.
  case master(String, BannerGeometry, box: Box?)
  /// The layer exactly as it lies at rest, from a part of another one.
  case atRest(PictureKey, DeviceRect, PixelSize)
  /// A part of the picture, in its pixels, under a step of a blur ladder.
  case ladder(String, Ladder, crop: PointRect, PixelSize)
  /// Another one under a Gaussian of that many eighths of a pixel.
  case gaussian(PictureKey, eighths: Int)
  /// Another one with its colours so much stronger and a colour laid over it.
  case toned(PictureKey, saturation: Double, tint: DocumentColor?)

  /// A box blur: odd side, and how many one after the other.
  struct Box: Hashable {
    let diameter: Int
    let passes: Int

    /// Pixels: the variance of a pass is (d² - 1) / 12.
    var sigma: Double {
      (Double(passes) * Double(diameter * diameter - 1) / 12).squareRoot()
    }
  }

  /// A step of a blur ladder.
  struct Ladder: Hashable {
    let radius: Double
    let saturation: Double
    let tint: Color?

    /// - Parameter radius: of the last step.
    init(
      _ step: Int, of steps: Int, _ radius: Double, _ saturation: Double, _ tint: DocumentColor?
    ) {
      self.radius = max(0, radius * Double(step) / Double(max(1, steps)))
      self.saturation = saturation
      self.tint = tint.map { Color($0) }
    }
  }
}

extension PictureKey.Box {
  /// The radius is in image points of 2 pixels, as the article's library takes it; the diameter is
  /// the next odd number.
  init(radius: Double, passes: Int) {
    diameter = Int(max(0, min(1000, radius * 2))) | 1
    self.passes = max(0, min(100, passes))
  }
}

/// How a banner picture is brought to a master of twice its resting device resolution.
///
/// One master serves every frame: at rest it is halved exactly (the mean of 2 x 2), pulled down or
/// moved by a fraction it is sampled bilinearly between there and full size, so that sharpness does
/// not jump when the header starts to move.
struct BannerGeometry: Hashable, Sendable {
  /// Master pixels per banner pixel.
  let scale: Double
  /// The part of the banner, in its pixels, that the master shows.
  let source: DeviceRect
  /// Even sides, so that centred crops fall on whole pixels.
  let masterSize: PixelSize

  /// - Parameters:
  ///   - banner: size of the picture in pixels.
  ///   - visible: what the header at rest covers, in device pixels.
  ///   - heights: the heights, in device pixels, between which the header shows another part of the
  ///     picture, always as wide as `visible`; just `visible`'s own where the part is always the
  ///     same.
  ///   - position: where the visible part stands in the picture, 0...1 across and down.
  init(
    banner: PixelSize, visible: PixelSize, heights: ClosedRange<Int>,
    position: (x: Double, y: Double) = (0.5, 0.5)
  ) {
    let shownWidth = Double(visible.width)
    func fill(_ height: Int) -> (factor: Double, width: Double, height: Double) {
      let factor = max(shownWidth / Double(banner.width), Double(height) / Double(banner.height))
      return (factor, shownWidth / factor, Double(height) / factor)
    }
    let rest = fill(visible.height)
    // The lowest header shows most of the picture's width, the highest most of its height.
    let low = fill(min(visible.height, heights.lowerBound))
    let high = fill(max(visible.height, heights.upperBound))
    let factor = 2 * rest.factor
    scale = factor
    func even(_ length: Double) -> Int { max(2, Int(length * factor + 0x1p-20) & ~1) }
    let width = even(max(rest.width, low.width))
    let height = even(max(rest.height, high.height))
    masterSize = PixelSize(width: width, height: height) ?? banner
    let shown = (width: Double(width) / scale, height: Double(height) / scale)
    source = DeviceRect(
      x: (Double(banner.width) - shown.width) * position.x,
      y: (Double(banner.height) - shown.height) * position.y,
      width: shown.width, height: shown.height)
  }

  /// Whether the master shows all of a crop in banner pixels; up to two of its own pixels may be
  /// missing at the edges.
  func holds(_ crop: PointRect) -> Bool {
    let slack = 2 / scale
    return crop.x >= source.x - slack && crop.y >= source.y - slack
      && crop.maxX <= source.maxX + slack && crop.maxY <= source.maxY + slack
  }

  /// A crop in banner pixels as master pixels, on a grid of 1/256.
  func master(_ crop: PointRect) -> DeviceRect {
    func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    return DeviceRect(
      x: snapped((crop.x - source.x) * scale), y: snapped((crop.y - source.y) * scale),
      width: snapped(crop.width * scale), height: snapped(crop.height * scale))
  }
}
