package import PortableMath
package import Raster

/// Lays out lines of text with the installed fonts.
///
/// Not `Sendable`: each thread needs its own instance. Creating one reads the font caches (4 ms
/// measured), so reuse it. A new line of a dozen letters takes 1 to 2 ms. The result depends only
/// on the request and the fonts, not on the screen, the locale or the user's font rules.
package final class Typesetter {
  /// The maximum number of device pixels per point.
  package static let largestScale = 64.0
  /// The maximum tracking and line width, in points.
  package static let largestMeasure = 100_000.0
  /// The maximum side of a line's ink, in device pixels. Larger lines are rejected.
  package static let largestInkSide = 16_384

  let fonts: FontLibrary
  private var familyIsInstalled: [String: Bool] = [:]

  /// - Parameter fontFolder: The folder of the only fonts to use, including subfolders. `nil` uses
  ///   the installed fonts.
  package init(fontFolder: String? = nil) throws(TypesettingError) {
    fonts = try FontLibrary.exclusively { () throws(TypesettingError) in
      try FontLibrary(folder: fontFolder)
    }
  }

  /// Returns whether fonts of this family are installed. If not, a fallback family is used.
  package func isInstalled(family: String) -> Bool {
    if let known = familyIsInstalled[family] { return known }
    let found = FontLibrary.exclusively { fonts.has(family: family) }
    familyIsInstalled[family] = found
    return found
  }

  /// Lays out and paints a line.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point. Must be above 0 and at most `largestScale`.
  ///   - subpixelX: The fractional horizontal position of the pen's origin, in 0..<1 device pixel.
  package func shape(
    _ run: TextRun, scale: Double, subpixelX: Double = 0
  ) throws(TypesettingError) -> ShapedText {
    try FontLibrary.exclusively { () throws(TypesettingError) in
      let line = try line(run, scale: scale)
      let (ink, mask, picture) = try line.paint(x: subpixelX)
      return ShapedText(
        ink: ink, mask: mask, picture: picture, advanceWidth: line.advanceWidth,
        missingCharacters: line.missingCharacters(),
        fonts: line.fontRuns(of: fonts, askedFor: run.style.family))
    }
  }

  /// Returns the width of a line in points without painting it.
  package func width(_ run: TextRun) throws(TypesettingError) -> Double {
    // At 16 pixels per point, Pango's precision of 1/1024 pixel is far below what is visible.
    try FontLibrary.exclusively { () throws(TypesettingError) in
      try line(run, scale: 16).advanceWidth / 16
    }
  }

  /// Returns the ascent, the descent and the line height of a style's font in ems. They do not
  /// depend on its size.
  package func extent(
    of style: TextStyle
  ) throws(TypesettingError) -> (ascent: Double, descent: Double, lineHeight: Double) {
    var style = style
    // With this size and scale, an em is 2048 pixels, so font units are whole numbers.
    style.pointSize = 1024
    let run = TextRun("", style: style)
    let extent = try FontLibrary.exclusively { () throws(TypesettingError) in
      try line(run, scale: 2).fontExtent()
    }
    return (extent.ascent / 2048, extent.descent / 2048, extent.lineHeight / 2048)
  }

  private func line(_ run: TextRun, scale: Double) throws(TypesettingError) -> PangoLine {
    let style = run.style
    guard style.pointSize > 0, style.pointSize <= TextStyle.largestPointSize else {
      throw TypesettingError(
        "font size \(style.pointSize) is out of range; give more than 0 and at most "
          + "\(TextStyle.largestPointSize) points")
    }
    guard scale > 0, scale <= Typesetter.largestScale else {
      throw TypesettingError(
        "scale \(scale) is out of range; give more than 0 and at most \(Typesetter.largestScale)")
    }
    for measure in [style.tracking, style.thickening, run.maximumWidth ?? 0] {
      guard abs(measure) <= Typesetter.largestMeasure else {
        throw TypesettingError(
          "text measure \(measure) is out of range; give at most \(Typesetter.largestMeasure) points"
        )
      }
    }
    try SystemResources.check()
    let text = DisplayText(run.text)
    let file = try style.fontFile.map { file throws(TypesettingError) in
      try fonts.family(ofFile: file)
    }
    let family = file ?? fonts.name(ofFamily: style.family)
    func set(_ text: String) throws(TypesettingError) -> PangoLine {
      let line = try PangoLine(text, style, family: family, scale: scale, fonts: fonts)
      try line.requireFonts(family)
      return line
    }
    let whole = try set(text.string)
    guard let maximum = run.maximumWidth.map({ $0 * scale }), whole.advanceWidth > maximum else {
      return whole
    }
    // Pango's own ellipsis keeps a space before it and stretches it to the maximum width, which
    // shifts centered text. Therefore this searches for the longest prefix that fits.
    var longest = try set("")
    var fitting = -1
    var tooLong = text.string.count
    while tooLong - fitting > 1 {
      let middle = (fitting + tooLong) / 2
      let candidate = try set(text.prefix(clusters: middle))
      if candidate.advanceWidth <= maximum {
        fitting = middle
        longest = candidate
      } else {
        tooLong = middle
      }
    }
    return longest
  }

  /// Fallback families for a missing family or character, in order of preference.
  package static var fallbackFamilies: [String] {
    FontLibrary.fallbackFamilies + FontLibrary.emojiFamilies
  }

  /// All fonts that texts may use, in no particular order.
  package var installedFonts: [InstalledFont] { FontLibrary.exclusively { fonts.list() } }
}

/// A painted line of text: its metrics and pixels relative to the pen's origin.
///
/// The origin is the left end of the baseline, and y points down, so letters have negative y. All
/// values are in device pixels. To paint the line with its origin at pixel (x, y), draw `mask` in
/// the color of the text at (x + ink.x, y + ink.y), then `picture` at the same position.
package struct ShapedText: Hashable, Sendable {
  /// The bounding box of mask and picture. Empty if the text has no ink.
  package let ink: PixelRect
  /// The coverage of the letters, with the size of `ink`. `nil` if there are none.
  package let mask: CoverageMask?
  /// The color glyphs (emoji) on a transparent background, with the size of `ink`. `nil` if there
  /// are none.
  package let picture: Pixmap?
  /// The advance of the pen, which is the width of the line.
  package let advanceWidth: Double
  /// The characters that no font contains, without duplicates, in the order of the line. They are
  /// drawn as boxes with code points. `FontAdvice` suggests fonts to install.
  package let missingCharacters: [Unicode.Scalar]
  /// The fonts that drew the glyphs of the line, without duplicates.
  package let fonts: [FontRun]
}

/// An error in loading fonts or laying out text.
package struct TypesettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and its fix on one line, in lower case.
  package let description: String
  /// Whether the same request may succeed later.
  package let isShortage: Bool

  init(_ description: String, isShortage: Bool = false) {
    self.description = description
    self.isShortage = isShortage
  }

  /// The error for too few available file descriptors for the font libraries.
  package static let openFiles = TypesettingError(
    "too few files can be opened to read fonts; allow at least 16 open files more",
    isShortage: true)
  /// The error for too little available address space or memory for the font libraries.
  package static let memory = TypesettingError(
    "too little memory is left to set text; allow at least 80 MB more", isShortage: true)

  /// The error for a failure of a font library, with its message.
  static func library(_ word: String) -> TypesettingError {
    TypesettingError("the font library failed: \(word)")
  }
}
