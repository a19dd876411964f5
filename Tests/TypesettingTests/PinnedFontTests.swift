import Raster
import TestSupport
import Testing

@testable import Typesetting

/// Bundled fonts have priority over installed ones.
struct PinnedFontTests {
  private let typesetter: Typesetter

  init() throws { typesetter = try Typesetter() }

  private func shape(
    _ text: String, family: String = TextStyle.defaultFamily, weight: FontWeight = .regular,
    isItalic: Bool = false
  ) throws -> ShapedText {
    var style = TextStyle(family: family, pointSize: 40, weight: weight)
    style.isItalic = isItalic
    return try typesetter.shape(TextRun(text, style: style), scale: 1)
  }

  @Test("all pinned files exist and have the recorded SHA-256")
  func files() throws {
    #expect(PinnedFonts.missing == [])
    #expect(PinnedFonts.warning == nil)
    for file in PinnedFonts.files {
      let path = try #require(PinnedFonts.path(of: file))
      // The font is not in the table, so its digest is computed.
      let use = FontUse(family: file.family, version: "", path: path, origin: .specified)
      #expect(use.sha256 == file.sha256)
    }
  }

  @Test(
    "a pinned font draws every character it has",
    arguments: [
      ("Ada Lovelace", "Inter Display"), ("Ελένη Анна", "Inter Display"), ("שלום", "Heebo"),
      ("مرحبا", "Noto Sans Arabic"), ("नमस्ते", "Noto Sans Devanagari"),
      ("สวัสดี", "Noto Sans Thai"),
    ])
  func drawsItsScript(text: String, family: String) throws {
    let fonts = try shape(text).fonts.map(\.font)
    #expect(fonts.map(\.family) == [family])
    #expect(fonts.allSatisfy { $0.origin == .pinned && !$0.path.hasPrefix("/usr/share/fonts") })
  }

  /// Versions of FreeType round outlines of the default instance differently, and versions of
  /// HarfBuzz the position of weight 700.
  @Test(
    "a pinned face has axis settings that all versions of the libraries round alike",
    arguments: [
      ("Ada", "Inter", ["opsz=14.0004"], ["wght=699.995", "opsz=14.0004"]),
      ("Ada", "Inter Display", ["opsz=32"], ["wght=699.995", "opsz=32"]),
      ("שלום", "Inter Display", ["wght=400.005"], ["wght=699.995"]),
      ("مرحبا", "Inter", ["wght=400.005"], ["wght=699.995"]),
      ("नमस्ते", "Inter", ["wght=400.005"], ["wght=699.995"]),
      ("สวัสดี", "Inter", ["wght=400.005"], ["wght=699.995"]),
    ])
  func axisSettings(text: String, family: String, regular: [String], bold: [String]) throws {
    for (weight, wanted) in [(FontWeight.regular, regular), (.bold, bold)] {
      let style = TextStyle(family: family, pointSize: 40, weight: weight)
      let line = try PangoLine(
        text, style, family: typesetter.fonts.name(ofFamily: family), scale: 1,
        fonts: typesetter.fonts)
      let patterns = line.runs().compactMap { PangoLine.pattern(of: $0.font) }
      #expect(patterns.count == 1)
      let settings: [Substring] = patterns.flatMap { pattern in
        FontLibrary.texts("fontvariations", pattern).flatMap { $0.split(separator: ",") }
      }
      for setting in wanted { #expect(settings.contains(Substring(setting))) }
    }
  }

  @Test("an installed font supplies missing characters and is reported with them")
  func fallback() throws {
    let runs = try shape("a你好").fonts
    #expect(runs.map(\.font.origin) == [.pinned, .fallback])
    #expect(runs[1].characters.map(String.init) == ["你", "好"])
    let chosen = try shape("a", family: "DejaVu Sans").fonts
    #expect(chosen.map(\.font.origin) == [.requested])
    #expect(chosen[0].font.family == "DejaVu Sans")
  }

  @Test("a box for a missing character is drawn by no font")
  func missing() throws {
    let shaped = try shape("\u{E9FF}")
    #expect(shaped.missingCharacters == ["\u{E9FF}"])
    #expect(shaped.fonts.isEmpty)
  }

  @Test(
    "Inter Display is the cut for titles: narrower than Inter in every weight",
    arguments: FontWeight.allCases)
  func displayCut(weight: FontWeight) throws {
    for isItalic in [false, true] {
      let display = try shape("Headline", weight: weight, isItalic: isItalic)
      let text = try shape("Headline", family: "Inter", weight: weight, isItalic: isItalic)
      #expect(display.advanceWidth < text.advanceWidth * 0.97)
    }
  }

  @Test("each weight has separate outlines, upright and italic")
  func weights() throws {
    for isItalic in [false, true] {
      let masks = try FontWeight.allCases.map {
        try shape("H", weight: $0, isItalic: isItalic).mask
      }
      #expect(Set(masks).count == FontWeight.allCases.count)
      let ink = masks.map { mask in (mask?.bytes ?? []).reduce(0) { $0 + Int($1) } }
      #expect(ink == ink.sorted())
    }
    #expect(try shape("H").mask != shape("H", isItalic: true).mask)
  }

  @Test("a family's case does not matter")
  func caseOfFamilies() throws {
    #expect(typesetter.isInstalled(family: "inter display"))
    #expect(try shape("abc", family: "INTER DISPLAY").mask == shape("abc").mask)
  }

  @Test("a revision is printed with three decimals")
  func versions() {
    #expect(FontUse.version(262_210) == "4.001")
    #expect(FontUse.version(65536 * 2 + 3277) == "2.050")
  }
}
