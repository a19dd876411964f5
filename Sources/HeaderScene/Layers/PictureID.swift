public import Numerics

/// A picture that a scene prepares once.
public enum PictureID: Hashable, Sendable {
  /// The banner at its own size, for parts of it that the master leaves out.
  case banner
  /// What a screen shows of the banner, at twice its resting size, from which every pulled or
  /// shifted banner is drawn.
  case bannerMaster
  /// The banner exactly as it lies at rest.
  case bannerAtRest
  /// The same part of the blurred banner.
  case blurredBannerAtRest
  /// The blurred banner at twice its resting size.
  case blurredBannerMaster
  /// A part of the banner, in its pixels, under a step of the blur ladder, `size` large.
  case ladder(step: Int, crop: PointRect, size: PixelSize)
  /// The avatar picture, at most twice as large as it is shown at rest.
  case avatar
}
