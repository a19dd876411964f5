import EmbeddedFiles
import HeaderModel
package import StrictJSON

/// The JSON Schema (draft 2020-12) of one line of a trace. It describes the fields that the
/// documents of the built-in headers define. Other headers may define other fields.
package enum TraceSchema {
  package static func text() throws(JSONError) -> String {
    var headers: [HeaderDocument] = []
    for header in BuiltInHeader.all {
      let firstVariant = try header.document()
      headers.append(firstVariant)
      for variant in firstVariant.variants where variant.name != firstVariant.variant {
        if let document = try firstVariant.variant(variant.name) { headers.append(document) }
      }
    }
    var fields: [TraceFieldShape] = []
    for header in headers { TraceFieldShape.merge(header.traceShape, into: &fields) }
    return EmbeddedFile.traceSchema.filled([
      "first": fields.first?.name ?? "",
      "others": HeaderDocumentSchema.lines(fields.dropFirst().map(\.name), indentedBy: 6),
      "styles": HeaderDocumentSchema.lines(headers.map(\.name)),
      "variants": HeaderDocumentSchema.lines(headers.compactMap(\.variant)),
      "phases": HeaderDocumentSchema.lines(headers.flatMap(\.phaseNames)),
      "fields": HeaderDocumentSchema.members(indentedBy: 2) { properties in
        for field in fields { properties.object(field.name) { field.write(to: &$0) } }
      },
      "traced": HeaderDocumentSchema.members(indentedBy: 6) {
        HeaderDocumentSchema.writeTraced(to: &$0)
      },
    ])
  }
}

extension JSONObjectWriter {
  fileprivate mutating func types(_ types: [String]) {
    if types.count == 1 { member("type", types[0]) } else { member("type", types) }
  }
}

extension TraceFieldShape {
  fileprivate func write(to object: inout JSONObjectWriter) {
    var types = types.sorted()
    if let description { object.member("description", description) }
    if types.contains("rect") {
      guard types != ["rect"] else { return object.member("$ref", "#/$defs/rect") }
      object.array("anyOf") { choices in
        choices.object { $0.member("$ref", "#/$defs/rect") }
        choices.object { $0.types(types.filter { $0 != "rect" }) }
      }
      return
    }
    if types.contains("integer") { types.removeAll { $0 == "number" } }
    if types == ["string"] { return object.member("enum", keywords) }
    object.types(types)
    if types.contains("integer") { object.member("minimum", 0) }
    if types.contains("array") { object.object("items") { $0.member("enum", keywords) } }
    guard !fields.isEmpty else { return }
    object.member("required", fields.map(\.name))
    object.member("additionalProperties", false)
    object.object("properties") { properties in
      for field in fields { properties.object(field.name) { field.write(to: &$0) } }
    }
  }
}
