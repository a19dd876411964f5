import CPango

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The font files of this version of the program. They are the first choice for all characters they
/// contain, so that texts look the same on all machines.
///
/// `scripts/fonts` downloads them. Its list of files and this table must match.
package enum PinnedFonts {
  /// A variable font file.
  struct File {
    let name: String
    let family: String
    let byteCount: Int
    let sha256: String
    /// The axis settings of the family itself. New versions of Pango derive an optical size from the
    /// point size if none is given.
    var variations: String?
    /// A second family from the same file, and the axis settings that select it.
    var cut: (family: String, variations: String)?
  }

  /// The optical size of Inter. It differs from the files' default, 14, by the smallest number that
  /// moves no outline.
  ///
  /// With the exact default, FreeType 2.14 draws the outlines of the file, and older versions those
  /// of a variation, which are rounded differently, but only if another variation of the file was
  /// drawn before. `fonts.conf` does the same for regular faces without an optical size.
  private static let textSize = "opsz=14.0004"

  /// The files in fallback order. Inter has an optical size of 14, Inter Display of 32.
  static let files = [
    File(
      name: "Inter.ttf", family: "Inter", byteCount: 876_576,
      sha256: "29160a80ff49ddcab2c97711247e08b1fab27a484a329ce8b813d820dc559031",
      variations: textSize, cut: ("Inter Display", "opsz=32")),
    File(
      name: "Inter-Italic.ttf", family: "Inter", byteCount: 906_596,
      sha256: "acd98e64795781b2058f07b18475e0ecee2a0fe2b42a49e2f9e37d0d6bf66ce6",
      variations: textSize, cut: ("Inter Display", "opsz=32")),
    File(
      name: "Heebo.ttf", family: "Heebo", byteCount: 122_012,
      sha256: "18f930b583fa8fe6b40b2f8263b7ac6afbac07adc91a12467874e7467d3ace30"),
    File(
      name: "NotoSansArabic.ttf", family: "Noto Sans Arabic", byteCount: 844_676,
      sha256: "63111b5b2e074dd48cc67692e0a2726d86ee94c1c37fe8598257b7b4e87e869e"),
    File(
      name: "NotoSansDevanagari.ttf", family: "Noto Sans Devanagari", byteCount: 641_944,
      sha256: "14ec4af41f27482216d1c2229f417ff9b1425e1babb014e57d1d40d03229853e"),
    File(
      name: "NotoSansThai.ttf", family: "Noto Sans Thai", byteCount: 218_652,
      sha256: "5a1c559bb539583c8a1fd99d1c5b9491e5e14478c9cd2bd0970d5c3096cc9ef8"),
  ]

  /// The environment variable for the folder of the pinned fonts.
  package static let variable = "TWHEADER_FONTS"

  /// The folder of the pinned fonts, or `nil` if it was not found.
  ///
  /// The environment variable takes precedence. Otherwise all parents of the executable are
  /// searched: an installed program has `share/twheader/fonts` next to `bin`, and a checkout has
  /// `.build/fonts`. The folders of system-wide installations come last, for users of the library.
  package static let folder: String? = {
    if let path = getenv(variable), path.pointee != 0 {
      return SystemResources.folder(String(cString: path))
    }
    return candidates.first { isRegular("\($0)/\(files[0].name)") }
  }()

  /// The names of pinned files that are missing or have the wrong size.
  package static let missing: [String] = files.filter { path(of: $0) == nil }.map(\.name)

  /// The warning about missing pinned fonts, or `nil` if all exist.
  package static var warning: String? {
    guard !missing.isEmpty else { return nil }
    return "the program's own fonts are missing (\(missing.joined(separator: ", "))), so texts may "
      + "look different on other machines; run scripts/fonts in a checkout, install the program "
      + "again, or set \(variable) to their folder"
  }

  /// Returns the path of a pinned file, or `nil` if it is missing or has the wrong size.
  static func path(of file: File) -> String? {
    guard let folder else { return nil }
    let path = "\(folder)/\(file.name)"
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) == file.byteCount
    else { return nil }
    return path
  }

  private static var candidates: [String] {
    var result: [String] = []
    if let program {
      var parts = program.split(separator: "/").dropLast()
      while !parts.isEmpty {
        let parent = "/" + parts.joined(separator: "/")
        result += ["\(parent)/share/twheader/fonts", "\(parent)/.build/fonts"]
        parts.removeLast()
      }
    }
    return result + ["/usr/local/share/twheader/fonts", "/usr/share/twheader/fonts"]
  }

  /// The path of the executable without symbolic links.
  private static var program: String? {
    #if canImport(Darwin)
      var length = UInt32(PATH_MAX)
      var bytes = [CChar](repeating: 0, count: Int(length))
      guard _NSGetExecutablePath(&bytes, &length) == 0 else { return nil }
      return resolved(bytes)
    #else
      return resolved("/proc/self/exe") ?? process_path().flatMap { resolved($0) }
    #endif
  }

  private static func resolved(_ path: UnsafePointer<CChar>) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func isRegular(_ path: String) -> Bool {
    g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0
  }
}
