import HeaderModel
import StrictJSON

/// A trace as comma-separated values: a line of column names, then one line per record. Names and
/// numbers are those of the JSON lines. Absent values are empty.
package enum TraceTable {
  package static func lines(_ trace: HeaderTrace) -> some Sequence<String> {
    var records = trace
    return [records.next().map { [header($0)] } ?? [], trace.map(line)].joined()
  }

  static func header(_ record: TraceRecord) -> String { joined(record.cells.flatMap(\.columns)) }
  static func line(_ record: TraceRecord) -> String { joined(record.cells.flatMap(\.texts)) }

  /// Joins fields as in RFC 4180: a field with a separator, quote or line break is quoted, and its
  /// quotes are doubled. Names in documents can contain these characters.
  private static func joined(_ fields: [String]) -> String {
    fields.map { field in
      let needsQuotes = field.utf8.contains { ",\"\r\n".utf8.contains($0) }
      return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }.joined(separator: ",")
  }
}

extension TraceRecord {
  fileprivate var cells: [TraceField] {
    var cells = start
    for (value, target) in zip(state.memory, state.memoryTargets) {
      cells.append(TraceField(value, under: "memory."))
      cells.append(TraceField(target, under: "memoryTargets."))
    }
    if isInteractive { cells += state.inputs.map { TraceField($0, under: "inputs.") } }
    return cells
      + state.layersInDocumentOrder.map { layer in
        let positionFields = [
          TraceField("frame", .rect(layer.frame)), TraceField("scaleX", .number(layer.scaleX)),
          TraceField("scaleY", .number(layer.scaleY)),
          TraceField("rotate", .number(layer.rotation)),
        ]
        return TraceField(
          "layers.\(layer.id)", .fields(positionFields + layer.shownFields, isPresent: true))
      }
  }
}

extension TraceField {
  fileprivate var columns: [String] {
    switch value {
    case .rect: ["x", "y", "width", "height"].map { "\(name).\($0)" }
    case .fields(let fields, _): fields.flatMap(\.columns).map { "\(name).\($0)" }
    default: [name]
    }
  }

  fileprivate var texts: [String] {
    switch value {
    case .null: [""]
    case .number(let number): [number.map(JSONWriter.literal) ?? ""]
    case .count(let count): [count.map { String($0) } ?? ""]
    case .condition(let condition): [condition.map { $0 ? "true" : "false" } ?? ""]
    case .word(let word): [word ?? ""]
    case .keywords(let keywords): [keywords?.joined(separator: " ") ?? ""]
    case .rect(let rect): rect?.numbers.map(JSONWriter.literal) ?? ["", "", "", ""]
    case .fields(let fields, _): fields.flatMap(\.texts)
    }
  }
}
