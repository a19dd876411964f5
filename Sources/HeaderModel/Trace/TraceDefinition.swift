package import PortableMath

/// The section `trace` of a document: fields of a trace in addition to memory and layers.
struct TraceDefinition: Sendable {
  var fields: [TraceFieldDefinition] = []
  /// The panels of a plot. If empty, the plot shows the layers that move.
  var panels: [TracePanel] = []
  /// The layer numbers that the fields' expressions use, in the order of their inputs.
  var layerNumbers: [LayerNumber] = []
  /// The first expression of the fields. It and all later ones are used by traces only.
  var firstCell: CellID

  var sources: [TraceFieldDefinition.Source] { fields.flatMap(\.sources) }
}

/// A field of a trace, which may contain nested fields.
struct TraceFieldDefinition: Sendable {
  var name: String
  var description: String?
  /// The condition for the field to be present. `nil` if it always is.
  var when: CellID?
  var source: Source

  /// The source of a field's value.
  indirect enum Source: Sendable {
    /// A field that is always `null`.
    case null
    case value(CellID)
    /// An expression for a whole number.
    case count(CellID)
    case rect(LayerRect, layer: Int)
    /// The first name whose condition holds.
    case names([NamedCondition])
    /// An array of words: those of each layer, by layer index, listed in painting order.
    case order([Int: [String]])
    case fields([TraceFieldDefinition])
  }

  /// The source of the field, or those of its nested fields.
  var sources: [Source] {
    if case .fields(let inner) = source { inner.flatMap(\.sources) } else { [source] }
  }
}

/// A rectangle of a layer. The raw values are the names in documents.
enum LayerRect: String, Sendable {
  case frame
  /// The bounding box of the typeset text horizontally, the frame vertically.
  case textFrame
  /// The visible part of an image, in its pixels.
  case sourceCrop
}

/// A number of a layer that the expressions of a trace can use, such as `banner.frame.x`.
struct LayerNumber: Hashable, Sendable {
  var layer: Int
  var property: Property

  /// The property. The raw values are the column names of a trace.
  enum Property: String, CaseIterable, Sendable {
    case x = "frame.x"
    case y = "frame.y"
    case width = "frame.width"
    case height = "frame.height"
    case scaleX, scaleY, rotate, opacity, z, visible

    var kind: ValueKind { self == .visible ? .boolean : .number }

    func value(of layer: LayerState) -> Double {
      switch self {
      case .x: layer.frame.x
      case .y: layer.frame.y
      case .width: layer.frame.width
      case .height: layer.frame.height
      case .scaleX: layer.scaleX
      case .scaleY: layer.scaleY
      case .rotate: layer.rotation
      case .opacity: layer.effectiveOpacity
      case .z: layer.z
      case .visible: layer.visible ? 1 : 0
      }
    }
  }
}

/// A panel of a plot: curves that share an axis.
package struct TracePanel: Hashable, Sendable {
  /// The label of the axis, with its unit.
  package let label: String
  package let curves: [Curve]

  /// A curve: a number of a trace over time.
  package struct Curve: Hashable, Sendable {
    /// The label of the curve.
    package let name: String
    /// The color. `nil` uses a color by the curve's index in the panel.
    package let color: DocumentColor?
    /// The index of the field at each nesting level.
    let path: [Int]
    /// The component of a rectangle: 0...3 for x, y, width and height. `nil` for other fields.
    let side: Int?

    /// Returns the value of the curve, with conditions as 0 or 1. `nil` if the field is absent.
    package func value(in fields: [TraceField]) -> Double? {
      switch field(in: fields) {
      case .number(let number): number
      case .count(let count): count.map(Double.init)
      case .condition(let condition): condition.map { $0 ? 1 : 0 }
      case .rect(let rect): rect.map { [$0.x, $0.y, $0.width, $0.height][side ?? 0] }
      case .null, .word, .keywords, .fields, nil: nil
      }
    }

    /// Whether the value changes in steps: true for counts and conditions.
    package func jumps(in fields: [TraceField]) -> Bool {
      switch field(in: fields) {
      case .count, .condition: true
      default: false
      }
    }

    private func field(in fields: [TraceField]) -> TraceField.Value? {
      path.reduce(.fields(fields, isPresent: true)) { found, index in
        guard case .fields(let inner, _) = found, inner.indices.contains(index) else { return nil }
        return inner[index].value
      }
    }
  }
}

/// The value of a field after an event. An absent field keeps its type, so that all rows of a table
/// have the same columns.
package struct TraceField: Hashable, Sendable {
  package let name: String
  package let value: Value

  /// The value of a field. `nil` if the field is absent.
  package enum Value: Hashable, Sendable {
    case null
    case number(Double?)
    case count(Int?)
    case condition(Bool?)
    case word(String?)
    case rect(PointRect?)
    case keywords([String]?)
    case fields([TraceField], isPresent: Bool)
  }

  package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
}

/// The possible types and values of a field, for the schema of traces.
package struct TraceFieldShape: Hashable, Sendable {
  package let name: String
  package private(set) var description: String?
  /// The type names of JSON Schema, and `rect`.
  package private(set) var types: Set<String>
  /// The possible values of a string, or of the elements of an array.
  package private(set) var keywords: [String] = []
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
    case .rect(.sourceCrop, _): types.formUnion(["rect", "null"])
    case .rect: types.insert("rect")
    case .names(let names):
      types.insert("string")
      if names.last?.when != nil { types.insert("null") }
      keywords = names.map(\.name)
    case .order(let order):
      types.insert("array")
      keywords = order.sorted { $0.key < $1.key }.flatMap(\.value)
    case .fields(let inner):
      types.insert("object")
      fields = inner.map { TraceFieldShape($0, program) }
    }
  }

  /// Merges the fields of another document. The result allows what either document allows.
  package static func merge(_ others: [TraceFieldShape], into fields: inout [TraceFieldShape]) {
    for other in others {
      guard let index = fields.firstIndex(where: { $0.name == other.name }) else {
        fields.append(other)
        continue
      }
      fields[index].description = fields[index].description ?? other.description
      fields[index].types.formUnion(other.types)
      fields[index].keywords += other.keywords.filter { !fields[index].keywords.contains($0) }
      merge(other.fields, into: &fields[index].fields)
    }
  }
}

extension HeaderDocument {
  package var traceShape: [TraceFieldShape] {
    program.declared.trace?.fields.map { TraceFieldShape($0, program) } ?? []
  }
}
