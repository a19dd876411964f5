import CFontconfig
import CPango

/// A line of text after layout, in device pixels. Owns its Pango layout.
struct PangoLine: ~Copyable {
  let layout: OpaquePointer
  /// The only line of `layout`, which owns it.
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The additional width of the letters' strokes, in device pixels.
  let thickening: Double

  /// - Parameters:
  ///   - family: The font family: that of `style`, or of the style's font file.
  ///   - scale: Device pixels per point.
  init(
    _ text: String, _ style: TextStyle, family: String, scale: Double, fonts: FontLibrary
  ) throws(TypesettingError) {
    guard let context = pango_font_map_create_context(fonts.map) else {
      throw .library("pango_font_map_create_context")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    PangoLine.prepare(context)
    let layout: OpaquePointer = pango_layout_new(context)
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_text(layout, text, -1)
    PangoLine.setFont(of: layout, style, family, pixelSize: style.pointSize * scale)
    PangoLine.setTracking(of: layout, text, style.tracking * scale)
    guard let line = pango_layout_get_line_readonly(layout, 0) else {
      g_object_unref(UnsafeMutableRawPointer(layout))
      throw .library("pango_layout_get_line_readonly")
    }
    self.layout = layout
    self.line = line
    thickening = style.thickening * style.pointSize * scale
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Checks that the selected fonts can be opened. Pango would draw boxes instead.
  ///
  /// - Throws: An error with `isShortage` if one cannot be opened.
  func requireFonts(_ family: String) throws(TypesettingError) {
    for run in runs() {
      let font = UnsafeMutableRawPointer(run.font)
      guard let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font)),
        cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS,
        let shaping = pango_font_get_hb_font(run.font),
        hb_face_get_glyph_count(hb_font_get_face(shaping)) > 0
      else {
        throw TypesettingError(
          "the font \(PangoLine.family(of: run.font) ?? family) cannot be opened; make its file "
            + "readable, or allow more open files and memory", isShortage: true)
      }
    }
  }

  var advanceWidth: Double {
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    return PangoLine.pixels(logical.width)
  }

  /// Configures outlines as designed: no hinting, no rounding of positions or widths, gray
  /// antialiasing, and no influence of the screen or the locale. The language "und" keeps
  /// fontconfig from adding the languages of the locale to a search.
  private static func prepare(_ context: OpaquePointer) {
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_subpixel_order(options, CAIRO_SUBPIXEL_ORDER_DEFAULT)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("und"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
  }

  private static func setFont(
    of layout: OpaquePointer, _ style: TextStyle, _ family: String, pixelSize: Double
  ) {
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    // Pango's string syntax is not used, because it may parse the last words of a family as a style
    // or a size. The name ends at a comma, which separates families.
    let name = String(family.prefix { $0 != "," && $0 != "\0" })
    pango_font_description_set_family(font, name)
    pango_font_description_set_weight(font, PangoWeight(UInt32(style.weight.rawValue)))
    if style.isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
    pango_font_description_set_absolute_size(font, pixelSize * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
  }

  /// Sets the tracking, except for Indic scripts: it would break their headline, and versions of
  /// Pango disagree about the number of letters in a conjunct.
  private static func setTracking(of layout: OpaquePointer, _ text: String, _ tracking: Double) {
    guard tracking != 0 else { return }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    // The tracking in Pango units of 1/1024 pixel.
    let units = (max(-1_000_000, min(1_000_000, tracking)) * Double(PANGO_SCALE)).rounded()
    for range in trackedBytes(of: text) {
      guard let attribute = pango_attr_letter_spacing_new(Int32(units)) else { continue }
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
  }

  static func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }

  /// A run of glyphs in one font, and the pen position before it.
  struct Run {
    let font: UnsafeMutablePointer<PangoFont>
    let glyphs: UnsafeMutablePointer<PangoGlyphString>
    /// The distance from the line's origin, in device pixels.
    let penX: Double
    /// Whether a glyph of the run has colors, like an emoji.
    let isColored: Bool
    let item: PangoItem
  }

  /// Returns the runs from left to right. They are valid as long as the line.
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
            isColored: PangoLine.glyphs(glyphs).contains { $0.attr.is_color != 0 },
            item: item.pointee.item.pointee))
      }
      pen += pango_glyph_string_get_width(glyphs)
    }
    return result
  }

  /// Returns the characters that no font contains, without duplicates.
  func missingCharacters() -> [Unicode.Scalar] {
    guard pango_layout_get_unknown_glyphs_count(layout) > 0 else { return [] }
    // The glyph of a missing character is its code point with PANGO_GLYPH_UNKNOWN_FLAG.
    let flag: UInt32 = 0x1000_0000
    var result: [Unicode.Scalar] = []
    for run in runs() {
      for glyph in PangoLine.glyphs(run.glyphs) where glyph.glyph & flag != 0 {
        let scalar = Unicode.Scalar(glyph.glyph & ~flag)
        if let scalar, !result.contains(scalar) { result.append(scalar) }
      }
    }
    return result
  }

  /// Returns the metrics of the layout's font in device pixels, regardless of the text. All are 0
  /// if Pango has none.
  func fontExtent() -> (ascent: Double, descent: Double, lineHeight: Double) {
    let context = pango_layout_get_context(layout)
    let font = pango_layout_get_font_description(layout)
    guard let metrics = pango_context_get_metrics(context, font, nil) else { return (0, 0, 0) }
    defer { pango_font_metrics_unref(metrics) }
    return (
      PangoLine.pixels(pango_font_metrics_get_ascent(metrics)),
      PangoLine.pixels(pango_font_metrics_get_descent(metrics)),
      PangoLine.pixels(pango_font_metrics_get_height(metrics))
    )
  }

  private static func glyphs(
    _ string: UnsafeMutablePointer<PangoGlyphString>
  ) -> UnsafeBufferPointer<PangoGlyphInfo> {
    UnsafeBufferPointer(start: string.pointee.glyphs, count: Int(string.pointee.num_glyphs))
  }

  /// Returns the font's English family name for messages, so that they do not depend on the locale.
  /// `nil` if it is unknown.
  private static func family(of font: UnsafeMutablePointer<PangoFont>) -> String? {
    guard let pattern = pattern(of: font) else { return nil }
    let families = FontLibrary.texts(FC_FAMILY, pattern)
    let languages = FontLibrary.texts(FC_FAMILYLANG, pattern)
    return (zip(families, languages).first { $1 == "en" }?.0 ?? families.first)
      .map(FontLibrary.shownFamily)
  }
}
