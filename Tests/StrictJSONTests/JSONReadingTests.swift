import StrictJSON
import Testing

/// The conversion of values to required types.
@Suite struct JSONReadingTests {
  private enum Fruit: String, CaseIterable {
    case apple, pear
  }

  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue.parse(Array(text.utf8))
  }

  private func message(_ text: String, _ read: (JSONValue) throws -> Void) -> String? {
    do {
      try read(try parse(text))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    "0", "-0.0", "1", "0.1", "0.40", "-3.5", "1e22", "1e23", "9007199254740993", "0.0333",
    "123456789012345.678", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308",
    "100000000000000000000000000000", "0.000000000000000000000000000001", "1.0e-7",
    "3.141592653589793238462643383279", "9007199254740992", "90071992547409920",
    "0.3e1", "8.5", "72057594037927945", "0.500000000000000166533453693773481063544750213623046875",
  ])
  func numbersAreTheNearestDoubles(text: String) throws {
    #expect(try parse(text).number().bitPattern == Double(text)?.bitPattern)
  }

  @Test func numbersOfManyFormatsAreTheNearestDoubles() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let digits = String(random.next() >> UInt64.random(in: 0..<60, using: &random))
      let point = Int.random(in: 0...digits.count, using: &random)
      var text = String(digits.prefix(max(1, point)))
      if point > 0, point < digits.count { text += "." + digits.dropFirst(point) }
      if text.count > 1, text.hasPrefix("0"), !text.hasPrefix("0.") { text = "0." + text }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -30...30, using: &random))" }
      #expect(try parse(text).number().bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func readsIntegers() throws {
    #expect(try parse("12").integer(in: 0...20) == 12)
    #expect(try parse("2.0").integer(in: 0...20) == 2)
    #expect(try parse("1.2e1").integer(in: 0...20) == 12)
    #expect(try parse("-9223372036854775808").integer(in: Int.min...0) == Int.min)
    #expect(
      message("2.5") { _ = try $0.integer(in: 0...20) }
        == "1:1: expected a whole number, found 2.5")
    #expect(
      message("21") { _ = try $0.integer(in: 0...20, unit: "frames") }
        == "1:1: 21 is out of range (0...20 frames)")
    #expect(
      message("9223372036854775808") { _ = try $0.integer(in: 0...20) }
        == "1:1: 9223372036854775808 is out of range (0...20)")
    #expect(
      message("1e300") { _ = try $0.integer(in: 0...20) } == "1:1: 1e300 is out of range (0...20)")
    for text in ["-1", "-0.5e1", "-9223372036854775809", "-1e300"] {
      #expect(
        message(text) { _ = try $0.integer(in: 0...20) }
          == "1:1: \(text) is out of range (0...20)")
    }
    #expect(message("20") { _ = try $0.integer(in: 0...20) } == nil)
  }

  @Test func rangeErrorsQuoteTheNumber() {
    #expect(
      message("{\"fps\":0.050}") { _ = try $0.object().required("fps").number(in: 0.1...240) }
        == "1:8: fps: 0.050 is out of range (0.1...240)")
    #expect(
      message("0") { _ = try $0.number(above: 0, upTo: 5, unit: "seconds") }
        == "1:1: 0 is out of range (above 0, at most 5 seconds)")
    #expect(message("5") { _ = try $0.number(above: 0, upTo: 5) } == nil)
    #expect(
      message("5.01") { _ = try $0.number(above: 0, upTo: 5) }
        == "1:1: 5.01 is out of range (above 0, at most 5)")
    #expect(
      message("-1") { _ = try $0.number(in: 0...2.5, unit: "points") }
        == "1:1: -1 is out of range (0...2.5 points)")
    for text in ["0", "2.5"] { #expect(message(text) { _ = try $0.number(in: 0...2.5) } == nil) }
  }

  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("1.50", "1.50"), ("\"a\\n\"", "\"a\\n\""),
    ("[1]", "an array"), ("{\"a\":1}", "an object"),
  ])
  func reportsWrongKinds(text: String, found: String) {
    func message(_ read: (JSONValue) throws -> Void) -> String? { self.message(text, read) }
    if found != "an array" {
      #expect(message { _ = try $0.array() } == "1:1: expected an array, found \(found)")
    }
    if found != "an object" {
      #expect(message { _ = try $0.object() } == "1:1: expected an object, found \(found)")
    }
    if found != "1.50" {
      #expect(message { _ = try $0.number() } == "1:1: expected a number, found \(found)")
    }
    if found != "true" {
      #expect(message { _ = try $0.boolean() } == "1:1: expected true or false, found \(found)")
    }
    if !found.hasPrefix("\"") {
      #expect(message { _ = try $0.string() } == "1:1: expected a string, found \(found)")
    }
  }

  @Test func stringsAreDecoded() throws {
    let text = "\"a\\u00e9\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000é\""
    #expect(
      try parse(text).string() == "a\u{E9}\u{1F600}\"\\/\u{8}\u{C}\n\r\t\u{0}\u{E9}")
  }

  @Test func choiceErrorsSuggestNearest() throws {
    #expect(try parse("\"pear\"").choice(of: Fruit.self) == .pear)
    #expect(
      message("\"aple\"") { _ = try $0.choice(of: Fruit.self) }
        == "1:1: unknown value \"aple\"; did you mean \"apple\"?")
    #expect(
      message("\"plum\"") { _ = try $0.choice(of: Fruit.self) }
        == "1:1: unknown value \"plum\"; known: apple, pear")
  }

  @Test func unknownKeyErrorsSuggestNearest() {
    let keys = ["time", "offset", "easing"]
    #expect(
      message("{\"a\":[{\"time\":1,\n\"ofset\":2}]}") { root in
        for element in try root.object().required("a").array() {
          _ = try element.object(keys: keys)
        }
      } == "2:1: a[0].ofset: unknown key \"ofset\"; did you mean \"offset\"?")
    #expect(
      message("{\"color\":1}") { _ = try $0.object(keys: keys) }
        == "1:2: color: unknown key \"color\"; known: time, offset, easing")
    #expect(
      message("{\"a\":1}") { _ = try $0.object(keys: []) }
        == "1:2: a: unknown key \"a\"; none exist here; remove it")
  }

  @Test func reportsMissingKeysAtTheirObject() {
    #expect(
      message("[{}]") { _ = try Array($0.array())[0].object().required("time") }
        == "1:2: [0]: \"time\" is missing")
  }

  @Test func checksArrayCounts() {
    #expect(
      message("[1,2,3]") { _ = try $0.array(count: 2...2, of: "numbers") }
        == "1:1: has 3 numbers; 2 are allowed")
    #expect(
      message("[]") { _ = try $0.array(count: 1...5, of: "samples") }
        == "1:1: has 0 samples; 1...5 are allowed")
    #expect(
      message("[]") { _ = try $0.array(count: 1...Int.max) }
        == "1:1: has 0 elements; at least 1 is needed")
    #expect(
      message("[1]") { _ = try $0.array(count: 2...Int.max) }
        == "1:1: has 1 elements; at least 2 are needed")
  }

  @Test func membersAndElementsComeInOrder() throws {
    let object = try parse("{\"b\":[1,[2,3],{\"x\":4},5],\"\\u0061\":6}").object()
    #expect(object.map(\.name) == ["b", "a"])
    #expect(object.count == 2)
    let elements = Array(try object.required("b").array())
    #expect(elements.map(\.kind) == [.number, .array, .object, .number])
    #expect(try elements[3].number() == 5)
    #expect(try object.required("a").number() == 6)
  }

  @Test func messagesShortenHostileText() {
    let long = String(repeating: "x", count: 500)
    #expect(
      message("{\"\(long)\":1}") { _ = try $0.object(keys: []) }.map { $0.count < 250 } == true)
    #expect(
      message("\"\\u001b[31m\\u2028\"") { _ = try $0.number() }
        == "1:1: expected a number, found \"\\u001B[31m\\u2028\"")
    // Bidirectional controls and invisible characters are escaped in messages.
    #expect(
      message("\"a\u{202E}b\u{200B}\u{E0001}\u{7F}é\"") { _ = try $0.number() }
        == "1:1: expected a number, found \"a\\u202Eb\\u200B\\uE0001\\u007Fé\"")
    let digits = String(repeating: "1", count: 41)
    #expect(
      message(digits) { _ = try $0.string() }
        == "1:1: expected a string, found \(digits.dropLast())…")
    #expect(
      message(String(digits.dropLast())) { _ = try $0.string() }
        == "1:1: expected a string, found \(digits.dropLast())")
  }

  @Test func acceptsSchemaKeyInDocuments() throws {
    func read(_ text: String) throws -> JSONObject {
      try JSONValue.parse(Array(text.utf8)).document(keys: ["version"])
    }
    #expect(try read(#"{"$schema":"x.json","version":1}"#).required("version").number() == 1)
    #expect(
      message(#"{"$schema":1}"#) { _ = try $0.document(keys: []) }
        == "1:12: [\"$schema\"]: expected a string, found 1")
    #expect(
      message(#"{"schema":"x"}"#) { _ = try $0.document(keys: ["version"]) }
        == "1:2: schema: unknown key \"schema\"; did you mean \"$schema\"?")
  }

  @Test(arguments: [309, 310, 350, 401])
  func rejectsTooLargeNumbersWithoutExponent(digits: Int) {
    let literal = "2" + String(repeating: "0", count: digits - 1)
    #expect(message(literal) { _ in }?.contains("is too large for a number") == true)
  }

  @Test func inexactNumbersAreNotIntegers() throws {
    #expect(
      try JSONValue.parse(Array("9007199254740992.0".utf8)).integer(in: 0...Int.max) == 1 << 53)
    #expect(
      message("9007199254740994.0") { _ = try $0.integer(in: 0...Int.max) }
        == "1:1: 9007199254740994.0 is out of range (0...9223372036854775807)")
  }

  @Test func longKeysAreShortInKeyPaths() {
    let key = String(repeating: "k", count: 65)
    #expect(
      message("{\"\(key)\":1}") { _ = try $0.object().required(key).string() }
        == "1:70: [\"\(key.prefix(40))…\"]: expected a string, found 1")
    let short = String(repeating: "k", count: 64)
    #expect(
      message("{\"\(short)\":1}") { _ = try $0.object().required(short).string() }
        == "1:69: \(short): expected a string, found 1")
  }
}
