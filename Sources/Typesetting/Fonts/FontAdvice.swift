import CPango

/// Suggests fonts to install for characters that no installed font contains.
package enum FontAdvice {
  /// Returns a sentence in lower case with the characters and the fonts that contain them.
  ///
  ///     no font has ก (U+0E01), ข (U+0E02); install Noto Sans Thai (Debian: fonts-noto-core)
  ///
  /// - Parameter characters: The characters, at least one. Only the first eight are named.
  package static func sentence(for characters: [Unicode.Scalar]) -> String {
    let shown = characters.prefix(8).map(name)
    let more = characters.count > shown.count ? " and \(characters.count - shown.count) more" : ""
    var fonts: [String] = []
    for font in characters.map(font) where !fonts.contains(font) { fonts.append(font) }
    return "no font has \(shown.joined(separator: ", "))\(more); "
      + "install \(fonts.joined(separator: ", "))"
  }

  /// Returns the character if it can be shown in a message, and its code point.
  private static func name(_ character: Unicode.Scalar) -> String {
    let digits = String(character.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch character.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark:
      return code
    default: return "\(character) (\(code))"
    }
  }

  /// Returns a free font that contains the character, and its Debian package.
  private static func font(for character: Unicode.Scalar) -> String {
    if character.properties.generalCategory == .privateUse {
      return "the font that this private character belongs to"
    }
    if character.properties.isEmojiPresentation {
      return "Noto Color Emoji (Debian: fonts-noto-color-emoji)"
    }
    switch g_unichar_get_script(character.value) {
    case G_UNICODE_SCRIPT_HAN where character.value >= 0x20000:
      return "Hanazono Mincho (Debian: fonts-hanazono)"
    case G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA,
      G_UNICODE_SCRIPT_HANGUL, G_UNICODE_SCRIPT_BOPOMOFO:
      return "Noto Sans CJK (Debian: fonts-noto-cjk)"
    case G_UNICODE_SCRIPT_THAI: return "Noto Sans Thai (Debian: fonts-noto-core)"
    case G_UNICODE_SCRIPT_DEVANAGARI: return "Noto Sans Devanagari (Debian: fonts-noto-core)"
    case G_UNICODE_SCRIPT_HEBREW: return "Noto Sans Hebrew (Debian: fonts-noto-core)"
    case G_UNICODE_SCRIPT_ARABIC: return "Noto Sans Arabic (Debian: fonts-noto-core)"
    case G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED:
      return "Noto Sans Symbols 2 (Debian: fonts-noto-core)"
    default: return "the Noto Sans fonts (Debian: fonts-noto-core)"
    }
  }
}
