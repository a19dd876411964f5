import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// The values of expressions.
@Suite struct Expressions {
  static let numbers: [(String, Double)] = [
    ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 - 3 - 4", -5), ("24 / 4 / 2", 3), ("-2 * -3", 6),
    ("--2", 2), ("- 2 + 5", 3), ("1.5e2 + .5", 150.5), ("7 % 3", 1), ("-7 % 3", -1),
    ("7 % -3", 1), ("5.5 % 2", 1.5), ("1 + 6 % 4", 3),
    ("true ? 1 : 2", 1), ("false ? 1 : true ? 2 : 3", 2), ("1 < 2 ? 10 : 20", 10),
    ("false ? 1 / 0 : 4", 4), ("true || 1 / 0 > 1 ? 1 : 0", 1), ("false && 1 / 0 > 1 ? 1 : 0", 0),
    ("(true ? 1 : 2) + 1", 2), ("true ? 1 : 2 + 1", 1),
    ("min(3, 1, 2)", 1), ("max(3)", 3), ("max(1, 5, 2)", 5),
    ("clamp(0, 5, 3)", 3), ("clamp(0, -5, 3)", 0), ("clamp(2, 1, 2)", 2),
    ("mix(10, 20, 0.25)", 12.5), ("mix(10, 20, 2)", 30), ("progress(15, 10, 20)", 0.5),
    ("progress(5, 10, 20)", -0.5), ("abs(-3)", 3), ("floor(-1.5)", -2), ("ceil(-1.5)", -1),
    ("round(2.5)", 3), ("round(-2.5)", -2), ("round(-2.6)", -3), ("round(0.49999999999999994)", 0),
    ("sign(-4)", -1), ("sign(0)", 0), ("sign(9)", 1), ("sqrt(2)", 2.0.squareRoot()),
    ("sqrt(0)", 0), ("sin(30)", 0.49999999999999994), ("sin(90) + sin(-90) + sin(180)", 0),
    ("cos(60)", 0.49999999999999994),
    ("cos(0) + cos(180) + cos(90)", 0), ("sin(450)", 1), ("sin(45)", 0.7071067811865475),
    ("pow(2, 10)", 1024), ("pow(-3, 3)", -27), ("pow(2, -2)", 0.25), ("pow(0, 0)", 1),
    ("pow(1.5, 2)", 2.25), ("interpolate(5, [0, 10], [0, 100])", 50),
    ("interpolate(20, [0, 10], [0, 100])", 200),
    ("interpolate(20, [0, 10], [0, 100], clamp)", 100),
    ("interpolate(20, [0, 10], [0, 100], identity)", 20),
    ("screen.width", 375), ("screen.height - statusBar.height", 647), ("screen.scale", 2),
    ("safeArea.top + safeArea.bottom", 20), ("navigationBar.height", 44),
    ("theme.dark ? 1 : 0", 0), ("parent.width + parent.height", 1042),
    ("offset + contentOffset + delta + velocity + time", 0), ("dragging ? 1 : 0", 0),
  ]

  @Test(arguments: numbers) func evaluatesNumbers(_ expression: String, _ value: Double) throws {
    #expect(try TestDocument.number(expression) == value)
  }

  static let conditions: [(String, Bool)] = [
    ("1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3", true), ("1 == 1 && 1 != 2", true), ("!(1 == 1)", false),
    ("!true || true", true), ("true == false", false), ("1 < 2 == true", true),
    ("1 + 1 == 2", true), ("false && true || true", true), ("true || true && false", true),
    ("-0 == 0", true), ("0.1 + 0.2 == 0.3", false), ("true ? false : true", false),
  ]

  @Test(arguments: conditions) func evaluatesConditions(_ expression: String, _ value: Bool) throws
  {
    #expect(try TestDocument.condition(expression) == value)
  }

