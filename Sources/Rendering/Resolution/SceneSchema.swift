import EmbeddedFiles
import HeaderModel
import HeaderScene
package import StrictJSON

/// The JSON Schema (draft 2020-12) of scene documents.
///
/// It lists the texts, colors and constants of the built-in headers so that editors can complete
/// them. Other header documents may have others.
package enum SceneSchema {
  package static func text() throws(JSONError) -> String {
    let headers = try BuiltInHeader.all.map { header throws(JSONError) in try header.document() }
    func lines(_ words: [String], indentedBy columns: Int = 12) -> String {
      HeaderDocumentSchema.lines(words, indentedBy: columns)
    }
    /// Returns a schema member for each name of any header, without duplicates, in the headers'
    /// order.
    func members(
      _ names: (HeaderDocument) -> [String], _ value: (inout JSONObjectWriter) -> Void
    ) -> String {
      let known = headers.flatMap(names)
      return HeaderDocumentSchema.members(indentedBy: 6) { object in
        for (index, name) in known.enumerated() where known.firstIndex(of: name) == index {
          object.object(name, value)
        }
      }
    }
    return EmbeddedFile.sceneSchema.filled([
      "style": lines(BuiltInHeader.all.map(\.name)),
      "variant": lines(headers.flatMap { $0.variants.map(\.name) }),
      "device": lines(Device.known.map(\.name)),
      "theme": lines(SceneTheme.allCases.map(\.rawValue), indentedBy: 8),
      "constants": members({ $0.constants.map(\.name) }) { $0.member("type", "number") },
      "texts": members(\.textNames) { text in
        text.member("description", "A text, or a list with one text per row.")
        text.array("anyOf") { choices in
          choices.object { $0.member("type", "string") }
          choices.object { rows in
            rows.member("type", "array")
            rows.member("minItems", 1)
            rows.member("maxItems", 5)
            rows.object("items") { $0.member("type", "string") }
          }
        }
      },
      "colors": members(\.colorNames) { color in
        color.member("type", "string")
        color.member("pattern", "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
      },
      "inputs": members(\.inputNames) { $0.member("type", ["number", "boolean"]) },
      "chrome": HeaderDocumentSchema.members(indentedBy: 6) { properties in
        for key in ChromeKey.all { properties.object(key.name) { key.writeSchema(to: &$0) } }
      },
    ])
  }
}
