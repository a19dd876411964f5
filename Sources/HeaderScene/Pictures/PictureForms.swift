import HeaderModel
import PortableMath
import Raster

/// The identity of a prepared form of a header's picture.
indirect enum PictureKey: Hashable {
  case source(String)
  /// The picture reduced to at most twice the device pixels that the layer covers at rest.
  case reduced(String, PixelSize)
  /// The whole picture at a given size.
  case fitted(String, PixelSize)
  /// The picture at twice the layer's resolution at rest. `box` is the blur of a crossfade.
  case master(String, BannerGeometry, box: Box?)
  /// The layer exactly as it appears at rest, made from a part of another form.
  case atRest(PictureKey, DeviceRect, PixelSize)
  /// A part of the picture, in its pixels, under a step of a blur ladder.
  case ladder(String, Ladder, crop: PointRect, PixelSize)
  /// Another form under a Gaussian blur, with sigma in eighths of a pixel.
  case gaussian(PictureKey, eighths: Int)
  /// Another form with a saturation and a tint.
  case toned(PictureKey, saturation: Double, tint: DocumentColor?)

  /// A box blur with an odd side, repeated `passes` times.
  struct Box: Hashable {
    let diameter: Int
    let passes: Int

    /// The standard deviation in pixels. The variance of a pass is (d² - 1) / 12.
    var sigma: Double {
      (Double(passes) * Double(diameter * diameter - 1) / 12).squareRoot()
    }
  }

  /// A step of a blur ladder.
  struct Ladder: Hashable {
    let radius: Double
    let saturation: Double
    let tint: Color?

    /// - Parameter radius: The radius of the last step.
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
  /// Converts a radius in image points of 2 pixels, the unit of the blur library in the article that
  /// `thinkandbuild` follows. The diameter is the next odd number.
  init(radius: Double, passes: Int) {
    diameter = Int(max(0, min(1000, radius * 2))) | 1
    self.passes = max(0, min(100, passes))
  }
}

/// The geometry of a banner's master, a copy at twice the device resolution at rest.
///
/// One master serves every frame. At rest it is halved exactly (mean of 2 x 2). Pulled down or
/// moved by a fraction, it is sampled bilinearly between half and full size, so that sharpness does
/// not jump when the header starts to move.
struct BannerGeometry: Hashable, Sendable {
  /// Master pixels per banner pixel.
  let scale: Double
  /// The part of the banner in the master, in the banner's pixels.
  let source: DeviceRect
  /// The master's size. Its sides are even, so that centered crops are aligned to whole pixels.
  let masterSize: PixelSize

  /// - Parameters:
  ///   - banner: The size of the picture in pixels.
  ///   - visible: The size of the header at rest in device pixels.
  ///   - heights: The range of the header's heights in device pixels over which the visible part of
  ///     the picture changes, at the width of `visible`. Only `visible.height` if the part is
  ///     constant.
  ///   - position: The position of the visible part in the picture, 0...1 horizontally and
  ///     vertically.
  init(
    banner: PixelSize, visible: PixelSize, heights: ClosedRange<Int>,
    position: (x: Double, y: Double) = (0.5, 0.5)
  ) {
    let shownWidth = Double(visible.width)
    func visiblePart(_ height: Int) -> (factor: Double, width: Double, height: Double) {
      let factor = max(shownWidth / Double(banner.width), Double(height) / Double(banner.height))
      return (factor, shownWidth / factor, Double(height) / factor)
    }
    let rest = visiblePart(visible.height)
    // The smallest header shows most of the picture's width, the tallest most of its height.
    let low = visiblePart(min(visible.height, heights.lowerBound))
    let high = visiblePart(max(visible.height, heights.upperBound))
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

  /// Whether the master contains a crop in banner pixels. Up to two master pixels may be missing at
  /// the edges.
  func holds(_ crop: PointRect) -> Bool {
    let slack = 2 / scale
    return crop.x >= source.x - slack && crop.y >= source.y - slack
      && crop.maxX <= source.maxX + slack && crop.maxY <= source.maxY + slack
  }

  /// Converts a crop from banner pixels to master pixels, rounded to 1/256.
  func master(_ crop: PointRect) -> DeviceRect {
    func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    return DeviceRect(
      x: snapped((crop.x - source.x) * scale), y: snapped((crop.y - source.y) * scale),
      width: snapped(crop.width * scale), height: snapped(crop.height * scale))
  }
}
