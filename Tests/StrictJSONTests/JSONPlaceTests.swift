@testable import StrictJSON
import Testing

/// The positions of values: lines, columns and key paths.
@Suite struct JSONPlaceTests {
  private static let text = """
    { "name": "é😀", "keyframes": [
        {"time": 0.40},\t{"time" : 0.50, "é": [true, {"a b": null}]}
    ] }
    """

  private func value(_ path: (JSONValue) throws -> JSONValue?) throws -> JSONValue {
    let root = try JSONValue.parse(Array(Self.text.utf8), file: "swipe.json")
    return try #require(try path(root))
  }

  @Test func columnsCountCharactersNotBytes() throws {
    let frames = try value { try $0.object().optional("keyframes") }
    #expect(frames.position == JSONPosition(line: 1, column: 30))
  }

  @Test func linesCountFromOne() throws {
    let second = try value { root in
      var frames = try root.object().required("keyframes").array().makeIterator()
      _ = frames.next()
      return try frames.next()?.object().required("time")
    }
    #expect(second.position == JSONPosition(line: 2, column: 31))
    #expect(second.keyPath == "keyframes[1].time")
    #expect(second.literal == "0.50")
    #expect(
      second.error("0.50 is not later").description
        == "swipe.json:2:31: keyframes[1].time: 0.50 is not later")
  }

  @Test func oddKeysAreQuoted() throws {
    let odd = try value { root in
      let frames = Array(try root.object().required("keyframes").array())
      let inner = Array(try frames[1].object().required("é").array())
      return try inner[1].object().required("a b")
    }
    #expect(odd.keyPath == "keyframes[1][\"é\"][1][\"a b\"]")
    #expect(odd.isNull)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func countsEveryLineEnding(end: String) throws {
    let root = try JSONValue.parse(Array("[1,\(end)\(end)  2]".utf8))
    #expect(Array(try root.array())[1].position == JSONPosition(line: 3, column: 3))
  }

  @Test func extractedLineKeepsItsNumber() throws {
    let value = try JSONValue.parse(Array("{\"id\":\n1}".utf8), file: "m.jsonl", firstLine: 7)
    #expect(value.position.line == 7)
    #expect(try value.object().required("id").position.line == 8)
    let error = #expect(throws: JSONError.self) {
      _ = try JSONValue.parse(Array("{\"id\":1,}".utf8), file: "m.jsonl", firstLine: 2)
    }
    #expect(error?.description == "m.jsonl:2:8: an extra comma before }; remove it")
  }

  /// Keys that start like a number or an option are quoted. Such characters after the start do not
  /// matter.
  @Test(arguments: [
    ("a1-b_C", "a1-b_C"), ("_a", "_a"), ("1a", "[\"1a\"]"), ("-a", "[\"-a\"]"), ("", "[\"\"]"),
    ("a.b", "[\"a.b\"]"), ("a\\nb", "[\"a\\nb\"]"),
  ])
  func plainKeysAreUnquoted(key: String, path: String) throws {
    let root = try JSONValue.parse(Array("{\"x\":[0,{\"\(key)\":1}]}".utf8))
    let inner = try Array(root.object().required("x").array())[1].object()
    #expect(inner.map(\.value.keyPath) == ["x[1]" + (path.hasPrefix("[") ? path : "." + path)])
  }

  /// The lines in a value keep their distances when the whole value is moved.
  @Test func movedSourceKeepsRelativeIndentation() throws {
    let text = """
      {
          "a": {
            "b": [1,
                2],
         "c": 3
          }
      }
      """
    let value = try JSONValue.parse(Array(text.utf8)).object().required("a")
    func moved(_ spaces: Int) -> [String] {
      value.source(indentedBy: spaces).split(separator: "\n").map(String.init)
    }
    #expect(moved(4) == ["{", "      \"b\": [1,", "          2],", "   \"c\": 3", "    }"])
    #expect(moved(0) == ["{", "  \"b\": [1,", "      2],", "\"c\": 3", "}"])
    #expect(
      moved(9) == [
        "{", "           \"b\": [1,", "               2],", "        \"c\": 3", "         }",
      ])
    #expect(try value.object().required("c").source(indentedBy: 7) == "3")
  }
}
