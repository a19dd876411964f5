import PortableMath
import Raster
import Testing
import Typesetting

/// Scripts that need fallback fonts. Requires the bundled fonts, fonts-dejavu-core,
/// fonts-wqy-microhei and fonts-noto-color-emoji.
struct ScriptTests {
  let typesetter: Typesetter

  init() throws { typesetter = try Typesetter() }

  func shape(
    _ text: String, family: String = TextStyle.defaultFamily, weight: FontWeight = .regular
  ) throws -> ShapedText {
    let style = TextStyle(family: family, pointSize: 17, weight: weight)
    return try typesetter.shape(TextRun(text, style: style), scale: 2)
  }

  @Test(
    "other scripts have glyphs",
    arguments: [
      "Ελληνικά", "Кириллица", "שלום", "مرحبا", "你好世界", "こんにちは", "안녕하세요", "😀❤️",
    ])
  func otherScriptsHaveGlyphs(text: String) throws {
    let shaped = try shape(text)
    #expect(shaped.missingCharacters.isEmpty)
    #expect(shaped.ink.width > 20 && shaped.ink.height > 15)
  }

  @Test("right-to-left letters run from right to left")
  func hebrewOrder() throws {
    // The second letter starts the line, so it looks as if it were alone.
    try requireStart(of: shape("אב"), like: shape("ב"))
  }

  private func requireStart(
    of line: ShapedText, from start: Int = 0, like left: ShapedText, within most: Int = 0
  ) {
    for x in 0..<Int(left.advanceWidth) - 2 {
      for y in -40..<10 {
        let difference = Int(coverage(line, x: start + x, y: y)) - Int(coverage(left, x: x, y: y))
        #expect(abs(difference) <= most)
      }
    }
  }

  private func coverage(_ text: ShapedText, x: Int, y: Int) -> UInt8 {
    guard
      let mask = text.mask, (text.ink.x..<text.ink.maxX).contains(x),
      (text.ink.y..<text.ink.maxY).contains(y)
    else { return 0 }
    return mask.bytes[(y - text.ink.y) * mask.width + x - text.ink.x]
  }

  @Test("arabic letters join")
  func arabicJoins() throws {
    let joined = try shape("بيت").advanceWidth
    let apart = try ["ب", "ي", "ت"].reduce(0) { try $0 + shape($1).advanceWidth }
    #expect(joined < apart * 0.9)
  }

  @Test("mixed text takes its direction from its first strong letter")
  func direction() throws {
    // Both start with the letters, except for rounding by one level.
    for text in ["שלום abc", "abc שלום"] {
      try requireStart(of: shape(text), like: shape("abc"), within: 1)
    }
    // In right-to-left order the second number would be first.
    try requireStart(of: shape("123 456"), like: shape("123"), within: 1)
  }

  @Test("a box contains emoji as a picture and letters as a mask")
  func emojiAndLetters() throws {
    let shaped = try shape("Hi 😀")
    let picture = try #require(shaped.picture)
    let mask = try #require(shaped.mask)
    #expect(picture.size == mask.size)
    #expect(picture.width == shaped.ink.width)
    let half = picture.width / 2
    for pixel in 0..<picture.size.area {
      let alpha = picture.bytes[pixel * 4 + 3]
      #expect(picture.bytes[pixel * 4..<pixel * 4 + 3].allSatisfy { $0 <= alpha })
      if pixel % picture.width < half - 10 { #expect(alpha == 0) }
    }
    // The face is yellow: much red and green, little blue.
    let center = (picture.height / 2 * picture.width + picture.width - 34) * 4
    #expect(picture.bytes[center] > 180 && picture.bytes[center + 2] < 120)
  }

  @Test("an emoji is as high as its line")
  func emojiSize() throws {
    let ink = try shape("😀").ink
    #expect((34...48).contains(ink.height) && (34...50).contains(ink.width))
    #expect(ink.y < -25 && ink.maxY < 14)
  }

  @Test("an emoji moves with its pen")
  func emojiPlace() throws {
    func center(_ subpixelX: Double) throws -> Double {
      let style = TextStyle(pointSize: 17)
      let shaped = try typesetter.shape(
        TextRun("😀", style: style), scale: 2, subpixelX: subpixelX)
      let picture = try #require(shaped.picture)
      var (sum, moment) = (0.0, 0.0)
      for pixel in 0..<picture.size.area {
        let alpha = Double(picture.bytes[pixel * 4 + 3])
        sum += alpha
        moment += alpha * Double(shaped.ink.x + pixel % picture.width)
      }
      return moment / sum
    }
    #expect(abs(try center(0.75) - center(0) - 0.75) < 0.3)
  }

  @Test("a joined emoji is one glyph")
  func joinedEmoji() throws {
    #expect(try shape("👩‍👩‍👧").advanceWidth == shape("😀").advanceWidth)
  }

  @Test("a missing family is reported and replaced by a fallback")
  func missingFamily() throws {
    #expect(!typesetter.isInstalled(family: "No Such Family"))
    #expect(typesetter.isInstalled(family: "Inter"))
    #expect(typesetter.isInstalled(family: "dejavu sans"))
    #expect(try shape("abc", family: "No Such Family") == shape("abc", family: "Inter"))
    #expect(try shape("abc", family: "Inter") != shape("abc", family: "DejaVu Sans"))
  }

  @Test("a family with a comma or style words names one family")
  func familyIsOneName() throws {
    let first = try shape("abc", family: "DejaVu Sans,Inter Bold 40")
    #expect(try first.looks(like: shape("abc", family: "DejaVu Sans")))
    let missing = try shape("abc", family: "No Such Family,DejaVu Sans")
    #expect(try missing == shape("abc", family: "Inter"))
  }

  @Test("missing characters come from a fallback font")
  func otherFamily() throws {
    #expect(try shape("你好").looks(like: shape("你好", family: "WenQuanYi Micro Hei")))
    // Each part of a line, except for rounding by one level.
    let (line, letters) = try (shape("abc 你好"), shape("abc "))
    requireStart(of: line, like: letters, within: 1)
    let pen = letters.advanceWidth
    let other = try typesetter.shape(
      TextRun("你好", style: TextStyle(family: "WenQuanYi Micro Hei", pointSize: 17)), scale: 2,
      subpixelX: pen - pen.rounded(.down))
    requireStart(of: line, from: Int(pen), like: other, within: 1)
  }

  @Test("characters no font has are reported and boxed")
  func missingCharacters() throws {
    let shaped = try shape("a\u{10FFFD}b")
    #expect(shaped.missingCharacters == ["\u{10FFFD}"] && shaped.mask != nil)
  }

  @Test(
    "decomposed characters look as composed ones",
    arguments: [
      ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"),
    ])
  func normalization(decomposed: String, composed: String) throws {
    #expect(try shape(decomposed) == shape(composed))
  }

  @Test("fonts without a bold face are thickened")
  func syntheticBold() throws {
    func ink(_ weight: FontWeight) throws -> Int {
      try #require(try shape("你好", weight: weight).mask).bytes.reduce(0) { $0 + Int($1) }
    }
    #expect(try ink(.bold) > ink(.regular) * 11 / 10)
  }
}

extension ShapedText {
  /// Returns true if another text has the same measures and pixels, regardless of its fonts.
  func looks(like other: ShapedText) -> Bool {
    ink == other.ink && mask == other.mask && picture == other.picture
      && advanceWidth == other.advanceWidth && missingCharacters == other.missingCharacters
  }
}
