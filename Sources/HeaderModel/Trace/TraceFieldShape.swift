/// What a field of a trace may be, as documents define it.
package struct TraceFieldShape: Hashable, Sendable {
  package let name: String
  /// What the documents say of it.
  package private(set) var description: String?
  /// Those of JSON Schema, and `rect`.
  package private(set) var types: Set<String>
  /// The words that it may be, or be made of.
  package private(set) var words: [String] = []
  /// In it.
  package private(set) var fields: [TraceFieldShape] = []

  fileprivate init(_ definition: TraceFieldDefinition, _ program: HeaderProgram) {
    name = definition.name
    description = definition.description
    types = definition.when == nil ? [] : ["null"]
    switch definition.source {
    case .null: types.insert("null")
    case .value(let cell):
      types.insert(program.cells[cell].kind == .boolean ? "boolean" : "number")
    case .count: types.insert("integer")
    case .rect(.sourceCrop): types.formUnion(["rect", "null"])
    case .rect: types.insert("rect")
    case .names(let names):
      types.insert("string")
      if names.last?.when != nil { types.insert("null") }
      words = names.map(\.name)
    case .order(let order):
      types.insert("array")
      words = order.sorted { $0.key < $1.key }.flatMap(\.value)
    case .fields(let inner):
      types.insert("object")
      fields = inner.map { TraceFieldShape($0, program) }
    }
  }

  /// Adds what another document defines: what either allows is allowed.
  package static func merge(_ others: [TraceFieldShape], into fields: inout [TraceFieldShape]) {
    for other in others {
      guard let index = fields.firstIndex(where: { $0.name == other.name }) else {
        fields.append(other)
        continue
      }
      fields[index].description = fields[index].description ?? other.description
      fields[index].types.formUnion(other.types)
      fields[index].words += other.words.filter { !fields[index].words.contains($0) }
      merge(other.fields, into: &fields[index].fields)
    }
  }
}

extension HeaderDocument {
  /// The fields that the document defines for its traces.
  package var traceShape: [TraceFieldShape] {
    program.trace?.fields.map { TraceFieldShape($0, program) } ?? []
  }
}
