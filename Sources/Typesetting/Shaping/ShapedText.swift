public import Raster

/// A set line of text: its measures and its picture, both relative to the pen's origin.
///
/// The origin is where the line's left edge meets its baseline; y grows downwards, so letters
/// stand at negative y. Everything is in device pixels. To paint with the origin's pixel at
/// (x, y), draw `mask` in the text's colour at (x + ink.x, y + ink.y), then `picture` over it at
/// the same place.
public struct ShapedText: Hashable, Sendable {
  /// Where mask and picture lie; empty for a text without ink.
  public let ink: PixelRect
  /// Coverage of the letters, `ink` large; nil where there is none.
  public let mask: CoverageMask?
  /// The colour glyphs (emoji), `ink` large, transparent elsewhere; nil where there is none.
  public let picture: Pixmap?
  /// How far the pen has moved: the line's width.
  public let advanceWidth: Double
  /// From the baseline up to the font's top, 0...
  public let ascent: Double
  /// From the baseline down to the font's bottom, 0...
  public let descent: Double
  /// True where the text did not fit and ends in an ellipsis.
  public let isEllipsized: Bool
  /// True where the line reads from right to left.
  public let isRightToLeft: Bool
  /// The families that supplied glyphs, each once, in the order of their first glyph from the left.
  public let families: [String]
  /// How many characters no installed font has; boxes with their numbers stand for them.
  public let missingGlyphs: Int
}
