import StrictJSON

/// An expression of a document with its kinds checked and its code made.
struct Cell: Sendable {
  var start = 0
  var kind = ValueKind.number
  var dependencies: Dependencies = []
  var place: JSONValue
  /// Of a value, a constant or a size: what expressions call it.
  var name: String?

  /// What is told and remembered is no colour.
  func requirePlain(_ remedy: String = "") throws(JSONError) {
    guard kind != .color else {
      throw place.error("expected a number or a condition, found a colour" + remedy)
    }
  }
}

/// Where an expression stands, which decides what names it may use.
struct CellContext: Sendable {
  enum Role: Sendable {
    /// Constants and launch values: evaluated once.
    case fixed
    case value
    case rule
    /// Of a layer; `parent` is nil on the screen itself.
    case layer(parent: Int?)
    /// Of a trace, which is told when all layers stand.
    case trace
  }

  var role: Role
  /// The lists in whose rows it stands, from the outermost.
  var lists: [Int] = []
  /// Whether it is asked where a release settles, so that `target` is known.
  var knowsTarget = false

  static let fixed = CellContext(role: .fixed)
  static let value = CellContext(role: .value)
  static let rule = CellContext(role: .rule)
  static let trace = CellContext(role: .trace)
}

/// An expression as it was read, before all names are known.
struct PendingCell: Sendable {
  indirect enum Source: Sendable {
    case literal(Double, ValueKind)
    case expression([ExpressionToken], JSONValue)
    case interpolation(input: Source, inputs: [Source], outputs: [Source], Interpolation)
    /// Code of our own; what it needs is compiled before.
    case native([Instruction], needs: [CellID], Dependencies)
    /// Cells of which each row takes one.
    case rows(first: CellID, count: Int)

    /// Those in its expressions.
    var names: [String] {
      switch self {
      case .expression(let tokens, _):
        tokens.compactMap { if case .name(let name) = $0.kind { name } else { nil } }
      case .interpolation(let input, let inputs, let outputs, _):
        ([input] + inputs + outputs).flatMap(\.names)
      case .literal, .native, .rows: []
      }
    }
  }

  var source: Source
  var context: CellContext
  /// nil: any kind will do.
  var expected: ValueKind?
  var place: JSONValue
  var name: String?
}

/// What a declared name stands for.
enum NameTarget: Sendable {
  case cell(CellID)
  case input(Int)
  case memory(Int)
  case color(Int)
  /// A colour of CSS.
  case named(DocumentColor)
  /// A number of a layer, which only a trace's expressions know.
  case layerNumber(Int, ValueKind)
  /// The size of a text within the rows of a list.
  case rowSize(CellID, list: Int)
  /// A side of a layer, which those in its parent know.
  case side(CellID, layer: Int)
}
