import CPango

/// A text as it is laid out: controls replaced by spaces, length bounded, in normalization form C.
///
/// Fonts have glyphs for composed characters: three jamo that follow each other would be drawn as
/// three boxes or letters where one syllable is meant.
struct DisplayText: Hashable {
  let string: String

  /// Unicode scalars; many times more than a line on a screen can show.
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

  /// The first characters and an ellipsis, no space between them.
  func prefix(clusters: Int) -> String {
    var kept = string.prefix(clusters)
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + String(DisplayText.ellipsis)
  }

  /// C0 and C1 controls, line and paragraph separators: they would end the line or draw a box.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// A part of a text behind which a line may or must end: Unicode's UAX 14, as Pango has it.
package struct LineUnit: Hashable, Sendable {
  /// Unicode scalars that are shown, spaces at its end among them.
  package var length: Int
  /// Those behind them that end the line, CR LF together; 0: it may end here.
  package var terminators = 0

  /// The parts of a text, in order; none of an empty one.
  package static func units(of text: String) -> [LineUnit] {
    let scalars = Array(text.unicodeScalars)
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    let bytes = Array(text.utf8CString)
    // Not the user's language: texts break alike everywhere.
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
