import EmbeddedFiles

/// The fontconfig configuration: our own, so that neither the user's rules nor the locale changes
/// a picture.
enum FontRules {
  /// Searched first, in this order, where they exist.
  static let systemFolders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
  ]

  /// Fallback families in order of preference: the default, similar sans-serifs, then fonts of
  /// other scripts as Debian and macOS have them.
  static let fallbackFamilies = [
    "Inter", "Helvetica Neue", "Arimo", "Liberation Sans", "DejaVu Sans", "Noto Sans",
    "Arial Hebrew", "Geeza Pro", "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans",
    "Apple SD Gothic Neo", "WenQuanYi Micro Hei", "Droid Sans Fallback", "Noto Color Emoji",
    "Apple Color Emoji",
  ]

  /// Pango asks for the family "emoji" where a character has emoji presentation.
  static let emojiFamilies = ["Noto Color Emoji", "Apple Color Emoji", "Twemoji", "JoyPixels"]

  /// A fontconfig document: folders, caches, no bitmap-only fonts, fallback families, synthetic bold and
  /// slant for fonts without such a face, and colour bitmaps scaled to the size asked for.
  static func document(folders: [String], caches: [String]) -> String {
    EmbeddedFile.fontRules.filled([
      "folders": elements("dir", folders), "caches": elements("cachedir", caches),
      "emoji": elements("string", emojiFamilies),
      "fallbacks": elements("string", fallbackFamilies),
    ])
  }

  private static func elements(_ name: String, _ values: [String]) -> String {
    values.map { "<\(name)>\(escaped($0))</\(name)>" }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
