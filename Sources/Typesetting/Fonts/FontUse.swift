import CFontconfig
import CPango

/// A font that drew at least one glyph.
package struct FontUse: Hashable, Sendable {
  /// The origin of a font.
  package enum Origin: Hashable, Sendable {
    /// A pinned font of the program.
    case pinned
    /// The font folder or a font file that the caller specified.
    case specified
    /// An installed font of the requested family.
    case requested
    /// An installed font for characters that the preceding fonts lack.
    case fallback
  }

  package let family: String
  /// The revision of the font, for example "4.001".
  package let version: String
  package let path: String
  package let origin: Origin
}

/// The characters of a line that were drawn with one font.
package struct FontRun: Hashable, Sendable {
  package let font: FontUse
  /// The first distinct characters, at most eight.
  package let characters: [Unicode.Scalar]
}

extension FontUse {
  /// The SHA-256 of the file in hexadecimal, or `nil` if it cannot be read. That of a pinned font
  /// is a constant.
  package var sha256: String? {
    if origin == .pinned {
      return PinnedFonts.files.first { path.hasSuffix("/\($0.name)") }?.sha256
    }
    guard let file = g_mapped_file_new(path, 0, nil) else { return nil }
    defer { g_mapped_file_unref(file) }
    let bytes = UnsafeRawPointer(g_mapped_file_get_contents(file))
    guard
      let digest = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, bytes?.assumingMemoryBound(to: UInt8.self),
        g_mapped_file_get_length(file))
    else { return nil }
    defer { g_free(digest) }
    return String(cString: digest)
  }

  /// Formats a revision in 1/65536 with three decimals, as fonts do.
  static func version(_ fixed: Int) -> String {
    let thousandths = Int((Double(fixed) * 1000 / 65536).rounded())
    let decimals = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
  }
}

extension FontLibrary {
  /// The prefix of pinned fonts' internal family names, so that installed fonts of the same family
  /// are not preferred.
  static let pinnedPrefix = "twheader "

  /// Returns the font that a pattern describes, or `nil` if it has no file.
  func use(of pattern: OpaquePointer, askedFor family: String) -> FontUse? {
    guard let path = Self.texts(FC_FILE, pattern).first else { return nil }
    var version: Int32 = 0
    FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
    let names = Self.texts(FC_FAMILY, pattern)
    let languages = Self.texts(FC_FAMILYLANG, pattern)
    let name = zip(names, languages).first { $1 == "en" }?.0 ?? names.first ?? ""
    let origin: FontUse.Origin
    if name.hasPrefix(Self.pinnedPrefix) {
      origin = .pinned
    } else if isUserFolder || fileFamilies[path] != nil {
      origin = .specified
    } else {
      let isRequested = names.contains { $0.lowercased() == family.lowercased() }
      origin = isRequested ? .requested : .fallback
    }
    return FontUse(
      family: fileFamilies[path] ?? Self.shownFamily(name), version: FontUse.version(Int(version)),
      path: path, origin: origin)
  }

  /// Returns the family name for messages, without the internal prefix.
  static func shownFamily(_ name: String) -> String {
    name.hasPrefix(pinnedPrefix) ? String(name.dropFirst(pinnedPrefix.count)) : name
  }
}
