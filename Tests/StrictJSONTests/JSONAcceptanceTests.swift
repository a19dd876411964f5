import StrictJSON
import Testing

/// Valid and invalid JSON texts with the complete messages.
@Suite struct JSONAcceptanceTests {
  @Test(arguments: [
    "0", "-0", "0e1", "1E+2", "-12.5e-3", "1e308", "1e-400", "123456789012345678901234567890",
    "true", "false", "null", "\"\"", "\"\\u0000\\\"\\/\\b\\f\\n\\r\\t\"", "\"\\ud83d\\ude00\"",
    "\"é漢😀\u{7F}\"", "[]", "{}", " [ ] ", "\r\n\t{ \"a\" : [ 1 , { } ] }\n",
    "{\"a\":1,\"b\":1,\"A\":1,\"\":1}",
    // Two encodings of é are different keys: RFC 8259 compares code units.
    "{\"\u{E9}\":1,\"e\u{301}\":1}",
  ])
  func accepted(text: String) throws {
    _ = try JSONValue.parse(Array(text.utf8))
  }

  @Test(arguments: [
    ("", "1:1: empty; a JSON value is expected"),
    (" \n ", "2:2: empty; a JSON value is expected"),
    ("[1,]", "1:3: an extra comma before ]; remove it"),
    ("{\"a\":1 , }", "1:8: an extra comma before }; remove it"),
    ("[1,,2]", "1:4: [1]: found a comma where a value is expected; remove it"),
    ("[,1]", "1:2: [0]: found a comma where a value is expected; remove it"),
    ("[1 2]", "1:4: found 2 where , or ] is expected"),
    ("[1 true]", "1:4: found true where , or ] is expected"),
    ("[1 None]", "1:4: found None where , or ] is expected"),
    ("[1 .5]", "1:4: found . where , or ] is expected"),
    ("{\"a\":1 \"b\":2}", "1:8: found \" where , or } is expected"),
    ("{true:1}", "1:2: found true where a key in double quotes is expected"),
    ("[1", "1:3: the text ends where , or ] is expected"),
    ("[", "1:2: [0]: the text ends where a value is expected"),
    ("{", "1:2: the text ends where a key in double quotes is expected"),
    ("{\"a\"", "1:5: a: the text ends where a colon after the key is expected"),
    ("{\"a\" 1}", "1:6: a: found 1 where a colon after the key is expected"),
    ("{\"a\":", "1:6: a: the text ends where a value is expected"),
    ("{a:1}", "1:2: found a where a key in double quotes is expected"),
    (
      "{'a':1}", "1:2: found ' where a key in double quotes is expected; strings take double quotes"
    ),
    (
      "{\"a\":1,\"b\":2,\n \"a\":3}",
      "2:2: a: duplicate key \"a\" (first on line 1); remove one"
    ),
    (
      "{\"a\":1,\"\\u0061\":3}",
      "1:8: a: duplicate key \"a\" (first on line 1); remove one"
    ),
    ("[1] // one", "1:5: text after the end of the document; remove it"),
    ("[1, // one\n 2]", "1:5: [1]: a comment is not JSON; remove it"),
    ("[1, /* one */ 2]", "1:5: [1]: a comment is not JSON; remove it"),
    ("# curve\n{}", "1:1: a comment is not JSON; remove it"),
    ("\u{FEFF}{}", "1:1: starts with a byte order mark; save the file as UTF-8 without one"),
    ("NaN", "1:1: NaN is not JSON; write a number or null"),
    ("[-Infinity]", "1:2: [0]: -Infinity is not JSON; write a number or null"),
    ("[Infinity]", "1:2: [0]: Infinity is not JSON; write a number or null"),
    ("True", "1:1: True is not JSON; write true"),
    ("None", "1:1: None is not JSON; write null"),
    ("nulls", "1:1: found nulls where a value is expected"),
    ("01", "1:1: a number does not start with 0; remove the leading zeros"),
    ("+1", "1:1: a number takes no plus sign; remove it"),
    (".5", "1:1: a number needs a digit before the point; write 0 there"),
    ("5.", "1:1: a number needs a digit after the point; write 0 there"),
    ("1e", "1:1: a number needs a digit after the e"),
    ("-", "1:1: a number needs a digit before anything else"),
    ("0x10", "1:1: 0x10 is not a number"),
    ("[1e400]", "1:2: [0]: 1e400 is too large for a number (at most 1.8e308)"),
    ("-1e999", "1:1: -1e999 is too large for a number (at most 1.8e308)"),
    ("\"a", "1:1: the string that starts here never ends; close the quote"),
    ("\"a\nb\"", "1:3: the line ends inside a string; close the quote or write \\n"),
    ("\"a\tb\"", "1:3: a control character inside a string; write it as \\u0009"),
    ("\"\u{1F}\"", "1:2: a control character inside a string; write it as \\u001f"),
    ("\"\\x\"", "1:2: unknown escape; a backslash is written \\\\"),
    ("\"\\u12g4\"", "1:2: \\u takes four hexadecimal digits"),
    ("\"\\ud800\"", "1:2: half a surrogate pair; write both halves or the character"),
    ("\"\\ud800\\u0041\"", "1:2: half a surrogate pair; write both halves or the character"),
    ("\"\\udc00\"", "1:2: half a surrogate pair; write both halves or the character"),
    ("[\u{A0}1]", "1:2: [0]: found \"\u{A0}\" where a value is expected"),
    ("}", "1:1: found } where a value is expected"),
    ("[1}", "1:3: found } where , or ] is expected"),
  ])
  func refused(text: String, message: String) {
    #expect(error(of: Array(text.utf8)) == message)
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x22],
      [0x22, 0xE2, 0x82, 0x22], [0x22, 0xF0, 0x9F, 0x98],
      // A second byte that makes the character overlong, and invalid third and fourth bytes.
      [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], [0x22, 0xF0, 0x90, 0x41, 0x80, 0x22],
      [0x22, 0xF0, 0x90, 0x80, 0x41, 0x22], [0x22, 0xC1, 0xBF, 0x22],
    ] as [[UInt8]])
  func rejectsInvalidUTF8(bytes: [UInt8]) {
    #expect(error(of: bytes) == "1:2: invalid UTF-8; save the file as UTF-8")
  }

  /// The first and last characters of each encoded length are valid.
  @Test(arguments: [0x80, 0x7FF, 0x800, 0xFFF, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0xFFFFF, 0x10FFFF])
  func acceptsFirstAndLastCharacterOfEachEncodedLength(value: UInt32) throws {
    let character = String(try #require(Unicode.Scalar(value)))
    #expect(try JSONValue.parse(Array("\"\(character)\"".utf8)).string() == character)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]] as [[UInt8]])
  func reportsUTF16(bytes: [UInt8]) {
    #expect(error(of: bytes) == "1:1: is UTF-16 text; save the file as UTF-8")
  }

  @Test(arguments: [0x00, 0x1F, 0x7F] as [UInt8]) func messagesContainNoControlCharacters(
    byte: UInt8
  ) {
    #expect(
      error(of: Array("[1, ".utf8) + [byte] + Array("]".utf8))
        == "1:5: [1]: found a control character where a value is expected")
  }

  @Test func depthLimitIsConfigurable() throws {
    let text = Array("[[[1]]]".utf8)
    _ = try JSONValue.parse(text, deepestNesting: 3)
    let error = #expect(throws: JSONError.self) {
      _ = try JSONValue.parse(text, file: "a.json", deepestNesting: 2)
    }
    #expect(error?.description == "a.json:1:3: nested deeper than 2 levels")
    let deep = String(repeating: "[", count: 90) + String(repeating: "]", count: 90)
    _ = try JSONValue.parse(Array(deep.utf8), deepestNesting: 90)
  }

  @Test func nestingEndsAt64() throws {
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    _ = try JSONValue.parse(nested(64))
    #expect(error(of: nested(65)) == "1:65: nested deeper than 64 levels")
    #expect(error(of: nested(100_000)) == "1:65: nested deeper than 64 levels")
  }

  @Test func findsDuplicateKeyAmongMany() {
    let members = (0..<2000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let text = "{\(members)\n,\"k1234\":1}"
    #expect(
      error(of: Array(text.utf8))
        == "2:2: k1234: duplicate key \"k1234\" (first on line 1); remove one")
    #expect(error(of: Array("{\(members)}".utf8)) == nil)
  }

  /// Duplicate keys are found among any number of keys and at any position. The reported line is
  /// correct.
  @Test(arguments: [2, 16, 17, 18, 40]) func findsDuplicateKeysAtEveryPosition(count: Int) {
    for twice in 0..<count - 1 {
      let keys = (0..<count).map { $0 == count - 1 ? "k\(twice)" : "k\($0)" }
      let text = "{\(keys.map { "\"\($0)\":0" }.joined(separator: ",\n"))}"
      let error = #expect(throws: JSONError.self) {
        _ = try JSONValue.parse(Array(text.utf8), firstLine: 5)
      }
      #expect(error?.line == 4 + count)
      #expect(
        error?.message
          == "duplicate key \"k\(twice)\" (first on line \(twice + 5)); remove one")
    }
  }

  private func error(of bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try JSONValue.parse(bytes)
      return nil
    } catch {
      return error.description
    }
  }
}
