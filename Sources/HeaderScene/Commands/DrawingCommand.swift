package import Raster

/// One thing to paint, resolved to device pixels: painters never look at offsets.
public struct DrawingCommand: Hashable, Sendable {
  /// What is painted.
  package var content: Content
  /// What lies outside is not painted.
  package var clip: PixelRect

  /// A command cut to `clip`.
  package init(_ content: Content, clip: PixelRect) {
    self.content = content
    self.clip = clip
  }

  /// What is painted; lengths in device pixels, opacities 0 (nothing) ... 255.
  package enum Content: Hashable, Sendable {
    case fill(RoundedRectangle, Color)
    case gradient(RoundedRectangle, LinearGradient)
    /// A line of `lineWidth` inside the shape.
    case border(RoundedRectangle, lineWidth: Double, Color)
    /// Shapes that are turned, slanted or unevenly rounded; filled by non-zero winding.
    case path(Path, Color)
    case pathGradient(Path, LinearGradient)
    /// A picture at its own size, its top left pixel at (x, y).
    case picture(PictureAsset, x: Int, y: Int, opacity: UInt8)
    /// `source` of a picture (its pixels) scaled bilinearly into `rect`, within `shape`.
    case scaledPicture(
      PictureAsset, source: DeviceRect, rect: DeviceRect, shape: RoundedRectangle?, opacity: UInt8)
    /// A whole picture reduced into `rect`, each pixel the mean of what it covers, within `shape`.
    case fittedPicture(PictureAsset, rect: DeviceRect, shape: RoundedRectangle, opacity: UInt8)
    /// A picture under an affine map from its pixels, within `outline`.
    case mappedPicture(PictureAsset, AffineTransform, outline: Path, opacity: UInt8)
    /// Two opaque pictures of one size, mixed: `alpha` 0 shows the first, 255 the second.
    case crossfade(PictureAsset, PictureAsset, alpha: UInt8, x: Int, y: Int)
    /// A line of text: its pen origin (left end of the baseline) and a scale about that origin.
    case text(TextAsset, x: Double, y: Double, scale: Double, Color)
    /// A line of text under an affine map from device pixels around its pen origin.
    case mappedText(TextAsset, AffineTransform, Color)
    /// A mask that fills `rect`: an icon or a shadow.
    case mask(MaskAsset, rect: DeviceRect, Color)
    /// A mask under an affine map from its pixels.
    case mappedMask(MaskAsset, AffineTransform, Color)
    /// What lies behind is blurred within `outline`.
    case backdrop(BackdropBlur, outline: Path)
    /// Commands painted apart, then laid down as one picture within `outline` (nil: all of it).
    case group([DrawingCommand], bounds: PixelRect, outline: Path?, opacity: UInt8)
  }
}

/// A picture of the drawing's assets.
package struct PictureAsset: Hashable, Sendable {
  let index: Int
}

/// A set line of text of the drawing's assets.
package struct TextAsset: Hashable, Sendable {
  let index: Int
}

/// A coverage mask of the drawing's assets.
package struct MaskAsset: Hashable, Sendable {
  let index: Int
}
