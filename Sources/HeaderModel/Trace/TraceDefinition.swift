package import PortableMath

/// What a document wants told of it in traces beside its memory and its layers.
struct TraceDefinition: Sendable {
  var fields: [TraceFieldDefinition] = []
  /// What a plot of a trace shows; empty: what moves of the layers.
  var panels: [TracePanel] = []
  /// The numbers of layers that the fields' expressions ask for, in the order of their inputs.
  var layerNumbers: [LayerNumber] = []
  /// Where the fields' expressions start: nothing but a trace needs them.
  var firstCell: CellID

  var sources: [TraceFieldDefinition.Source] { fields.flatMap(\.sources) }
}

/// A field, or several of a name.
struct TraceFieldDefinition: Sendable {
  var name: String
  var description: String?
  /// Where it does not hold, the field is absent.
  var when: CellID?
  var source: Source

  indirect enum Source: Sendable {
    /// Always absent.
    case null
    case value(CellID)
    /// A number that counts things.
    case count(CellID)
    case rect(LayerRect, layer: Int)
    /// The first that holds.
    case names([NamedCondition])
    /// In the order of painting: what each layer stands for.
    case order([Int: [String]])
    case fields([TraceFieldDefinition])
  }

  /// Its own, or those of the fields in it.
  var sources: [Source] {
    if case .fields(let inner) = source { inner.flatMap(\.sources) } else { [source] }
  }
}

/// A rectangle of a layer, by the word for it.
enum LayerRect: String, Sendable {
  case frame
  /// Around the text as it is set, in the frame's height.
  case textFrame
  /// Of an image: what is shown, in its pixels.
  case sourceCrop
}

struct LayerNumber: Hashable, Sendable {
  var layer: Int
  var property: Property

  /// As a trace's columns are called.
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

/// Curves of a plot that share a scale.
package struct TracePanel: Hashable, Sendable {
  /// What the scale counts, with its unit.
  package let label: String
  package let curves: [Curve]

  /// A number of a trace from event to event.
  package struct Curve: Hashable, Sendable {
    /// Stands beside the panel.
    package let name: String
    /// nil: by the curve's place in the panel.
    package let color: DocumentColor?
    /// The way to the field, by places.
    let path: [Int]
    /// Of a rectangle: 0...3, x, y, width or height.
    let side: Int?

    /// The curve's number; nil where the field is absent. A condition is 0 or 1.
    package func value(in fields: [TraceField]) -> Double? {
      switch field(in: fields) {
      case .number(let number): number
      case .count(let count): count.map(Double.init)
      case .condition(let condition): condition.map { $0 ? 1 : 0 }
      case .rect(let rect): rect.map { [$0.x, $0.y, $0.width, $0.height][side ?? 0] }
      case .null, .word, .words, .fields, nil: nil
      }
    }

    /// Whether the number jumps from value to value: counts and conditions do.
    package func jumps(in fields: [TraceField]) -> Bool {
      switch field(in: fields) {
      case .count, .condition: true
      default: false
      }
    }

    private func field(in fields: [TraceField]) -> TraceField.Value? {
      path.reduce(.fields(fields, isPresent: true)) { found, place in
        guard case .fields(let inner, _) = found, inner.indices.contains(place) else { return nil }
        return inner[place].value
      }
    }
  }
}

/// As an event leaves it. What is absent keeps its shape: all lines of a table have its columns.
package struct TraceField: Hashable, Sendable {
  package let name: String
  package let value: Value

  package enum Value: Hashable, Sendable {
    case null
    case number(Double?)
    case count(Int?)
    case condition(Bool?)
    case word(String?)
    case rect(PointRect?)
    case words([String]?)
    case fields([TraceField], isPresent: Bool)
  }

  package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
}

/// What a field of a trace may be, as documents define it.
package struct TraceFieldShape: Hashable, Sendable {
  package let name: String
  package private(set) var description: String?
  /// Those of JSON Schema, and `rect`.
  package private(set) var types: Set<String>
  /// The words that it may be, or be made of.
  package private(set) var words: [String] = []
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
  package var traceShape: [TraceFieldShape] {
    program.declared.trace?.fields.map { TraceFieldShape($0, program) } ?? []
  }
}