  @Test func negativeZeroBecomesZero() throws {
    let layer = try TestDocument.probe(
      layers: #"[{ "id": "probe", "type": "group", "x": "-offset", "y": "0 * -1" }]"#, offsets: [0])
    #expect(layer.frame.x.sign == .plus)
    #expect(layer.frame.y.sign == .plus)
  }

  @Test func valuesCanReferToLaterValues() throws {
    let values = #""values": { "a": "b + 1", "b": "c * 2", "c": "offset" }"#
    #expect(try TestDocument.number("a", offset: 4, values) == 9)
  }

  @Test func valuesCanShareNamesWithFunctions() throws {
    let values = #""values": { "progress": "max(offset, 1)", "max": 5, "sin": "progress * max" }"#
    #expect(try TestDocument.number("sin + max(progress, max)", offset: 3, values) == 20)
  }

  @Test func unusedValuesAreNotEvaluated() throws {
    let values = #""values": { "bad": "1 / 0", "good": "offset" }"#
    #expect(try TestDocument.number("offset >= 0 ? good : bad", offset: 3, values) == 3)
  }

  @Test func longValueChainsDoNotOverflowTheStack() throws {
    let links = (1..<4000).map { #""v\#($0)": "v\#($0 - 1) + 1""# }.joined(separator: ", ")
    let values = #""values": { "v0": "offset", \#(links) }"#
    #expect(try TestDocument.number("v3999", offset: 1, values) == 4000)
  }

  static let failures: [(String, String)] = [
    ("1 / 0", "division by zero"), ("1 / offset", "division by zero"),
    ("5 % offset", "division by zero (%)"),
    ("progress(1, offset, 0)", "division by zero: progress(value, a, b) from 0 to 0"),
    ("1e308 * 10", "the result is not finite"),
    ("sqrt(offset - 1)", "sqrt takes 0 or more, found -1"),
    ("clamp(40, offset, 0)", "clamp(low, value, high) has low 40 above high 0"),
    ("interpolate(1, [0, offset - 5], [0, 1])", "the inputs of the interpolation decrease"),
    ("banner.width", "the image \"banner\" is missing"),
    ("pow(2, 0.5)", "pow takes whole exponents from -1024 to 1024, found 0.5"),
    ("pow(offset, -1)", "division by zero (pow)"), ("pow(10, 400)", "the result is not finite"),
  ]

  @Test(arguments: failures)
  func errorsOccurAtTheirEvent(_ expression: String, _ message: String) throws {
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.number(expression)
    }
    #expect(error?.description == "test.json: layers[0].x: \(message) at offset 0")
  }

  @Test func errorNamesItsValue() throws {
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.number("half", offset: 40, #""values": { "half": "1 / (offset - 40)" }"#)
    }
    #expect(error?.description == "test.json: half: division by zero at offset 40")
  }

  @Test func conditionsChooseColors() throws {
    let colors = """
      "colors": { "ink": { "light": "#111", "dark": "#EEE" }, "paper": "#FEDCBA80" }
      """
    let property = #""offset > 10 ? ink : paper""#
    #expect(
      try TestDocument.color(property, offset: 20, colors)
        == DocumentColor(red: 0x11, green: 0x11, blue: 0x11))
    #expect(
      try TestDocument.color(property, offset: 0, colors)
        == DocumentColor(red: 0xFE, green: 0xDC, blue: 0xBA, alpha: 0x80))
  }

  /// Colors may be written in an expression as well as declared.
  @Test func conditionsChooseHexadecimalColors() throws {
    for (offset, digits) in [(0.0, "1D9BE8"), (5, "1ED760")] {
      #expect(
        try TestDocument.color(##""offset > 2 ? #1ED760 : #1D9BE8""##, offset: offset)
          == DocumentColor(hexadecimal: "#" + digits))
    }
    #expect(
      try TestDocument.color(##""interpolate(offset, [0, 1], [#000, #FFFFFF80])""##, offset: 1)
        == DocumentColor(hexadecimal: "#FFFFFF80"))
    #expect(throws: JSONError.self) { try TestDocument.color(##""true ? #12 : #FFF""##) }
    #expect(throws: JSONError.self) { try TestDocument.color(##""true ? #FFF : 1""##) }
  }

  @Test func valuesCanBeColors() throws {
    let members = ##""colors": { "ink": "#123456" }, "values": { "shown": "ink" }"##
    #expect(
      try TestDocument.color(#""shown""#, members)
        == DocumentColor(red: 0x12, green: 0x34, blue: 0x56))
  }
}

