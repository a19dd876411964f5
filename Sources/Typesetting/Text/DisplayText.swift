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

  var clusterCount: Int { string.count }

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
