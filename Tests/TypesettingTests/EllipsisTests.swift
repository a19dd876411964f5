import PortableMath
import Raster
import Testing
import Typesetting

/// The truncation of long texts.
struct EllipsisTests {
  let typesetter: Typesetter
  let style = TextStyle(pointSize: 17, weight: .bold)

  init() throws { typesetter = try Typesetter() }

  func shape(_ text: String, within width: Double?) throws -> ShapedText {
    try typesetter.shape(TextRun(text, style: style, maximumWidth: width), scale: 2)
  }

  @Test("text that fits is unchanged, also at exactly its width")
  func fits() throws {
    let whole = try shape("A long title", within: nil)
    #expect(try shape("A long title", within: whole.advanceWidth / 2) == whole)
  }

  @Test("cut text keeps the longest beginning that fits, no space before the ellipsis")
  func longestBeginning() throws {
    let cut = try shape("A long title", within: 70)
    #expect(cut.advanceWidth <= 140)
    let expected = try shape("A long…", within: nil)
    #expect(cut.mask == expected.mask && cut.advanceWidth == expected.advanceWidth)
    #expect(try shape("A long t…", within: nil).advanceWidth > 140)
  }

  @Test("a character of several scalars is kept or dropped whole")
  func clusters() throws {
    let family = "👩‍👩‍👧"
    let one = try shape("\(family)…", within: nil).advanceWidth
    let cut = try shape("\(family)\(family)\(family)", within: one / 2 + 1)
    #expect(cut.advanceWidth == one)
  }

  @Test("right-to-left text is cut at its left end")
  func rightToLeft() throws {
    let cut = try shape("שלום עולם שלום עולם", within: 80)
    let expected = try shape("שלום עולם…", within: nil)
    #expect(cut.advanceWidth <= 160 && cut.advanceWidth <= expected.advanceWidth)
    // The dots are low, so the left end has no ink above their height.
    let mask = try #require(cut.mask)
    let upperLeft = (0..<mask.height / 2).flatMap { row in
      mask.bytes[row * mask.width..<row * mask.width + 16]
    }
    #expect(upperLeft.allSatisfy { $0 == 0 })
  }

  @Test("the line is empty if not even an ellipsis fits", arguments: [0, -5, 2])
  func nothingFits(width: Double) throws {
    let cut = try shape("title", within: width)
    #expect(cut.ink.isEmpty && cut.advanceWidth == 0)
  }

  @Test("a hundred thousand characters are set as the first 4,096 and an ellipsis")
  func bounded() throws {
    let small = TextStyle(pointSize: 1)
    let long = TextRun(String(repeating: "i", count: 100_000), style: small)
    let short = TextRun(String(repeating: "i", count: 4096) + "…", style: small)
    #expect(try typesetter.shape(long, scale: 1) == typesetter.shape(short, scale: 1))
    // For spaces only, just the ellipsis is visible.
    let dots = try typesetter.shape(TextRun("…", style: style), scale: 2)
    for (count, isSeen) in [(4096, false), (4097, true)] {
      let spaces = TextRun(String(repeating: " ", count: count), style: style)
      #expect(try typesetter.shape(spaces, scale: 2).ink.height == (isSeen ? dots.ink.height : 0))
    }
  }

  @Test("a long text within a width ends like any other")
  func longWithinWidth() throws {
    let long = try shape(String(repeating: "word ", count: 20_000), within: 200)
    let short = try shape(String(repeating: "word ", count: 20), within: 200)
    #expect(long == short)
  }
}
