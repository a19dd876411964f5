import HeaderModel
import PortableMath
import StrictJSON

/// A trace as comma-separated values: a line of column names, then a line for each record, with the
/// names and numbers of the JSON lines; absent things are empty.
package struct TraceTable: Sendable {
  private let columns: [Column]

  /// The columns of a header's records, of which this is one.
  package init(_ record: TraceRecord) {
    columns =
      TraceTable.start(record)
      + (record.variant == nil ? [] : [Column(name: "variant") { $0.variant }])
      + [Column(name: "phase") { $0.state.phase }] + TraceTable.fields(record.fields)
      + TraceTable.memory(record) + TraceTable.inputs(record) + TraceTable.layers(record)
  }

  /// All lines, without line breaks.
  package static func lines(_ trace: HeaderTrace) -> some Sequence<String> {
    var records = trace
    let table = records.next().map(TraceTable.init)
    return [table.map { [$0.header] } ?? [], trace.map { table?.line($0) ?? "" }].joined()
  }

  /// The column names, without a line break.
  package var header: String { TraceTable.joined(columns.map(\.name)) }

  /// One record, without a line break.
  package func line(_ record: TraceRecord) -> String {
    TraceTable.joined(columns.map { $0.field(record) ?? "" })
  }

  /// RFC 4180: what holds a separator or a quote is quoted, quotes in it doubled. A document's name,
  /// phases, words and layers are called as it likes.
  private static func joined(_ fields: [String]) -> String {
    fields.map { field in
      let needsQuotes = field.utf8.contains { ",\"\r\n".utf8.contains($0) }
      return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }.joined(separator: ",")
  }

  private struct Column: Sendable {
    var name: String
    var field: @Sendable (TraceRecord) -> String?
  }

  private static func start(_ record: TraceRecord) -> [Column] {
    var columns = plainColumns
    if record.isInteractive { columns.insert(Column(name: "event") { $0.event }, at: 2) }
    return columns
  }

  private static func inputs(_ record: TraceRecord) -> [Column] {
    guard record.isInteractive else { return [] }
    return record.state.inputs.indices.map { place in
      Column(name: "inputs.\(record.state.inputs[place].name)") {
        text($0.state.inputs[place].value)
      }
    }
  }

  private static let plainColumns: [Column] = [
    whole("index") { $0.index },
    number("time") { $0.time },
    number("offset") { $0.state.offset },
    number("contentOffset") { $0.state.contentOffset },
    Column(name: "style") { $0.name },
  ]

  /// Those of the fields that the document defines; `place` leads from a record to the fields.
  private static func fields(
    _ fields: [TraceField], under prefix: String = "",
    _ place: @escaping @Sendable (TraceRecord) -> [TraceField] = { $0.fields }
  ) -> [Column] {
    fields.indices.flatMap { index -> [Column] in
      let name = prefix + fields[index].name
      switch fields[index].value {
      case .fields(let inner, _):
        return TraceTable.fields(inner, under: name + ".") { record in
          if case .fields(let inner, _) = place(record)[index].value { inner } else { [] }
        }
      case .rect:
        return rect(name) { record in
          if case .rect(let rect) = place(record)[index].value { rect } else { nil }
        }
      default: return [Column(name: name) { place($0)[index].text }]
      }
    }
  }

  private static func memory(_ record: TraceRecord) -> [Column] {
    record.state.memory.indices.flatMap { place in
      let name = record.state.memory[place].name
      return [
        Column(name: "memory.\(name)") { text($0.state.memory[place].value) },
        Column(name: "memoryTargets.\(name)") { text($0.state.memoryTargets[place].value) },
      ]
    }
  }

  private static func text(_ value: RememberedValue.Value) -> String {
    switch value {
    case .number(let number): JSONWriter.literal(number)
    case .boolean(let condition): condition ? "true" : "false"
    }
  }

  private static func layers(_ record: TraceRecord) -> [Column] {
    record.state.layersInDocumentOrder.flatMap { layer in
      let (name, index) = ("layers.\(layer.id)", layer.index)
      @Sendable func own(_ record: TraceRecord) -> LayerState? {
        record.state.layers.first { $0.index == index }
      }
      let standing = [
        number("\(name).scaleX") { own($0)?.scaleX },
        number("\(name).scaleY") { own($0)?.scaleY },
        number("\(name).rotate") { own($0)?.rotation },
        number("\(name).opacity") { own($0)?.effectiveOpacity },
        number("\(name).z") { own($0)?.z },
        flag("\(name).visible") { own($0)?.visible },
      ]
      let content = layer.contentFields.flatMap { field in
        field.columns.indices.map { place in
          Column(name: "\(name).\(field.name)\(field.columns[place].suffix)") { record in
            own(record)?.contentFields.first { $0.name == field.name }?.columns[place].text
          }
        }
      }
      return rect("\(name).frame") { own($0)?.frame } + standing + content
    }
  }

  private static func number(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Double?
  ) -> Column {
    Column(name: name) { value($0).map(JSONWriter.literal) }
  }

  private static func whole(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Int?
  ) -> Column {
    Column(name: name) { value($0).map { String($0) } }
  }

  private static func flag(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Bool?
  ) -> Column {
    Column(name: name) { value($0).map { $0 ? "true" : "false" } }
  }

  private static func rect(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> PointRect?
  ) -> [Column] {
    [
      number("\(name).x") { value($0)?.x },
      number("\(name).y") { value($0)?.y },
      number("\(name).width") { value($0)?.width },
      number("\(name).height") { value($0)?.height },
    ]
  }
}

extension TraceField {
  /// What a table's field says; empty for what is absent.
  fileprivate var text: String? {
    switch value {
    case .number(let number): number.map(JSONWriter.literal)
    case .count(let count): count.map { String($0) }
    case .condition(let condition): condition.map { $0 ? "true" : "false" }
    case .word(let word): word
    case .words(let words): words?.joined(separator: " ")
    case .null, .rect, .fields: nil
    }
  }
}
