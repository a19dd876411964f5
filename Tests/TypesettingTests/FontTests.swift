import PortableMath
import TestSupport
import Testing
import Typesetting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The sources of fonts, and errors if fonts are not available.
struct FontTests {
  /// The folder in which DejaVu Sans is installed.
  private func dejaVuFolder() throws -> String {
    let fonts = try Typesetter().installedFonts
    let path = try #require(fonts.first { $0.families.contains("DejaVu Sans") }).path
    return String(path[..<(try #require(path.lastIndex(of: "/")))])
  }

  @Test("a font folder's fonts are the only ones")
  func exactFolder() throws {
    let folder = try dejaVuFolder()
    let typesetter = try Typesetter(fontFolder: folder)
    #expect(!typesetter.installedFonts.isEmpty)
    #expect(typesetter.installedFonts.allSatisfy { $0.path.hasPrefix(folder + "/") })
    #expect(!typesetter.isInstalled(family: "Inter"))
    let style = TextStyle(family: "Inter", pointSize: 17)
    let other = TextStyle(family: "DejaVu Sans", pointSize: 17)
    #expect(
      try typesetter.shape(TextRun("abc", style: style), scale: 2)
        .looks(like: Typesetter().shape(TextRun("abc", style: other), scale: 2)))
  }

  @Test("a font file precedes all families, which supply missing characters")
  func fontFile() throws {
    let typesetter = try Typesetter()
    let file = try dejaVuFolder() + "/DejaVuSans.ttf"
    func width(_ text: String, _ edit: (inout TextStyle) -> Void) throws -> Double {
      var style = TextStyle(pointSize: 40)
      edit(&style)
      return try typesetter.width(TextRun(text, style: style))
    }
    let own = try width("Words") { $0.fontFile = file }
    #expect(own == (try width("Words") { $0.family = "DejaVu Sans" }))
    #expect(own != (try width("Words") { _ in }))
    // The font is known afterwards, but under a name that documents cannot use.
    #expect(own == (try width("Words") { $0.fontFile = file }))
    #expect(typesetter.installedFonts.count { $0.path == file } == 1)
    let error = #expect(throws: TypesettingError.self) {
      try width("Words") { $0.fontFile = #filePath }
    }
    #expect(error?.description.hasPrefix(#filePath + " is not a font file") == true)
  }

  @Test("italic letters slant, with the font's own face or without")
  func italic() throws {
    let typesetter = try Typesetter()
    let file = try dejaVuFolder() + "/DejaVuSans.ttf"
    for font in [nil, file] {
      func ink(_ isItalic: Bool) throws -> ShapedText {
        var style = TextStyle(pointSize: 100)
        style.fontFile = font
        style.isItalic = isItalic
        return try typesetter.shape(TextRun("l", style: style), scale: 1)
      }
      let (upright, slanted) = (try ink(false), try ink(true))
      #expect(slanted.ink.width > upright.ink.width + 8, "\(font ?? "family")")
      #expect(slanted.ink.height <= upright.ink.height + 2)
    }
  }

  @Test("a font folder that does not exist, or is a file, is refused by name")
  func noFolder() throws {
    for path in ["/no/such/folder", #filePath] {
      let error = #expect(throws: TypesettingError.self) { try Typesetter(fontFolder: path) }
      #expect(error?.description == "\(path): no such font folder; give an existing folder")
    }
  }

  @Test("a folder without fonts is an error that names it alone")
  func emptyFolder() throws {
    let folder = String(#filePath.prefix(upTo: try #require(#filePath.lastIndex(of: "/"))))
    let error = #expect(throws: TypesettingError.self) { try Typesetter(fontFolder: folder) }
    #expect(
      error?.description == "no font is installed in \(folder); install one, for example Inter")
  }

  @Test("characters that no font has are listed once each, with the fonts to install")
  func missingCharacters() throws {
    let typesetter = try Typesetter(fontFolder: try dejaVuFolder())
    let run = TextRun("aกก你b", style: TextStyle(pointSize: 17))
    let missing = try typesetter.shape(run, scale: 1).missingCharacters
    #expect(missing == ["ก", "你"])
    #expect(
      FontAdvice.sentence(for: missing)
        == "no font has ก (U+0E01), 你 (U+4F60); install Noto Sans Thai (Debian: fonts-noto-core), "
        + "Noto Sans CJK (Debian: fonts-noto-cjk)")
  }

  @Test(
    "a long list of missing characters is truncated, and invisible characters are listed as numbers"
  )
  func longAdvice() {
    let marks = (0..<9).compactMap { Unicode.Scalar(0x0E34 + $0) }
    let sentence = FontAdvice.sentence(for: marks)
    #expect(sentence.hasPrefix("no font has U+0E34, U+0E35"))
    #expect(sentence.contains(" and 1 more; install Noto Sans Thai"))
    for (scalar, name) in [("\u{AD}", "U+00AD"), ("\u{200B}", "U+200B"), ("\u{E0001}", "U+E0001")] {
      let sentence = FontAdvice.sentence(for: Array(scalar.unicodeScalars))
      #expect(sentence.hasPrefix("no font has \(name); install "))
    }
  }

  @Test(
    "who lacks a character is told which font has it",
    arguments: [
      ("\u{20000}", "\u{20000} (U+20000)", "Hanazono Mincho (Debian: fonts-hanazono)"),
      ("\u{30A2}", "\u{30A2} (U+30A2)", "Noto Sans CJK (Debian: fonts-noto-cjk)"),
      ("\u{905}", "\u{905} (U+0905)", "Noto Sans Devanagari (Debian: fonts-noto-core)"),
      ("\u{5D0}", "\u{5D0} (U+05D0)", "Noto Sans Hebrew (Debian: fonts-noto-core)"),
      ("\u{628}", "\u{628} (U+0628)", "Noto Sans Arabic (Debian: fonts-noto-core)"),
      ("\u{1F600}", "\u{1F600} (U+1F600)", "Noto Color Emoji (Debian: fonts-noto-color-emoji)"),
      ("\u{2603}", "\u{2603} (U+2603)", "Noto Sans Symbols 2 (Debian: fonts-noto-core)"),
      ("\u{10D0}", "\u{10D0} (U+10D0)", "the Noto Sans fonts (Debian: fonts-noto-core)"),
      ("\u{E000}", "U+E000", "the font that this private character belongs to"),
    ])
  func advice(character: String, name: String, font: String) {
    let sentence = FontAdvice.sentence(for: Array(character.unicodeScalars))
    #expect(sentence == "no font has \(name); install \(font)")
  }

  @Test("a device in a font folder is rejected at any depth", arguments: ["", "inner/"])
  func device(folder: String) throws {
    let fonts = try TemporaryFolder()
    try fonts.write(folder + "no-font.txt", [])
    // Unless it is rejected, reading from a pipe would block.
    try #require(symlink("/dev/null", fonts.path + "/" + folder + "device") == 0)
    let error = #expect(throws: TypesettingError.self) { try Typesetter(fontFolder: fonts.path) }
    #expect(
      error?.description.hasSuffix(
        folder + "device is a pipe or a device; give a folder of font files") == true)
  }

