import HeaderModel
import Raster
import Testing

@testable import HeaderScene

struct SVGPathTests {
  private func mask(_ data: String) throws -> CoverageMask {
    let path = try Path(PathData(data))
    return try #require(CoverageMask(filling: path, size: .of(16, 16)))
  }

  private func area(_ mask: CoverageMask) -> Double {
    Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
  }

  @Test(
    "every way to write a square of 8",
    arguments: [
      "M4 4 L12 4 L12 12 L4 12 Z", "M4,4 12,4 12,12 4,12z", "m4 4 8 0 0 8 -8 0z",
      "M4 4H12V12H4Z", "m4 4h8v8h-8z", "M4 4h8v8H4", "M4-0 M4 4L12.0,4.0 12 1.2e1 L4 12Z",
    ])
  func square(data: String) throws {
    let mask = try mask(data)
    #expect(area(mask) == 64)
    #expect(mask.bytes[4 * 16 + 4] == 255)
    #expect(mask.bytes[11 * 16 + 11] == 255)
  }

  @Test(
    "arcs that make a disc of radius 6",
    arguments: [
      "M2 8 A6 6 0 0 1 14 8 A6 6 0 0 1 2 8 Z", "M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
      "M8 2a6 6 0 1 1-0.0001 0z", "M8 2A6 6 0 01 14 8A6 6 0 118 2z",
      "M2 8A1 1 0 0 1 14 8A1 1 0 0 1 2 8",
    ])
  func disc(data: String) throws {
    #expect(abs(area(try mask(data)) - 36 * Double.pi) < 0.1)
  }

  @Test("the large and the small arc, to both sides")
  func arcFlags() throws {
    // A chord of a quarter circle of radius 5 about (8, 8) or its mirror image.
    func segment(_ flags: String) throws -> Double {
      area(try mask("M8 3 A5 5 0 \(flags) 13 8 Z"))
    }
    let small = 25 * (Double.pi / 4 - 0.5)
    #expect(abs(try segment("0 1") - small) < 0.05)
    #expect(abs(try segment("1 0") - (25 * Double.pi - small)) < 0.6)
  }

  @Test("a turned ellipse")
  func turnedEllipse() throws {
    let upright = try mask("M8 2 A3 6 0 0 1 8 14 A3 6 0 0 1 8 2Z")
    let turned = try mask("M8 2 A6 3 90 0 1 8 14 A6 3 90 0 1 8 2Z")
    #expect(upright == turned)
  }

  @Test("smooth curves continue the last control point")
  func smooth() throws {
    #expect(
      try Path(PathData("M1 8C1 4 5 4 5 8S9 12 9 8"))
        == Path(PathData("M1 8C1 4 5 4 5 8C5 12 9 12 9 8")))
    #expect(
      try Path(PathData("M1 8Q3 4 5 8T9 8")) == Path(PathData("M1 8Q3 4 5 8Q7 12 9 8")))
    #expect(try Path(PathData("M1 8S3 4 5 8")) == Path(PathData("M1 8C1 8 3 4 5 8")))
  }

  @Test(
    "faults name their place",
    arguments: [
      ("L1 1", PathData.Failure.noMoveTo), ("4 4", .noMoveTo),
      ("M1 1 X2", .unknownCommand("X", position: 6)), ("M1", .noNumber(position: 3)),
      ("M1 1 A2 2 0 2 0 3 3", .noFlag(position: 13)), ("M1 1 L2", .noNumber(position: 8)),
      ("M0 0 L1e999 0", .numberTooLarge(position: 7)),
      ("M0 0 L-1e10 0", .numberTooLarge(position: 7)),
      (",M1 1", .strayComma(position: 1)), ("M,1 1", .strayComma(position: 2)),
      ("M1,,1", .strayComma(position: 4)), ("M1 1,L2 2", .strayComma(position: 5)),
      ("M1 1 2 2 , ", .strayComma(position: 10)), ("M1 1Z,M2 2", .strayComma(position: 6)),
      ("M1 1 A2 2 0,,0 1 3 3", .strayComma(position: 13)),
    ])
  func faults(data: String, failure: PathData.Failure) {
    #expect(throws: failure) { try PathData(data) }
  }

  @Test("one comma may stand between two numbers")
  func commas() throws {
    #expect(
      try Path(PathData("M1 , 1,2,2 A2,2,0,0,1,3,3"))
        == Path(PathData("M1 1 L2 2 A2 2 0 0 1 3 3")))
  }

  @Test(
    "a stroked contour without length is its caps", arguments: ["M8 8h0", "M8 8z", "M8 8L8 8 8 8"])
  func dots(data: String) throws {
    let path = try Path(PathData(data))
    let dot = try #require(CoverageMask(stroking: path, width: 8, size: .of(16, 16)))
    #expect(abs(area(dot) - 16 * Double.pi) < 0.1)
  }

  @Test("a move alone draws nothing")
  func lonelyMove() throws {
    let mask = try CoverageMask(stroking: Path(PathData("M8 8")), width: 8, size: .of(16, 16))
    #expect(mask.map(area) == 0)
  }

  @Test("every built-in icon has ink within its box")
  func namedIcons() throws {
    for icon in HeaderIcon.allCases {
      let key = IconMask.Key(
        shape: .named(icon.rawValue), width: 48, height: 48, lineWidth: nil, scale: 2)
      let made = try #require(IconMask.make(key))
      #expect(area(made.mask) > 60, "\(icon)")
    }
  }
}
