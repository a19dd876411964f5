import HeaderModel
import PortableMath

/// What tells the prepared forms of a header's pictures apart.
indirect enum PictureKey: Hashable {
  case source(String)
  /// Reduced to at most twice the device pixels that the layer covers at rest.
  case kept(String, PixelSize)
  /// All of it, that large.
  case fitted(String, PixelSize)
  /// At twice the layer's resting resolution; `box` of the crossfade's blurred picture.
  case master(String, BannerGeometry, box: Box?)
  /// The layer exactly as it lies at rest, from a master.
  case atRest(PictureKey, crop: PointRect, PixelSize)
  /// A part of the picture, in its pixels, under a step of a blur ladder.
  case ladder(String, ImagePictures.Ladder, crop: PointRect, PixelSize)
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

    init(diameter: Int, passes: Int) {
      self.diameter = diameter
      self.passes = passes
    }

    /// The radius is in image points of 2 pixels, as the article's library takes it; the diameter is
    /// the next odd number.
    init(radius: Double, passes: Int) {
      diameter = Int(max(0, min(1000, radius * 2))) | 1
      self.passes = max(0, min(100, passes))
    }
  }
}
