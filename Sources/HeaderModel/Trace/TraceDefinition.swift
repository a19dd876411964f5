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
  /// The layers whose typeset sizes are asked for.
  var texts: [Int] = []
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
    case rect(LayerRect)
    /// The first that holds.
    case names([NamedCondition])
    /// In the order of painting: what each layer stands for.
    case order([Int: [String]])
    case fields([TraceFieldDefinition])
  }
}

/// A rectangle of a layer, by the layer's place.
enum LayerRect: Sendable {
  case frame(Int)
  /// Around the text as it is set, in the frame's height.
  case textFrame(Int)
  /// Of an image: what is shown, in its pixels.
  case sourceCrop(Int)
}

/// A number that a trace tells of a layer.
struct LayerNumber: Hashable, Sendable {
  var layer: Int
  var property: Property

  /// Named as a trace's columns are.
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
  /// Drawn in this order.
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
      guard let field = field(in: fields) else { return nil }
      switch field.value {
      case .number(let number): return number
      case .count(let count): return count.map(Double.init)
      case .condition(let condition): return condition.map { $0 ? 1 : 0 }
      case .rect(let rect): return rect.map { [$0.x, $0.y, $0.width, $0.height][side ?? 0] }
      case .null, .word, .words, .fields: return nil
      }
    }

    /// Whether the number jumps from value to value: counts and conditions do.
    package func jumps(in fields: [TraceField]) -> Bool {
      switch field(in: fields)?.value {
      case .count, .condition: true
      default: false
      }
    }

    private func field(in fields: [TraceField]) -> TraceField? {
      var level = fields
      var found: TraceField?
      for place in path {
        guard level.indices.contains(place) else { return nil }
        found = level[place]
        if case .fields(let inner, _) = level[place].value { level = inner } else { level = [] }
      }
      return found
    }
  }
}

/// A field of a trace as an event leaves it. What is absent keeps its shape, so that all lines of a
/// table have the same columns.
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

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
