import PortableMath
import Raster
import Testing
import Typesetting

/// The measures of a line and the position of its ink.
struct ShapingTests {
  let typesetter: Typesetter

  init() throws { typesetter = try Typesetter() }

  func shape(
    _ text: String, size: Double = 17, weight: FontWeight = .regular, tracking: Double = 0,
    maximumWidth: Double? = nil, scale: Double = 2, subpixelX: Double = 0
  ) throws -> ShapedText {
    let style = TextStyle(pointSize: size, weight: weight, tracking: tracking)
    return try typesetter.shape(
      TextRun(text, style: style, maximumWidth: maximumWidth), scale: scale, subpixelX: subpixelX)
  }

  @Test("width grows with the font size, without steps", arguments: [9.5, 12, 17, 34.25, 100])
  func widthIsLinearInSize(size: Double) throws {
    let one = try typesetter.width(TextRun("Wave AVATAR", style: TextStyle(pointSize: 10)))
    let other = try typesetter.width(TextRun("Wave AVATAR", style: TextStyle(pointSize: size)))
    #expect(abs(other - one * size / 10) < 0.02)
  }

  @Test("advance in device pixels is the width in points times the scale", arguments: [1.0, 2, 3])
  func advanceFollowsScale(scale: Double) throws {
    let style = TextStyle(pointSize: 15, weight: .bold)
    let points = try typesetter.width(TextRun("My Handle", style: style))
    let pixels = try shape("My Handle", size: 15, weight: .bold, scale: scale).advanceWidth
    #expect(abs(pixels - points * scale) < 0.05)
  }

  @Test("kerning reduces the distance of letters")
  func kerning() throws {
    let pair = try shape("AV", size: 100).advanceWidth
    let apart = try shape("A", size: 100).advanceWidth + shape("V", size: 100).advanceWidth
    #expect(pair < apart - 2)
  }

  @Test("tracking adds its points between characters", arguments: [1.5, -0.75])
  func tracking(points: Double) throws {
    let plain = try shape("abcd")
    let tracked = try shape("abcd", tracking: points)
    #expect(abs(tracked.advanceWidth - plain.advanceWidth - 3 * points * 2) < 0.02)
  }

  @Test(
    "regular labels have 7 to 10 % more ink than the font gives them, heavier ones as much",
    arguments: [("Test Cell", 17), ("Follow", 15), ("Carrier", 12)], [1.0, 2, 3])
  func regularLabelsAreThickened(label: (text: String, size: Double), scale: Double) throws {
    func ink(_ style: TextStyle) throws -> (sum: Int, advance: Double) {
      let text = try typesetter.shape(TextRun(label.text, style: style), scale: scale)
      return (text.mask?.bytes.reduce(0) { $0 + Int($1) } ?? 0, text.advanceWidth)
    }
    for (weight, more) in [(FontWeight.regular, 1.07...1.1), (.semibold, 1...1)] {
      let style = TextStyle.system(pointSize: label.size, weight: weight)
      var plain = style
      plain.thickening = 0
      let (thick, thin) = (try ink(style), try ink(plain))
      #expect(more.contains(Double(thick.sum) / Double(thin.sum)))
      #expect(thick.advance == thin.advance)
    }
  }