  #if os(Linux)
    @Test(
      "a typesetter that is gone leaves no memory behind",
      .disabled(if: Sanitizer.isActive, "a sanitizer keeps for a while what is given back"))
    func memoryIsGivenBack() async {
      await #expect(processExitsWith: .success) {
        func use(_ count: Int) throws {
          for _ in 0..<count {
            let run = TextRun("Wave", style: TextStyle(pointSize: 17))
            _ = try Typesetter().shape(run, scale: 1)
          }
        }
        try use(40)
        let before = processBytes(field: 1)
        try use(200)
        // A leaked configuration would take 12 KB each: 2.4 MB.
        let growth = processBytes(field: 1) - before
        exit(before > 0 && growth < 1 << 20 ? 0 : 1)
      }
    }

    @Test("scarce file descriptors are not reported as missing fonts")
    func fewDescriptors() async {
      await #expect(processExitsWith: .success) {
        var limit = rlimit(rlim_cur: 6, rlim_max: 6)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        do {
          _ = try Typesetter()
        } catch let error as TypesettingError where error == .openFiles {
          exit(0)
        }
        exit(1)
      }
    }

    @Test(
      "too little memory is an error, also for a line after the fonts were found",
      .disabled(if: Sanitizer.isActive, "a sanitizer needs the addresses that are taken away here"))
    func littleMemory() async {
      await #expect(processExitsWith: .success) {
        let typesetter = try Typesetter()
        let run = TextRun("Wave", style: TextStyle(pointSize: 17))
        // Enough for the process itself, but not for additional requests of the libraries.
        let bytes = rlim_t(processBytes(field: 0) + (16 << 20))
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        do {
          _ = try typesetter.shape(run, scale: 1)
        } catch let error as TypesettingError where error == .memory {
          exit(0)
        }
        exit(1)
      }
    }
  #endif
}

#if os(Linux)
  /// Returns a size of this process in bytes: field 0 is the address space, field 1 the resident
  /// memory.
  private func processBytes(field: Int) -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = line.prefix { $0 != 0 }.map { Character(Unicode.Scalar(UInt8($0))) }
    let fields = String(text).split(separator: " ")
    return fields.count > field ? (Int(fields[field]) ?? 0) * Int(getpagesize()) : 0
  }
#endif
