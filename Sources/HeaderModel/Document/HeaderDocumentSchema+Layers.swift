package import StrictJSON

extension HeaderDocumentSchema {
  /// The keys of an object of a type, or of all types.
  static func members(of type: LayerType?) -> [String] {
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
      guard let group = property.row.group else {
        return ([property.row.key] + property.row.otherKeys)
          .map { "\"\($0)\": \(schema(of: property))" }
      }
      guard property == group.properties.first, group != .fill else { return [] }
      return ["\"\(group.rawValue)\": \(schema(of: group))"]
    }
  }

  /// The members of a trace's layers that follow from the table.
  package static func writeTraced(to object: inout JSONObjectWriter) {
    let traced = LayerProperty.allCases.filter { $0.row.tracedIn != nil }
    func write(_ properties: [LayerProperty], to object: inout JSONObjectWriter) {
      for row in properties.map(\.row) {
        let type = row.kind == .whole ? "integer" : "number"
        object.object(row.key) { member in
          member.member("description", .string(row.sentence + " " + row.note))
          if case .absent = row.standard {
            member.member("type", [type, "null"])
          } else {
            member.member("type", .string(type))
          }
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

  private static func member(_ property: LayerProperty) -> String {
    "\"\(property.row.key)\": \(schema(of: property))"
  }

  private static func describe(_ property: LayerProperty) -> String {
    JSONWriter.literal(property.row.sentence + " " + property.row.note)
  }

  private static func schema(of group: PropertyGroup) -> String {
    let properties = group.properties.filter { $0.row.kind != .part }
    let required = properties.filter { $0.row.isRequired && $0.row.variants.isEmpty }
    let members =
      properties.map(member)
      + ["\"description\": {\"type\": \"string\", \"description\": \"For readers; ignored.\"}"]
    return "{\"type\": \"object\", \"description\": \(JSONWriter.literal(group.sentence)), "
      + "\"additionalProperties\": false, \"required\": [\(list(required.map(\.row.key)))], "
      + "\"properties\": {\(members.joined(separator: ", "))}}"
  }

  static func required(_ type: LayerType) -> [String] {
    type.ownProperties.map(\.row).filter { $0.group == nil && $0.isRequired }.map(\.key)
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
      case .choice(let words): choice(words)
      case .icon:
        "\"anyOf\": [{\(choice(HeaderIcon.names))}, {\"type\": \"string\", \"pattern\": \"[?]\"}]"
      case .flag: "\"type\": \"boolean\""
      case .integer(let range):
        "\"type\": \"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)"
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

  private static func choice(_ words: [String]) -> String {
    "\"enum\": [\(list(words))]"
  }
}