  @Test("strokes grow by their thickening on every side, and none of it is cut")
  func thickening() throws {
    func stroke(_ thickening: Double) throws -> (width: Double, height: Double) {
      let style = TextStyle(pointSize: 100, thickening: thickening)
      let mask = try #require(
        typesetter.shape(TextRun("l", style: style), scale: 1).mask)
      let row = mask.bytes[mask.height / 2 * mask.width..<(mask.height / 2 + 1) * mask.width]
      let column = (0..<mask.height).map { mask.bytes[$0 * mask.width + mask.width / 2] }
      func length(_ bytes: some Sequence<UInt8>) -> Double {
        bytes.reduce(0) { $0 + Double($1) } / 255
      }
      return (length(row), length(column))
    }
    let (thin, thick) = (try stroke(0), try stroke(0.04))
    #expect(abs(thick.width - thin.width - 4) < 0.02)
    #expect(abs(thick.height - thin.height - 4) < 0.02)
  }

  @Test(
    "a weight between two is the nearer one",
    arguments: [
      (0.0, 100), (149, 100), (150, 200), (349, 300), (350, 400), (449, 400), (450, 500),
      (651, 700), (880, 900), (2000, 900),
    ])
  func nearestWeight(weight: Double, expected: Int) {
    #expect(FontWeight(nearest: weight).rawValue == expected)
  }

  @Test("ascent and descent are the font's")
  func extent() throws {
    let extent = try typesetter.extent(of: TextStyle(family: "DejaVu Sans", pointSize: 17))
    // The hhea table: 1901 and 483 of 2048 units.
    #expect(abs(extent.ascent - 1901 / 2048) < 1 / 200)
    #expect(abs(extent.descent - 483 / 2048) < 1 / 200)
  }

  @Test("a capital is on the baseline and has the font's cap height")
  func capitalOnBaseline() throws {
    let text = try shape("H", size: 100, scale: 1)
    // The capitals of Inter Display have a height of 1490 of 2048 units.
    #expect(text.ink.maxY == 0)
    #expect(text.ink.height == 73)
    // The ascent is 1984 of 2048 units, the descent 494.
    let extent = try typesetter.extent(of: TextStyle(pointSize: 100))
    #expect(abs(extent.ascent - 1984 / 2048) < 0.001)
    #expect(abs(extent.descent - 494 / 2048) < 0.001)
  }

  @Test("mask and ink box agree, and every border of the box has ink")
  func inkBoxIsTight() throws {
    let text = try shape("Quick", size: 20)
    let mask = try #require(text.mask)
    #expect(mask.width == text.ink.width && mask.height == text.ink.height)
    let rows = (0..<mask.height).map { row in
      (0..<mask.width).contains { mask.bytes[row * mask.width + $0] > 0 }
    }
    let columns = (0..<mask.width).map { column in
      (0..<mask.height).contains { mask.bytes[$0 * mask.width + column] > 0 }
    }
    #expect(rows.first == true && rows.last == true)
    #expect(columns.first == true && columns.last == true)
    #expect(mask.bytes.contains(255))
  }

  @Test("a line longer than any screen keeps its end")
  func longLineKeepsItsEnd() throws {
    let text = try shape(String(repeating: "w", count: 300))
    #expect(Double(text.ink.width) > text.advanceWidth - 8)
  }

  @Test("heavier weights have more ink")
  func weights() throws {
    let ink = try FontWeight.allCases.map { weight in
      try #require(try shape("Handle", weight: weight).mask).bytes.reduce(0) { $0 + Int($1) }
    }
    #expect(ink == ink.sorted() && Set(ink).count == 9)
  }

  @Test("a sub-pixel step right moves the ink's center by as much", arguments: [0.25, 0.5, 0.75])
  func subpixel(step: Double) throws {
    func center(_ text: ShapedText) throws -> Double {
      let mask = try #require(text.mask)
      var (sum, moment) = (0.0, 0.0)
      for (index, value) in mask.bytes.enumerated() {
        sum += Double(value)
        moment += Double(value) * (Double(text.ink.x + index % mask.width) + 0.5)
      }
      return moment / sum
    }
    let moved = try center(shape("Item", subpixelX: step)) - center(shape("Item"))
    #expect(abs(moved - step) < 0.02)
  }

  @Test("outlines are not hinted: a capital's top ends inside a pixel, as designed")
  func noHinting() throws {
    let style = TextStyle(family: "DejaVu Sans", pointSize: 17)
    let text = try typesetter.shape(TextRun("H", style: style), scale: 1)
    // The capitals of DejaVu Sans have a height of 1493 of 2048 units: 12.39 pixels.
    #expect(text.ink.height == 13)
    let mask = try #require(text.mask)
    let top = mask.bytes[..<mask.width].max() ?? 0
    let below = mask.bytes[mask.width..<2 * mask.width].max() ?? 0
    #expect(abs(Double(top) - 0.393 * Double(below)) < 3)
  }

  @Test("the same text twice gives the same picture, also from another typesetter")
  func repeatable() throws {
    let other = try Typesetter()
    let run = TextRun("Wave 😀 שלום", style: TextStyle(pointSize: 17, weight: .medium))
    let first = try typesetter.shape(run, scale: 2)
    #expect(try typesetter.shape(run, scale: 2) == first)
    #expect(try other.shape(run, scale: 2) == first)
  }

  @Test("text without ink has a width and no picture", arguments: ["", " ", "\n\t"])
  func noInk(text: String) throws {
    let shaped = try shape(text)
    #expect(shaped.ink.isEmpty && shaped.mask == nil && shaped.picture == nil)
    #expect((shaped.advanceWidth == 0) == text.isEmpty)
  }

  @Test(
    "line breaks, tabs and controls are spaces",
    arguments: ["\n", "\t", "\r", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}"])
  func controls(control: String) throws {
    #expect(try shape("a\(control)b") == shape("a b"))
  }

  @Test("a carriage return and line feed are two spaces")
  func carriageReturnLineFeed() throws {
    #expect(try shape("a\r\nb") == shape("a  b"))
  }
}
