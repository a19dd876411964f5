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
        choice("style", HeaderStyle.allCases.map(\.rawValue), &properties)
        choice("variant", HeaderVariant.allCases.map(\.rawValue), &properties)
        choice("device", Device.known.map(\.name), &properties)
        choice("theme", SceneTheme.allCases.map(\.rawValue), &properties)
        for name in ["font", "banner", "avatar"] {
          properties.object(name) { $0.member("type", "string") }
        }
        properties.object("constants") { constants in
          constants.member("type", "object")
          constants.object("additionalProperties") { $0.member("type", "number") }
        }
        properties.object("texts") { texts(&$0) }
        properties.object("colors") { colors(&$0) }
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

  private static func texts(_ object: inout JSONObjectWriter) {
    closedObject(&object) { properties in
      for (name, _) in SceneTexts.keys {
        properties.object(name) { $0.member("type", "string") }
      }
      properties.object("segments") { segments in
        segments.member("type", "array")
        segments.member("minItems", 1)
        segments.member("maxItems", 5)
        segments.object("items") { $0.member("type", "string") }
      }
    }
  }

  private static func colors(_ object: inout JSONObjectWriter) {
    closedObject(&object) { properties in
      for (name, _) in ScenePalette.keys {
        properties.object(name) { color in
          color.member("type", "string")
          color.member("pattern", "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
        }
      }
    }
  }

  private static func furniture(_ object: inout JSONObjectWriter) {
    closedObject(&object) { properties in
      for (name, _) in SceneFurniture.switches {
        properties.object(name) { $0.member("type", "boolean") }
      }
      properties.object("pressedRow") { row in
        row.member("type", "integer")
        row.member("minimum", 0)
      }
      properties.object("pointer") { pointer in
        pointer.member("type", "object")
        pointer.member("additionalProperties", false)
        pointer.member("required", ["x", "y"])
        pointer.object("properties") { place in
          for name in ["x", "y"] { place.object(name) { $0.member("type", "number") } }
        }
      }
    }
  }
}
