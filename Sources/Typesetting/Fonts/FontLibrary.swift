import CFontconfig
import CPango
import Dispatch
import EmbeddedFiles

/// The installed fonts and Pango's font map. Uses its own fontconfig configuration, so that neither
/// the user's rules nor the locale can change a picture. Owns both C handles.
final class FontLibrary {
  /// Held by the thread that uses Pango or fontconfig. Font maps of different threads share data of
  /// the process, such as caches of fonts and interned strings.
  private static let use = DispatchSemaphore(value: 1)

  /// Calls Pango and fontconfig while no other thread does. Not reentrant.
  static func exclusively<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    use.wait()
    defer { use.signal() }
    return try work()
  }

  let folders: [String]
  let map: UnsafeMutablePointer<PangoFontMap>
  let rules: OpaquePointer
  /// Whether the fonts are those of a folder that the caller specified.
  let isUserFolder: Bool
  /// The internal family names of added files, by the files' paths.
  private var families: [String: String] = [:]
  /// The original family names of added files, by the files' paths.
  private(set) var fileFamilies: [String: String] = [:]
  /// The lowercase families of the pinned fonts that were loaded.
  private let pinnedFamilies: Set<String>

  /// Loads the pinned fonts and those of the machine, or only those of `folder` and its subfolders.
  init(folder: String? = nil) throws(TypesettingError) {
    try SystemResources.check()
    let machine = FontLibrary.machineFolders()
    if let folder {
      guard let resolved = SystemResources.folder(folder) else {
        throw TypesettingError("\(folder): no such font folder; give an existing folder")
      }
      if let path = SystemResources.specialFile(in: resolved) {
        throw TypesettingError("\(path) is a pipe or a device; give a folder of font files")
      }
      // Absolute, because fontconfig expands `~` and warns about relative paths.
      folders = [resolved]
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
    pinnedFamilies = folder == nil ? try Self.addPinnedFonts(to: rules) : []
    isUserFolder = folder != nil
    let count = FcConfigGetFonts(rules, FcSetSystem)?.pointee.nfont ?? 0
    guard count > 0 || !pinnedFamilies.isEmpty else {
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
    self.rules = rules
    self.map = map
    isOwned = true
  }

  deinit {
    FontLibrary.exclusively {
      // Pango 1.50 leaks a reference to the configuration, about 12 KB, when a font map is freed.
      pango_fc_font_map_set_config(OpaquePointer(map), nil)
      g_object_unref(map)
      FcConfigDestroy(rules)
    }
  }

  /// The folders that are searched first, in this order, if they exist.
  private static let systemFolders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
  ]

  /// The fallback families in order of preference: the default, similar sans-serif fonts, then
  /// fonts of other scripts in Debian and macOS.
  static let fallbackFamilies = [
    "Inter", "Helvetica Neue", "Arimo", "Liberation Sans", "DejaVu Sans", "Noto Sans",
    "Arial Hebrew", "Geeza Pro", "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans",
    "Apple SD Gothic Neo", "WenQuanYi Micro Hei", "Droid Sans Fallback", "Noto Color Emoji",
    "Apple Color Emoji",
  ]

  /// The families for "emoji", which Pango requests for characters with emoji presentation.
  static let emojiFamilies = ["Noto Color Emoji", "Apple Color Emoji", "Twemoji", "JoyPixels"]

  /// Returns a fontconfig document with folders, caches, no bitmap-only fonts, fallback families,
  /// synthetic bold and italic for fonts without these faces, axis settings that all
  /// versions of the libraries round alike, and scaling of color bitmaps to the requested size.
  private static func document(folders: [String], caches: [String]) -> String {
    let pinned = PinnedFonts.files.map(\.family)
    return EmbeddedFile.fontRules.filled([
      "folders": elements("dir", folders), "caches": elements("cachedir", caches),
      "emoji": elements("string", emojiFamilies),
      "pinned": elements("string", pinned.map { pinnedPrefix + $0 }),
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

  /// Adds the pinned files under internal family names. Keeps only the variable faces, because
  /// fontconfig also lists a face for each named weight. Removes their range of sizes, so that the
  /// optical size does not follow the point size. Returns the lowercase families.
  private static func addPinnedFonts(
    to rules: OpaquePointer
  ) throws(TypesettingError) -> Set<String> {
    var families: Set<String> = []
    for file in PinnedFonts.files {
      let first = Int(FcConfigGetFonts(rules, FcSetApplication)?.pointee.nfont ?? 0)
      guard let path = PinnedFonts.path(of: file) else { continue }
      // If the file exists but cannot be opened, an installed font must not replace it silently.
      guard FcConfigAppFontAddFile(rules, path) != 0,
        let set = FcConfigGetFonts(rules, FcSetApplication), let fonts = set.pointee.fonts
      else {
        throw TypesettingError(
          "the font \(path) cannot be opened; make its file readable, or allow more open files and "
            + "memory", isShortage: true)
      }
      var kept = first
      for index in first..<Int(set.pointee.nfont) {
        guard let font = fonts[index] else { continue }
        var isVariable: FcBool = 0
        FcPatternGetBool(font, FC_VARIABLE, 0, &isVariable)
        guard isVariable != 0 else {
          FcPatternDestroy(font)
          continue
        }
        name(font, pinnedPrefix + file.family)
        FcPatternDel(font, FC_SIZE)
        fonts[kept] = font
        kept += 1
      }
      set.pointee.nfont = Int32(kept)
      guard kept > first else { continue }
      families.insert(file.family.lowercased())
      let copy = file.cut == nil ? nil : FcPatternDuplicate(fonts[first])
      if let variations = file.variations {
        for index in first..<kept {
          guard let font = fonts[index] else { continue }
          FcPatternAddString(font, FC_FONT_VARIATIONS, variations)
        }
      }
      guard let cut = file.cut, let copy else { continue }
      name(copy, pinnedPrefix + cut.family)
      FcPatternAddString(copy, FC_FONT_VARIATIONS, cut.variations)
      if FcFontSetAdd(set, copy) != 0 { families.insert(cut.family.lowercased()) }
    }
    return families
  }

  private static func name(_ font: OpaquePointer, _ family: String) {
    FcPatternDel(font, FC_FAMILY)
    FcPatternDel(font, FC_FAMILYLANG)
    FcPatternAddString(font, FC_FAMILY, family)
  }

  /// Returns the internal name of a family. A pinned font takes precedence over an installed one.
  func name(ofFamily family: String) -> String {
    // The case is kept: fontconfig ignores it, but messages show it.
    guard pinnedFamilies.contains(family.lowercased()) else { return family }
    return Self.pinnedPrefix + family
  }

  /// Returns whether a font of this family is pinned or installed. Compares all names of fonts,
  /// ignoring case.
  func has(family: String) -> Bool {
    if pinnedFamilies.contains(family.lowercased()) { return true }
    guard let wanted = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(wanted) }
    FcPatternAddString(wanted, FC_FAMILY, family)
    guard let nothingMore = FcObjectSetCreate() else { return false }
    defer { FcObjectSetDestroy(nothingMore) }
    guard let found = FcFontList(rules, wanted, nothingMore) else { return false }
    defer { FcFontSetDestroy(found) }
    return found.pointee.nfont > 0
  }

  /// Adds a font file and returns its internal family name, which no installed font can have.
  func family(ofFile path: String) throws(TypesettingError) -> String {
    if let known = families[path] { return known }
    func count() -> Int { Int(FcConfigGetFonts(rules, FcSetApplication)?.pointee.nfont ?? 0) }
    let first = count()
    guard FcConfigAppFontAddFile(rules, path) != 0, count() > first,
      let fonts = FcConfigGetFonts(rules, FcSetApplication)?.pointee.fonts
    else {
      throw TypesettingError("\(path) is not a font file; give an OpenType or TrueType font")
    }
    let family = "font file \(families.count)"
    for index in first..<count() {
      guard let font = fonts[index] else { continue }
      if fileFamilies[path] == nil { fileFamilies[path] = Self.texts(FC_FAMILY, font).first }
      Self.name(font, family)
    }
    families[path] = family
    pango_fc_font_map_config_changed(OpaquePointer(map))
    return family
  }

  /// Returns the font and cache folders of the machine. Nothing else of its configuration is used.
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

  /// Returns the pinned and the installed fonts, without added files.
  func list() -> [InstalledFont] {
    list(FcSetApplication).filter { font in
      font.families.contains { $0.hasPrefix(Self.pinnedPrefix) }
    }.map { font in
      InstalledFont(
        path: font.path, families: font.families.map(Self.shownFamily), version: font.version,
        isPinned: true)
    } + list(FcSetSystem)
  }

  private func list(_ kind: FcSetName) -> [InstalledFont] {
    guard let set = FcConfigGetFonts(rules, kind), let fonts = set.pointee.fonts else { return [] }
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

/// A font file that is pinned or installed.
package struct InstalledFont: Hashable, Sendable {
  package let path: String
  /// The family names, in English and other languages.
  package let families: [String]
  /// The revision of the font, in 1/65536.
  package let version: Int
  /// Whether it is a pinned font of the program.
  package var isPinned = false

  package var versionText: String { FontUse.version(version) }

  /// The SHA-256 of the file in hexadecimal, or `nil` if it cannot be read.
  package var sha256: String? {
    FontUse(
      family: families.first ?? "", version: versionText, path: path,
      origin: isPinned ? .pinned : .requested
    ).sha256
  }
}