/// Interpolations, which follow React Native's `interpolate`.
@Suite struct Interpolations {
  private func value(_ x: Double, _ object: String) throws -> Double {
    try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "width": 1, "height": 1,
           "x": { "input": "offset", \(object) } }]
        """, offsets: [x]
    ).frame.x
  }

  static let simple = #""inputRange": [0, 40, 95], "outputRange": [1, 0.6, 2]"#
  static let jump = #""inputRange": [0, 10, 10, 20], "outputRange": [0, 1, 5, 6]"#
  static let flat = #""inputRange": [10, 10], "outputRange": [3, 4]"#

  static let rows: [(Double, String, Double)] = [
    (0, simple, 1), (20, simple, 0.8), (40, simple, 0.6), (95, simple, 2),
    (-40, simple, 1.4), (150, simple, 3.4),
    (-40, simple + #", "extrapolate": "clamp""#, 1),
    (150, simple + #", "extrapolate": "clamp""#, 2),
    (-40, simple + #", "extrapolate": "identity""#, -40),
    (-40, simple + #", "extrapolateLeft": "clamp""#, 1),
    (150, simple + #", "extrapolateLeft": "clamp""#, 3.4),
    (150, simple + #", "extrapolate": "clamp", "extrapolateRight": "identity""#, 150),
    (-40, simple + #", "extrapolate": "clamp", "extrapolateRight": "identity""#, 1),
    (10, jump, 1), (10.0001, jump, 5.00001), (9, jump, 0.9),
    (9, flat, 3), (10, flat, 3), (11, flat, 4),
    (20, #""inputRange": [0, "offset * 2"], "outputRange": ["offset", 0]"#, 10),
    (5, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "steps(4, jump-start)""#, 75),
    (20, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "steps(4)""#, 200),
    (5, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "ease-in-out""#, 50),
    // Outside of the input range, values are extrapolated linearly, without the easing.
    (11, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "ease-in-out""#, 110),
    (-2, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "ease-in-out""#, -20),
    (-2, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "steps(4, jump-both)""#, -20),
    (
      12, #""inputRange": [0, 10], "outputRange": [0, 100], "easing": "cubic-bezier(0, 2, 1, 2)""#,
      120
    ),
    (3, #""inputRange": [0, 2, 4], "outputRange": [0, 8, 0], "easing": "ease-in-out""#, 4),
  ]

  @Test(arguments: rows) func evaluatesInterpolations(
    _ x: Double, _ object: String, _ expected: Double
  ) throws {
    #expect(abs(try value(x, object) - expected) < 1e-9)
  }

  @Test func mixesColorChannelsRoundingHalvesUp() throws {
    let object = """
      { "input": "offset", "inputRange": [0, 2], "outputRange": ["#00FF0000", "#01000203"] }
      """
    #expect(
      try TestDocument.color(object, offset: 1)
        == DocumentColor(red: 1, green: 128, blue: 1, alpha: 2))
    #expect(
      try TestDocument.color(object, offset: 100)
        == DocumentColor(red: 50, green: 0, blue: 100, alpha: 150))
  }

  @Test func mixesDeclaredColorsInAnExpression() throws {
    #expect(
      try TestDocument.color(
        #""interpolate(offset, [0, 1], [ink, paper], clamp)""#, offset: 0.5,
        ##""colors": { "ink": "#000000", "paper": "#FFFFFF" }"##)
        == DocumentColor(red: 128, green: 128, blue: 128))
  }
}
