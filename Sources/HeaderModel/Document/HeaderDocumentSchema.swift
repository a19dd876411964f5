import EmbeddedFiles
package import StrictJSON

/// The JSON Schema (draft 2020-12) of header documents: a file with places for what follows from the
/// tables of properties and of chrome and from the built-in headers.
package enum HeaderDocumentSchema {
  /// For editors and validators. What no schema can say (names, kinds of expressions, circles) is
  /// the reader's.
  package static func text() throws(JSONError) -> String {
    let sections = DocumentSections.replaceable.map {
      "\"\($0)\": {\"$ref\": \"#/properties/\($0)\", "
        + "\"description\": \"In place of the document's own.\"}"
    }
    let ownMembers = LayerType.allCases.map { type in
      "{\"if\": {\"properties\": {\"type\": {\"const\": \"\(type.rawValue)\"}}}, "
        + "\"then\": {\"properties\": {\(members(of: type).joined(separator: ", "))}, "
        + "\"required\": [\(list(required(type)))]}}"
    }
    return EmbeddedFile.styleSchema.filled([
      "chrome": chrome, "sections": sections.joined(separator: ",\n    "),
      "mostLayers": "\(DocumentReader.mostLayers)",
      "types": list(LayerType.allCases.map(\.rawValue)),
      "members": members(of: nil).joined(separator: ",\n        "),
      "ownMembers": ownMembers.joined(separator: ",\n        "),
      "builtIns": try builtIns().joined(separator: ",\n        "),
    ])
  }

  /// Strings, between the brackets of an array.
  static func list(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Elements of an array, each once, on lines of their own.
  package static func lines(_ words: [String], indentedBy columns: Int = 8) -> String {
    words.enumerated().filter { words.firstIndex(of: $1) == $0 }
      .map { String(repeating: " ", count: columns) + "\"\($1)\"" }.joined(separator: ",\n")
  }

  /// Members of an object that is so many columns further in than an object of its own.
  package static func members(
    indentedBy columns: Int, _ members: (inout JSONObjectWriter) -> Void
  ) -> String {
    JSONWriter.object(layout: .indented, members).split(separator: "\n").dropFirst().dropLast()
      .map { String(repeating: " ", count: columns) + $0 }.joined(separator: "\n")
  }

  private static var chrome: String {
    JSONWriter.object { chrome in
      chrome.member(
        "description", "What surrounds the header on the screen, where a scene does not say it.")
      chrome.member("type", "object")
      chrome.member("additionalProperties", false)
      chrome.object("properties") { properties in
        properties.object("description") { own in
          own.member("type", "string")
          own.member("description", "For readers; ignored.")
        }
        for key in ChromeKey.all { properties.object(key.name) { key.writeSchema(to: &$0) } }
      }
    }
  }

  /// Each with the constants that its document declares.
  private static func builtIns() throws(JSONError) -> [String] {
    try BuiltInHeader.all.map { header throws(JSONError) in
      var declared = try header.document().constants
      for variant in try header.document().variants {
        let others = try header.document().variant(variant.name)?.constants ?? []
        declared += others.filter { other in !declared.contains { $0.name == other.name } }
      }
      let constants = declared.map { constant in
        let members = JSONWriter.object { object in
          object.member("type", "number")
          object.member(
            "description",
            [constant.description, constant.unit].compactMap(\.self).joined(separator: "; "))
          if let range = constant.allowed {
            object.member("minimum", range.lowerBound)
            object.member("maximum", range.upperBound)
          }
          if let value = constant.value { object.member("default", value) }
        }
        return "\"\(constant.name)\": \(members)"
      }
      return "\"\(header.name)\": {\"additionalProperties\": false, \"properties\": {"
        + constants.joined(separator: ", ") + "}}"
    }
  }
}
