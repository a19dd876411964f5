import HeaderModel
import HeaderScene
import StrictJSON

/// The JSON Schema (draft 2020-12) of scene documents.
///
/// Written from the tables that the reader of scene documents uses, so that neither can know a key
/// the other does not.
package enum SceneSchema {
  /// For editors and validators.
  package static var text: String {
    var writer = JSONWriter(layout: .indented)
    writer.object { root in
      root.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      root.member("title", "twheader scene")
      root.member("type", "object")
      root.member("additionalProperties", false)
      root.member("required", ["version"])
      root.object("properties") { properties in
        properties.object("version") { $0.member("const", 1) }
        properties.object("style") { $0.member("type", "string") }
        choice("variant", HeaderVariant.allCases.map(\.rawValue), &properties)
        properties.object("device") { $0.member("type", "string") }
        choice("theme", SceneTheme.allCases.map(\.rawValue), &properties)
        for name in ["font", "banner", "avatar"] {
          properties.object(name) { $0.member("type", "string") }
        }
        map("constants", &properties) { $0.member("type", "number") }
        map("texts", &properties, text)
        map("colors", &properties, color)
        map("images", &properties) { $0.member("type", "string") }
        properties.object("furniture") { furniture(&$0) }
      }
    }
    return writer.text + "\n"
  }

  private static func choice(
    _ name: String, _ values: [String], _ properties: inout JSONObjectWriter
  ) {
    properties.object(name) { $0.member("enum", values) }
  }

  private static func closedObject(
    _ object: inout JSONObjectWriter, _ members: (inout JSONObjectWriter) -> Void
  ) {
    object.member("type", "object")
    object.member("additionalProperties", false)
    object.object("properties", members)
  }

  /// An object whose names are the header's own.
  private static func map(
    _ name: String, _ properties: inout JSONObjectWriter,
    _ value: (inout JSONObjectWriter) -> Void
  ) {
    properties.object(name) { map in
      map.member("type", "object")
      map.object("additionalProperties", value)
    }
  }

  /// One text, or one for each of some rows.
  private static func text(_ value: inout JSONObjectWriter) {
    value.member("type", ["string", "array"])
    value.member("maxLength", SceneSettings.longestText)
    value.member("minItems", SceneSettings.rowCounts.lowerBound)
    value.member("maxItems", SceneSettings.rowCounts.upperBound)
    value.object("items") { item in
      item.member("type", "string")
      item.member("maxLength", SceneSettings.longestText)
    }
  }

  private static func color(_ value: inout JSONObjectWriter) {
    value.member("type", "string")
    value.member("pattern", "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
  }

  private static func furniture(_ object: inout JSONObjectWriter) {
    closedObject(&object) { properties in
      for (name, _) in SceneSettings.switches {
        properties.object(name) { $0.member("type", "boolean") }
      }
      properties.object("pressedRow") { row in
        row.member("type", "integer")
        row.member("minimum", SceneSettings.pressedRows.lowerBound)
        row.member("maximum", SceneSettings.pressedRows.upperBound)
      }
      properties.object("pointer") { pointer in
        pointer.member("type", "object")
        pointer.member("additionalProperties", false)
        pointer.member("required", ["x", "y"])
        pointer.object("properties") { place in
          for name in ["x", "y"] {
            place.object(name) { length in
              length.member("type", "number")
              length.member("minimum", SceneSettings.pointerRange.lowerBound)
              length.member("maximum", SceneSettings.pointerRange.upperBound)
            }
          }
        }
      }
    }
  }
}
