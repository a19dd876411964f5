import CPango

/// A text prepared for layout: control characters replaced by spaces, limited in length, and in
/// normalization form C.
///
/// Normalization is necessary because fonts have glyphs for composed characters. Three jamo of a
/// syllable would be drawn as three separate letters or boxes.
struct DisplayText: Hashable {
  let string: String

  /// The maximum number of Unicode scalars, many times more than a line on a screen can show.
  static let longestText = 4096

  private static let ellipsis: Unicode.Scalar = "\u{2026}"

  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: text.unicodeScalars.prefix(DisplayText.longestText)
        .map { DisplayText.breaksLine($0) ? " " : $0 })
    if text.unicodeScalars.dropFirst(DisplayText.longestText).first != nil {
      scalars.append(DisplayText.ellipsis)
    }
    string = DisplayText.normalized(String(scalars))
  }

  private static func normalized(_ text: String) -> String {
    guard let composed = g_utf8_normalize(text, -1, G_NORMALIZE_NFC) else { return text }
    defer { g_free(composed) }
    return String(cString: composed)
  }

  /// Returns the first `clusters` characters (grapheme clusters) without trailing spaces, followed
  /// by an ellipsis.
  func prefix(clusters: Int) -> String {
    var kept = string.prefix(clusters)
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + String(DisplayText.ellipsis)
  }

  /// Returns whether a scalar is a C0 or C1 control or a line or paragraph separator, which would
  /// end the line or be drawn as a box.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// A part of a text after which a line may or must break, according to UAX 14 as implemented by
/// Pango.
package struct LineUnit: Hashable, Sendable {
  /// The number of visible Unicode scalars, including trailing spaces.
  package var length: Int
  /// The number of Unicode scalars after the visible ones that force a line break; CR LF is two. 0
  /// if the line may break but need not.
  package var terminators = 0

  /// Returns the parts of a text in order. Empty for an empty text.
  package static func units(of text: String) -> [LineUnit] {
    let scalars = Array(text.unicodeScalars)
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    let bytes = Array(text.utf8CString)
    // The language is not the user's, so that lines break the same everywhere.
    pango_get_log_attrs(
      bytes, Int32(bytes.count - 1), -1, pango_language_from_string("und"), &attributes,
      Int32(attributes.count))
    var units: [LineUnit] = []
    var start = 0
    for end in scalars.indices.map({ $0 + 1 })
    where end == scalars.count || attributes[end].is_line_break != 0 {
      let terminators = scalars[start..<end].reversed().prefix(while: endsLine).count
      units.append(LineUnit(length: end - start - terminators, terminators: terminators))
      start = end
    }
    return units
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
