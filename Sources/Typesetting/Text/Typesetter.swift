package import PortableMath
package import Raster

/// Sets lines of text with the installed fonts.
///
/// Not `Sendable`: each thread that sets text makes its own. Making one reads the font caches
/// (4 ms measured), so reuse it; a new line of a dozen letters takes 1 to 2 ms. The result depends
/// on the request and the fonts alone, not on screen, locale or rules of the user.
package final class Typesetter {
  /// Device pixels a point.
  package static let largestScale = 64.0
  /// Points; bounds tracking and maximum width.
  package static let largestMeasure = 100_000.0
  /// Device pixels; a line with more ink to a side is refused.
  package static let largestInkSide = 16_384

  let fonts: FontLibrary
  private var familyIsInstalled: [String: Bool] = [:]

  /// - Parameter fontFolder: where the only fonts that count lie, at any depth; nil: the installed ones.
  package init(fontFolder: String? = nil) throws(TypesettingError) {
    fonts = try FontLibrary(folder: fontFolder)
  }

  /// Whether fonts of this family are installed. If not, a fallback family is used.
  package func isInstalled(family: String) -> Bool {
    if let known = familyIsInstalled[family] { return known }
    let found = fonts.has(family: family)
    familyIsInstalled[family] = found
    return found
  }

  /// - Parameters:
  ///   - scale: device pixels a point, above 0 and at most `largestScale`.
  ///   - subpixelX: how far right of a whole pixel the pen's origin will lie, 0 ..< 1.
  package func shape(
    _ run: TextRun, scale: Double, subpixelX: Double = 0
  ) throws(TypesettingError) -> ShapedText {
    let line = try line(run, scale: scale)
    let (ink, mask, picture) = try line.paint(x: subpixelX)
    return ShapedText(
      ink: ink, mask: mask, picture: picture, advanceWidth: line.advanceWidth,
      missingCharacters: line.missingCharacters(),
      fonts: line.fontRuns(of: fonts, askedFor: run.style.family))
  }

  /// The width of a line in points, without painting it.
  package func width(_ run: TextRun) throws(TypesettingError) -> Double {
    // At 16 pixels a point Pango's 1/1024 pixel is far below what could be seen.
    try line(run, scale: 16).advanceWidth / 16
  }

  /// How far the letters of a style's font reach above and below the baseline, and from one baseline
  /// to the next, in ems, whatever its size.
  package func extent(
    of style: TextStyle
  ) throws(TypesettingError) -> (ascent: Double, descent: Double, lineHeight: Double) {
    var style = style
    // Font units come out whole.
    style.pointSize = 1024
    let extent = try line(TextRun("", style: style), scale: 2).fontExtent()
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
    // Pango's own ellipsis keeps a space before it and stretches it to the maximum, which would
    // push centred text off its centre; so the longest prefix that fits is searched for here.
    var longest = try set("")
    var (fitting, tooLong) = (-1, text.string.count)
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

  /// Every font that texts may be set in, in no order.
  package var installedFonts: [InstalledFont] { fonts.list() }
}

/// A set line of text: its measures and its picture, both relative to the pen's origin.
///
/// The origin is where the line's left edge meets its baseline; y grows downwards, so letters
/// stand at negative y. Everything is in device pixels. To paint with the origin's pixel at
/// (x, y), draw `mask` in the text's colour at (x + ink.x, y + ink.y), then `picture` over it at
/// the same place.
package struct ShapedText: Hashable, Sendable {
  /// Where mask and picture lie; empty for a text without ink.
  package let ink: PixelRect
  /// Coverage of the letters, `ink` large; nil where there is none.
  package let mask: CoverageMask?
  /// The colour glyphs (emoji), `ink` large, transparent elsewhere; nil where there is none.
  package let picture: Pixmap?
  /// How far the pen has moved: the line's width.
  package let advanceWidth: Double
  /// The characters that no font has, each once, in the order of the line; boxes with their code
  /// points are drawn instead. `FontAdvice` says what to install.
  package let missingCharacters: [Unicode.Scalar]
  /// The fonts that drew the line's glyphs, each once.
  package let fonts: [FontRun]
}

package struct TypesettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line, lower case: what is wrong and what would be right.
  package let description: String
  /// Whether the same may succeed later.
  package let isShortage: Bool

  init(_ description: String, isShortage: Bool = false) {
    self.description = description
    self.isShortage = isShortage
  }

  /// The process or the machine has too few file descriptors left for the font libraries.
  package static let openFiles = TypesettingError(
    "too few files can be opened to read fonts; allow at least 16 open files more",
    isShortage: true)
  /// There is too little address space or memory left for them.
  package static let memory = TypesettingError(
    "too little memory is left to set text; allow at least 80 MB more", isShortage: true)

  /// A font library refused; its own word.
  static func library(_ word: String) -> TypesettingError {
    TypesettingError("the font library failed: \(word)")
  }
}
