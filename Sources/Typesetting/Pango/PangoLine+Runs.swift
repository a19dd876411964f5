import CFontconfig
import CPango

extension PangoLine {
  /// Glyphs of one font, and where the pen stands before them.
  struct Run {
    let font: UnsafeMutablePointer<PangoFont>
    let glyphs: UnsafeMutablePointer<PangoGlyphString>
    /// Device pixels from the line's origin.
    let penX: Double
    let isColored: Bool
  }

  /// The line's runs from left to right; valid as long as the line.
  func runs() -> [Run] {
    var result: [Run] = []
    var pen: Int32 = 0
    var node = line.pointee.runs
    while let current = node {
      node = current.pointee.next
      guard
        let item = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
        let glyphs = item.pointee.glyphs
      else { continue }
      if let font = item.pointee.item.pointee.analysis.font {
        result.append(
          Run(
            font: font, glyphs: glyphs, penX: PangoLine.pixels(pen),
            isColored: PangoLine.hasColor(glyphs)))
      }
      pen += pango_glyph_string_get_width(glyphs)
    }
    return result
  }

  /// The families of the runs, each once.
  func families() -> [String] {
    var result: [String] = []
    for run in runs() {
      if let name = PangoLine.family(of: run.font), !result.contains(name) { result.append(name) }
    }
    return result
  }

  /// Ascent and descent of the first choice of font, whatever the text, in device pixels.
  func fontExtent() -> (ascent: Double, descent: Double) {
    let context = pango_layout_get_context(layout)
    let font = pango_layout_get_font_description(layout)
    guard let metrics = pango_context_get_metrics(context, font, nil) else { return (0, 0) }
    defer { pango_font_metrics_unref(metrics) }
    return (
      PangoLine.pixels(pango_font_metrics_get_ascent(metrics)),
      PangoLine.pixels(pango_font_metrics_get_descent(metrics))
    )
  }

  private static func hasColor(_ glyphs: UnsafeMutablePointer<PangoGlyphString>) -> Bool {
    UnsafeBufferPointer(start: glyphs.pointee.glyphs, count: Int(glyphs.pointee.num_glyphs))
      .contains { $0.attr.is_color != 0 }
  }

  /// The English family name, so that a report reads the same in every locale.
  private static func family(of font: UnsafeMutablePointer<PangoFont>) -> String? {
    let fontconfigFont = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let pattern = pango_fc_font_get_pattern(fontconfigFont) else { return nil }
    var first: String?
    var index: Int32 = 0
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, FC_FAMILY, index, &value) == FcResultMatch, let name = value {
      var language: UnsafeMutablePointer<FcChar8>?
      if FcPatternGetString(pattern, FC_FAMILYLANG, index, &language) == FcResultMatch,
        let language, String(cString: language) == "en"
      {
        return String(cString: name)
      }
      first = first ?? String(cString: name)
      index += 1
    }
    return first
  }
}
