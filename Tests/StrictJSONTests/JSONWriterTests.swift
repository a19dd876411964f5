import StrictJSON
import Testing

@Suite struct JSONWriterTests {
  @Test func singleLineKeepsMemberOrder() {
    let text = JSONWriter.object { object in
      object.member("index", 0)
      object.member("time", 0.0)
      object.member("rect", [1, 2.5, -0.0])
      object.member("title", String?.none)
      object.object("blur") { blur in
        blur.member("kind", "none")
        blur.member("on", true)
      }
      object.member("paintOrder", ["rows", "bar"])
      object.array("empty") { _ in }
    }
    #expect(
      text
        == "{\"index\":0, \"time\":0, \"rect\":[1,2.5,0], \"title\":null, "
        + "\"blur\":{\"kind\":\"none\", \"on\":true}, \"paintOrder\":[\"rows\",\"bar\"], "
        + "\"empty\":[]}")
  }

  @Test func writesIndentedText() {
    let text = JSONWriter.object(layout: .indented) { object in
      object.member("n", 1)
      object.array("list") { list in
        list.element("a")
        list.object { $0.member("x", [1.5, 2]) }
      }
      object.object("none") { _ in }
    }
    #expect(
      text == """
        {
          "n": 1,
          "list": [
            "a",
            {
              "x": [1.5, 2]
            }
          ],
          "none": {}
        }
        """)
  }

  @Test(arguments: [
    0.1, 1e21, 1e22, 1e-7, .leastNonzeroMagnitude, 1.7976931348623157e308, 1.0 / 3, 2, -44,
  ])
  func numbersReadBackExactly(number: Double) throws {
    let text = JSONWriter.literal(number)
    #expect(try JSONValue.parse(Array(text.utf8)).number() == number)
  }

  @Test func nonfiniteNumbersAreNull() {
    let text = JSONWriter.object { object in
      object.member("a", Double.nan)
      object.member("b", [Double.infinity])
      object.member("c", Double?.none)
    }
    #expect(text == "{\"a\":null, \"b\":[null], \"c\":null}")
  }

  @Test func everyStringReadsBack() throws {
    let all = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
    let text = JSONWriter.object { $0.member("é\n\"", all + "😀\u{2028}") }
    let object = try JSONValue.parse(Array(text.utf8)).object()
    #expect(try object.required("é\n\"").string() == all + "😀\u{2028}")
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
  }

  /// Control characters use JSON's short escapes or four hexadecimal digits. All other characters
  /// are unchanged.
  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#), ("é漢😀<>&'", "\"é漢😀<>&'\""),
  ])
  func escapesTextsMinimally(text: String, literal: String) {
    #expect(JSONWriter.literal(text) == literal)
  }

  /// Copying the text for each element would take hours.
  @Test(.timeLimit(.minutes(60))) func nestedElementsAreWrittenInLinearTime() {
    var writer = JSONWriter()
    writer.array { array in
      for number in 0..<400_000 {
        array.array { $0.element(.integer(number)) }
      }
    }
    #expect(writer.bytes.count > 400_000 * 8)
  }
}
