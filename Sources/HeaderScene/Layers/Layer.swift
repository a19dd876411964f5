public import Raster

/// One thing to paint, resolved to device pixels: painters never look at offsets.
public struct Layer: Hashable, Sendable {
  /// What is painted.
  public var content: Content
  /// What lies outside is not painted.
  public var clip: PixelRect

  /// A layer cut to `clip`.
  public init(_ content: Content, clip: PixelRect) {
    self.content = content
    self.clip = clip
  }

  /// What is painted; lengths in device pixels, opacities 0 (nothing) ... 255.
  public enum Content: Hashable, Sendable {
    case fill(DeviceRect, Color)
    case roundedFill(RoundedRectangle, Color)
    /// A line of `lineWidth` inside the shape.
    case roundedStroke(RoundedRectangle, lineWidth: Double, Color)
    /// A prepared picture at its own size, its top left pixel at (x, y).
    case picture(PictureID, x: Int, y: Int)
    /// `source` of a prepared picture (its pixels) scaled bilinearly into `rect`.
    case scaledPicture(PictureID, source: DeviceRect, rect: DeviceRect, opacity: UInt8)
    /// A whole prepared picture reduced into `rect`, each pixel the mean of what it covers, within
    /// `shape`.
    case fittedPicture(PictureID, rect: DeviceRect, shape: RoundedRectangle)
    /// Two opaque prepared pictures of one size, mixed: `alpha` 0 shows the first, 255 the second.
    case crossfade(PictureID, PictureID, alpha: UInt8, x: Int, y: Int)
    /// A line of text: its pen origin (left end of the baseline) and a scale about that origin.
    case text(TextID, x: Double, y: Double, scale: Double, Color)
    /// The filled shape of an icon, its top left corner at (x, y).
    case icon(IconID, x: Double, y: Double, Color)
  }
}
