import Raster
import Testing
import Typesetting

/// Invalid requests.
struct RefusalTests {
  @Test("sizes out of range", arguments: [0, -1, 2001, .nan, .infinity])
  func pointSize(size: Double) throws {
    let typesetter = try Typesetter()
    let error = #expect(throws: TypesettingError.self) {
      try typesetter.width(TextRun("a", style: TextStyle(pointSize: size)))
    }
    #expect(
      error?.description
        == "font size \(size) is out of range; give more than 0 and at most 2000.0 points")
  }

  @Test("scales out of range", arguments: [0, -2, 65, .nan, .infinity])
  func scale(scale: Double) throws {
    let typesetter = try Typesetter()
    #expect(throws: TypesettingError.self) {
      try typesetter.shape(TextRun("a", style: TextStyle(pointSize: 17)), scale: scale)
    }
  }

  @Test("the largest size is accepted")
  func largestSize() throws {
    let typesetter = try Typesetter()
    func width(_ size: Double) throws -> Double {
      try typesetter.width(TextRun("a", style: TextStyle(family: "DejaVu Sans", pointSize: size)))
    }
    #expect(abs(try width(TextStyle.largestPointSize) / width(1000) - 2) < 1e-3)
  }

  @Test("measures out of range", arguments: [.nan, .infinity, 1e9, -1e9])
  func measure(value: Double) throws {
    let typesetter = try Typesetter()
    let tracked = TextStyle(pointSize: 17, tracking: value)
    #expect(throws: TypesettingError.self) {
      try typesetter.width(TextRun("a", style: tracked))
    }
    let plain = TextStyle(pointSize: 17)
    #expect(throws: TypesettingError.self) {
      try typesetter.width(TextRun("a", style: plain, maximumWidth: value))
    }
  }

  @Test("a picture too large is refused before it is painted")
  func inkTooLarge() throws {
    let typesetter = try Typesetter()
    let run = TextRun(String(repeating: "W", count: 4000), style: TextStyle(pointSize: 17))
    let error = #expect(throws: TypesettingError.self) { try typesetter.shape(run, scale: 2) }
    let words = try #require(error?.description.split(separator: " "))
    let (width, height) = (try #require(Int(words[2])), try #require(Int(words[4])))
    #expect(width > Typesetter.largestInkSide && height < 100)
    #expect(
      error?.description
        == "text of \(width) x \(height) pixels is too large; give a smaller font or scale (at most "
        + "\(Typesetter.largestInkSide) pixels a side)")
  }
}
