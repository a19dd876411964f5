/// Sets lines of text with the installed fonts.
///
/// Not `Sendable`: each thread that sets text makes its own. Making one reads the font caches
/// (4 ms measured) and leaves some 12 KB that Pango never frees, so keep it; a new line of a dozen
/// letters takes 1 to 2 ms. The result depends on the request and the installed fonts alone, not on
/// screen, locale or rules of the user.
public final class Typesetter {
  /// Device pixels a point.
  public static let largestScale = 64.0
  /// Points; bounds tracking and maximum width.
  public static let largestMeasure = 100_000.0
  /// Device pixels; a line with more ink to a side is refused.
  public static let largestInkSide = 16_384

  let fonts: FontLibrary
  private var familyIsInstalled: [String: Bool] = [:]

  /// Finds the installed fonts; those in `fontFolders` are preferred to those of the system.
  public init(fontFolders: [String] = []) throws(TypesettingError) {
    fonts = try FontLibrary(extraFolders: fontFolders)
  }

  /// Whether fonts of this family are installed. Where not, another family stands in.
  public func isInstalled(family: String) -> Bool {
    if let known = familyIsInstalled[family] { return known }
    let found = fonts.has(family: family)
    familyIsInstalled[family] = found
    return found
  }

  /// Sets a line.
  ///
  /// - Parameters:
  ///   - scale: device pixels a point, above 0 and at most `largestScale`.
  ///   - subpixelX: how far right of a whole pixel the pen's origin will lie, 0 ..< 1.
  ///   - subpixelY: how far below a whole pixel the baseline will lie, 0 ..< 1.
  public func shape(
    _ run: TextRun, scale: Double, subpixelX: Double = 0, subpixelY: Double = 0
  ) throws(TypesettingError) -> ShapedText {
    let line = try line(run, scale: scale)
    let painted = try line.paint(x: subpixelX, y: subpixelY)
    let extent = line.fontExtent()
    return ShapedText(
      ink: painted.ink, mask: painted.mask, picture: painted.picture,
      advanceWidth: line.advanceWidth, ascent: extent.ascent, descent: extent.descent,
      isEllipsized: line.isEllipsized, isRightToLeft: line.isRightToLeft, families: line.families(),
      missingGlyphs: line.missingGlyphs)
  }

  /// The width of a line in points, without painting it.
  public func width(_ run: TextRun) throws(TypesettingError) -> Double {
    // At 16 pixels a point Pango's 1/1024 pixel is far below what could be seen.
    try line(run, scale: 16).advanceWidth / 16
  }

  private func line(_ run: TextRun, scale: Double) throws(TypesettingError) -> PangoLine {
    let style = run.style
    guard style.pointSize > 0, style.pointSize <= TextStyle.largestPointSize else {
      throw .pointSizeOutOfRange(style.pointSize)
    }
    guard scale > 0, scale <= Typesetter.largestScale else { throw .scaleOutOfRange(scale) }
    for measure in [style.tracking, run.maximumWidth ?? 0] {
      guard abs(measure) <= Typesetter.largestMeasure else { throw .measureOutOfRange(measure) }
    }
    let text = DisplayText(run.text)
    var request = PangoLine.Request(
      text: text.string, family: style.family, pixelSize: style.pointSize * scale,
      weight: style.weight, tracking: style.tracking * scale, language: style.language)
    let whole = try PangoLine(request, fonts: fonts)
    guard let maximum = run.maximumWidth.map({ $0 * scale }), whole.advanceWidth > maximum else {
      return whole
    }
    // Pango's own ellipsis keeps a space before it and stretches it to the maximum, which would
    // push centred text off its centre; so the longest beginning that fits is sought here.
    request.text = ""
    request.isEllipsized = true
    var longest = try PangoLine(request, fonts: fonts)
    var (fitting, tooLong) = (-1, text.clusterCount)
    while tooLong - fitting > 1 {
      let middle = (fitting + tooLong) / 2
      request.text = text.beginning(clusters: middle)
      let candidate = try PangoLine(request, fonts: fonts)
      if candidate.advanceWidth <= maximum {
        fitting = middle
        longest = candidate
      } else {
        tooLong = middle
      }
    }
    return longest
  }
}
