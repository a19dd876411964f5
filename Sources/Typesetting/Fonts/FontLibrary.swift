import CFontconfig
import CPango
import EmbeddedFiles

/// The installed fonts, found by a fontconfig configuration of our own, so that neither the user's
/// rules nor the locale changes a picture; and Pango's font map. Owns both C handles.
final class FontLibrary {
  let folders: [String]
  let map: UnsafeMutablePointer<PangoFontMap>
  let rules: OpaquePointer
  /// Families of files that were added, by their paths.
  private var families: [String: String] = [:]

  /// The machine's fonts, or exactly those of `folder` and the folders in it.
  init(folder: String? = nil) throws(TypesettingError) {
    try SystemResources.check()
    let machine = FontLibrary.machineFolders()
    if let folder {
      guard let place = SystemResources.folder(folder) else {
        throw TypesettingError("there is no font folder \(folder); give one that exists")
      }
      if let path = SystemResources.waitingFile(in: place) {
        throw TypesettingError("\(path) is a pipe or a device; give a folder of font files")
      }
      // Fontconfig takes `~` for a home, and warns of a path that is not absolute.
      folders = [place]
    } else {
      var seen: Set<String> = []
      folders = (Self.systemFolders + machine.fonts).filter { seen.insert($0).inserted }
    }
    guard let rules = FcConfigCreate() else { throw .library("FcConfigCreate") }
    var isOwned = false
    defer { if !isOwned { FcConfigDestroy(rules) } }
    let document = Self.document(folders: folders, caches: machine.caches)
    let parsed = FcConfigParseAndLoadFromMemory(rules, document, FcBool(1))
    guard parsed != 0, FcConfigBuildFonts(rules) != 0 else { throw .library("fontconfig") }
    let count = FcConfigGetFonts(rules, FcSetSystem)?.pointee.nfont ?? 0
    guard count > 0 else {
      for folder in folders {
        guard let reason = SystemResources.refusal(ofFolder: folder) else { continue }
        throw TypesettingError("fonts could not be read: \(reason); make \(folder) readable")
      }
      throw TypesettingError(
        "no font is installed in \(folders.joined(separator: ", ")); install one, for example Inter"
      )
    }
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw .library("Pango has no FreeType fonts")
    }
    pango_fc_font_map_set_config(OpaquePointer(map), rules)
    (self.rules, self.map, isOwned) = (rules, map, true)
  }

  deinit {
    // A font map that is freed keeps its reference to the configuration (Pango 1.50), about 12 KB.
    pango_fc_font_map_set_config(OpaquePointer(map), nil)
    g_object_unref(map)
    FcConfigDestroy(rules)
  }

  /// Searched first, in this order, where they exist.
  private static let systemFolders = [
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
  private static func document(folders: [String], caches: [String]) -> String {
    EmbeddedFile.fontRules.filled([
      "folders": elements("dir", folders), "caches": elements("cachedir", caches),
      "emoji": elements("string", emojiFamilies),
      "fallbacks": elements("string", fallbackFamilies),
    ])
  }

  private static func elements(_ name: String, _ values: [String]) -> String {
    values.map { value in
      let escaped = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
      return "<\(name)>\(escaped)</\(name)>"
    }.joined(separator: "\n")
  }

  /// Whether a font of this family (any of its names, in any case) is installed.
  func has(family: String) -> Bool {
    guard let wanted = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(wanted) }
    FcPatternAddString(wanted, FC_FAMILY, family)
    guard let nothingMore = FcObjectSetCreate() else { return false }
    defer { FcObjectSetDestroy(nothingMore) }
    guard let found = FcFontList(rules, wanted, nothingMore) else { return false }
    defer { FcFontSetDestroy(found) }
    return found.pointee.nfont > 0
  }

  /// The family that a file's font is known by from now on: a name of its own, so that no installed
  /// font takes its place.
  func family(ofFile path: String) throws(TypesettingError) -> String {
    if let known = families[path] { return known }
    func count() -> Int { Int(FcConfigGetFonts(rules, FcSetApplication)?.pointee.nfont ?? 0) }
    let first = count()
    guard FcConfigAppFontAddFile(rules, path) != 0, count() > first,
      let fonts = FcConfigGetFonts(rules, FcSetApplication)?.pointee.fonts
    else {
      throw TypesettingError("\(path) is no font file; give an OpenType or TrueType font")
    }
    let family = "font file \(families.count)"
    for index in first..<count() {
      FcPatternDel(fonts[index], FC_FAMILY)
      FcPatternDel(fonts[index], FC_FAMILYLANG)
      FcPatternAddString(fonts[index], FC_FAMILY, family)
    }
    families[path] = family
    pango_fc_font_map_config_changed(OpaquePointer(map))
    return family
  }

  /// The machine's font and cache folders. Nothing else of its configuration is used.
  private static func machineFolders() -> (fonts: [String], caches: [String]) {
    guard let machine = FcInitLoadConfig() else { return ([], []) }
    defer { FcConfigDestroy(machine) }
    return (strings(FcConfigGetFontDirs(machine)), strings(FcConfigGetCacheDirs(machine)))
  }

  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var result: [String] = []
    while let next = FcStrListNext(list) { result.append(String(cString: next)) }
    return result
  }

  func list() -> [InstalledFont] {
    guard let set = FcConfigGetFonts(rules, FcSetSystem), let fonts = set.pointee.fonts else {
      return []
    }
    return (0..<Int(set.pointee.nfont)).compactMap { index in
      guard let pattern = fonts[index], let path = FontLibrary.texts(FC_FILE, pattern).first else {
        return nil
      }
      var version: Int32 = 0
      FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
      return InstalledFont(
        path: path, families: FontLibrary.texts(FC_FAMILY, pattern), version: Int(version))
    }
  }

  static func texts(_ property: String, _ pattern: OpaquePointer) -> [String] {
    var texts: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(texts.count), &text) == FcResultMatch,
      let found = text
    {
      texts.append(String(cString: found))
    }
    return texts
  }
}

package struct InstalledFont: Hashable, Sendable {
  package let path: String
  /// Its names, English and others.
  package let families: [String]
  /// The font's own revision, in 1/65536.
  package let version: Int
}
