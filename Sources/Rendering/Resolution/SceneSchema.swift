import HeaderModel
import HeaderScene
package import StrictJSON

/// The JSON Schema (draft 2020-12) of scene documents.
///
/// Names of texts, colours and constants are those of the built-in headers, for editors to
/// complete; a header document may have others.
package enum SceneSchema {
  /// For editors and validators.
  package static func text() throws(JSONError) -> String {
    var headers: [HeaderDocument] = []
    for header in BuiltInHeader.all { headers.append(try header.document()) }
    var writer = JSONWriter(layout: .indented)
    writer.object { root in
      root.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      root.member("title", "twheader scene")
      root.member("type", "object")
      root.member("additionalProperties", false)
      root.member("required", ["version"])
      root.object("properties") { properties(&$0, headers) }
    }
    return writer.text + "\n"
  }

  private static func properties(_ object: inout JSONObjectWriter, _ headers: [HeaderDocument]) {
    object.object("$schema") { member in
      member.member("description", "For editors; ignored.")
      member.member("type", "string")
    }
    object.object("version") { $0.member("const", 1) }
    object.object("style") { style in
      style.member(
        "description",
        "A built-in header, or the path of a header document, relative to this document.")
      names(BuiltInHeader.all.map(\.name), orPattern: "[./]", &style)
    }
    object.object("variant") { variant in
      variant.member("description", "One of the header's variants.")
      names(known(headers) { $0.variants.map(\.name) }, orPattern: "^[A-Za-z0-9_-]+$", &variant)
    }
    object.object("device") { device in
      device.member("description", "A known screen, or one's own as 390x844@3.")
      names(Device.known.map(\.name), orPattern: "^[0-9.]+x[0-9.]+@[1-8]$", &device)
    }
    object.object("theme") { $0.member("enum", SceneTheme.allCases.map(\.rawValue)) }
    for name in ["font", "banner", "avatar"] {
      object.object(name) { $0.member("type", "string") }
    }
    open("constants", known(headers) { $0.constants.map(\.name) }, &object) { constant in
      constant.member("type", "number")
    }
    open("texts", known(headers, \.textNames), &object) { text in
      text.member("description", "A text, or one for each of some rows.")
      text.array("anyOf") { choices in
        choices.object { $0.member("type", "string") }
        choices.object { rows in
          rows.member("type", "array")
          rows.member("minItems", 1)
          rows.member("maxItems", 5)
          rows.object("items") { $0.member("type", "string") }
        }
      }
    }
    open("colors", known(headers, \.colorNames), &object) { color in
      color.member("type", "string")
      color.member("pattern", "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
    }
    open("images", [], &object) { image in
      image.member("description", "A path, relative to this document.")
      image.member("type", "string")
    }
    open("inputs", known(headers, \.inputNames), &object) { input in
      input.array("type") { types in
        types.element(.string("number"))
        types.element(.string("boolean"))
      }
    }
    object.object("chrome") { chrome in
      chrome.member("description", "What surrounds the app's own views on the screen.")
      chrome.member("type", "object")
      chrome.member("additionalProperties", false)
      chrome.object("properties") { properties in
        for key in ChromeKey.all { properties.object(key.name) { key.writeSchema(to: &$0) } }
      }
    }
  }

  /// The names of all headers, each once, in their order.
  private static func known(
    _ headers: [HeaderDocument], _ names: (HeaderDocument) -> [String]
  ) -> [String] {
    var known: [String] = []
    for name in headers.flatMap(names) where !known.contains(name) { known.append(name) }
    return known
  }

  /// Known names for an editor to offer, and what else is possible.
  private static func names(
    _ known: [String], orPattern pattern: String, _ object: inout JSONObjectWriter
  ) {
    object.array("anyOf") { choices in
      choices.object { $0.member("enum", known) }
      choices.object { other in
        other.member("type", "string")
        other.member("pattern", .string(pattern))
      }
    }
  }

  /// An object of any names, of which some are known.
  private static func open(
    _ name: String, _ known: [String], _ object: inout JSONObjectWriter,
    _ value: (inout JSONObjectWriter) -> Void
  ) {
    object.object(name) { member in
      member.member("type", "object")
      if !known.isEmpty {
        member.object("properties") { properties in
          for name in known { properties.object(name, value) }
        }
      }
      member.object("additionalProperties", value)
    }
  }
}
