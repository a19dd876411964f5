import PortableMath
import Scrolling
import StrictJSON
import Testing

/// The schema and the parser must have the same keys.
@Suite struct CurveSchemaTests {
  private func properties(_ path: [String]) throws -> [String] {
    var value = try JSONValue.parse(Array(CurveSchema.text.utf8), file: "schema")
    for name in path { value = try value.object().required(name) }
    return try value.object().map(\.name)
  }

  /// Returns the known keys in a parse error.
  private func known(_ document: String) -> Set<String> {
    do throws(JSONError) {
      _ = try ScrollCurve.parse(Array(document.utf8))
      return []
    } catch {
      let list = error.message.split(separator: "known: ").last ?? ""
      return Set(list.split(separator: ", ").map(String.init))
    }
  }

  @Test(arguments: [
    ([], #"{"qqqqqqqq": 1}"#),
    (["keyframes", "items"], #"{"version":1,"keyframes":[{"qqqqqqqq":1}]}"#),
    (["gestures", "items"], #"{"version":1,"gestures":[{"qqqqqqqq":1}]}"#),
    (
      ["gestures", "items", "properties", "drag"],
      #"{"version":1,"gestures":[{"drag":{"qqqqqqqq":1}}]}"#
    ),
    (
      ["gestures", "items", "properties", "release"],
      #"{"version":1,"gestures":[{"release":{"qqqqqqqq":1}}]}"#
    ),
    (
      ["gestures", "items", "properties", "scrollTo"],
      #"{"version":1,"gestures":[{"scrollTo":{"qqqqqqqq":1}}]}"#
    ),
    (["physics"], #"{"version":1,"gestures":[{"hold":1}],"physics":{"qqqqqqqq":1}}"#),
  ])
  func schemaAndParserHaveTheSameKeys(path: [String], document: String) throws {
    let prefix = path.isEmpty ? [] : ["properties"] + path
    #expect(Set(try properties(prefix + ["properties"])) == known(document))
  }
}
