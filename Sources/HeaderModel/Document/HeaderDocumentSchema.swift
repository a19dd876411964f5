import EmbeddedFiles
package import StrictJSON

/// The JSON Schema (draft 2020-12) of header documents. It fills a template file with the parts
/// that follow from the table of layer properties, the chrome keys and the built-in headers.
package enum HeaderDocumentSchema {
  /// Returns the text of the schema. `DocumentReader` checks what a schema cannot express, such as
  /// names, kinds of expressions and cycles.
  package static func text() throws(JSONError) -> String {
    let sections = DocumentSections.replaceable.map {
      "\"\($0)\": {\"$ref\": \"#/properties/\($0)\", "
        + "\"description\": \"Replaces the document's own value.\"}"
    }
    let ownMembers = LayerType.allCases.map { type in
      "{\"if\": {\"properties\": {\"type\": {\"const\": \"\(type.rawValue)\"}}}, "
        + "\"then\": {\"properties\": {\(members(of: type).joined(separator: ", "))}, "
        + "\"required\": [\(list(required(type)))]}}"
    }
    return EmbeddedFile.styleSchema.filled([
      "chrome": chrome.joined(separator: ", "), "sections": sections.joined(separator: ",\n    "),
      "maxLayers": "\(DocumentReader.maxLayers)",
      "types": list(LayerType.allCases.map(\.rawValue)),
      "members": members(of: nil).joined(separator: ",\n        "),
      "ownMembers": ownMembers.joined(separator: ",\n        "),
      "builtIns": try builtIns().joined(separator: ",\n        "),
    ])
  }

  /// Returns the elements of an array of strings, without the brackets.
  private static func list(_ keywords: [String]) -> String {
    keywords.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Returns array elements without duplicates, one per line.
  package static func lines(_ keywords: [String], indentedBy columns: Int = 8) -> String {
    keywords.enumerated().filter { keywords.firstIndex(of: $1) == $0 }
      .map { String(repeating: " ", count: columns) + "\"\($1)\"" }.joined(separator: ",\n")
  }

  /// Returns the members of an object without the braces, one per line, indented by `columns` more
  /// than usual.
  package static func members(
    indentedBy columns: Int, _ members: (inout JSONObjectWriter) -> Void
  ) -> String {
    JSONWriter.object(layout: .indented, members).split(separator: "\n").dropFirst().dropLast()
      .map { String(repeating: " ", count: columns) + $0 }.joined(separator: "\n")
  }

  private static var chrome: [String] {
    ChromeKey.all.map { key in "\"\(key.name)\":\(JSONWriter.object(key.writeSchema))" }
  }

  /// Returns a schema for each built-in header with the constants of all its variants.
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

  // MARK: - Layers

  /// Returns the members that only layers of `type` have, or those of all layers if `type` is
  /// `nil`.
  private static func members(of type: LayerType?) -> [String] {
    let properties = (type ?? .group).properties.filter { property in
      let row = property.row
      return row.types.isEmpty == (type == nil) && row.kind != .part
    }
    return properties.flatMap { property -> [String] in
      if property == .fill, type == .rectangle {
        let forms = [schema(of: property), schema(of: PropertyGroup.fill)]
        return [
          "\"fill\": {\"anyOf\": [\(forms.joined(separator: ", "))], "
            + "\"description\": \(describe(property))}"
        ]
      }
      guard let group = property.row.group else { return members(of: property) }
      guard property == group.properties.first, group != .fill else { return [] }
      return ["\"\(group.rawValue)\": \(schema(of: group))"]
    }
  }

  private static func members(of property: LayerProperty) -> [String] {
    ([property.row.key] + property.row.otherKeys).map { "\"\($0)\": \(schema(of: property))" }
  }

  /// Writes the members of a trace's layers that the table of layer properties defines.
  package static func writeTraced(to object: inout JSONObjectWriter) {
    let traced = LayerProperty.allCases.filter { $0.row.tracedIn != nil }
    func write(_ properties: [LayerProperty], to object: inout JSONObjectWriter) {
      for row in properties.map(\.row) {
        let type = row.kind == .whole ? "integer" : "number"
        object.object(row.key) { member in
          member.member("description", .string(row.sentence + " " + row.note))
          guard case .absent = row.standard else { return member.member("type", .string(type)) }
          member.member("type", [type, "null"])
        }
      }
    }
    write(traced.filter { $0.row.group == nil }, to: &object)
    for group in PropertyGroup.allCases {
      let members = traced.filter { $0.row.group == group }
      guard !members.isEmpty else { continue }
      object.object(group.rawValue) { member in
        member.member("description", .string(group.sentence))
        member.member("type", .string("object"))
        member.member("additionalProperties", false)
        member.object("properties") { write(members, to: &$0) }
      }
    }
  }

  private static func describe(_ property: LayerProperty) -> String {
    JSONWriter.literal(property.row.sentence + " " + property.row.note)
  }

  private static func schema(of group: PropertyGroup) -> String {
    let properties = group.properties.filter { $0.row.kind != .part }
    let required = properties.filter { $0.row.isRequired && $0.row.variants.isEmpty }
    let members =
      properties.flatMap(members)
      + ["\"description\": {\"type\": \"string\", \"description\": \"For readers; ignored.\"}"]
    return "{\"type\": \"object\", \"description\": \(JSONWriter.literal(group.sentence)), "
      + "\"additionalProperties\": false, \"required\": [\(list(required.map(\.row.key)))], "
      + "\"properties\": {\(members.joined(separator: ", "))}}"
  }

  private static func required(_ type: LayerType) -> [String] {
    type.typeSpecificProperties.map(\.row).filter { $0.group == nil && $0.isRequired }.map(\.key)
  }

  private static func schema(of property: LayerProperty) -> String {
    let row = property.row
    let form =
      switch row.kind {
      case .number, .whole, .rowLength: reference("number")
      case .condition: reference("condition")
      case .color: reference("color")
      case .pair, .part: reference("pair")
      case .weight: reference("weight")
      case .four:
        "\"anyOf\": [{\(reference("number"))}, {\"type\": \"array\", \"minItems\": 4, "
          + "\"maxItems\": 4, \"items\": {\(reference("number"))}}]"
      case .choice(let keywords): choice(keywords)
      case .icon:
        "\"anyOf\": [{\(choice(HeaderIcon.names))}, {\"type\": \"string\", \"pattern\": \"[?]\"}]"
      case .flag: "\"type\": \"boolean\""
      case .integer(let range):
        "\"anyOf\": [{\"type\": \"integer\", \"minimum\": \(range.lowerBound), "
          + "\"maximum\": \(range.upperBound)}, {\"type\": \"string\"}]"
      case .names: "\"type\": [\"string\", \"array\"], \"items\": {\"type\": \"string\"}"
      case .path: "\"type\": \"string\""
      case .stops:
        "\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", \"prefixItems\": "
          + "[{\(reference("number"))}, {\(reference("color"))}], \"minItems\": 2, \"items\": false}"
      case .layers: reference("layers")
      }
    return "{\(form), \"description\": \(describe(property))}"
  }

  private static func reference(_ name: String) -> String { "\"$ref\": \"#/$defs/\(name)\"" }

  private static func choice(_ keywords: [String]) -> String { "\"enum\": [\(list(keywords))]" }
}
