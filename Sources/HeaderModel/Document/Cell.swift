import StrictJSON

/// An expression of a document: as it was read, and once it is compiled its start, kind and needs.
struct Cell: Sendable {
  indirect enum Source: Sendable {
    case literal(Double, ValueKind)
    case expression([ExpressionToken], JSONValue)
    case interpolation(input: Source, inputs: [Source], outputs: [Source], Interpolation)
    /// Code of our own, and what it needs beside the cells that it names.
    case native(CellCode, needs: [CellID] = [], Dependencies = [])
    /// Cells of which each row takes one.
    case rows(Range<CellID>)

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
  /// Of a value, a constant or a size: what expressions call it.
  var name: String?

  var start = 0
  var kind = ValueKind.number
  var dependencies: Dependencies = []

  /// What is told and remembered is no colour.
  func requirePlain(_ remedy: String = "") throws(JSONError) {
    guard kind != .color else {
      throw place.error("expected a number or a condition, found a colour" + remedy)
    }
  }

  /// Whether it has that name alone, without operators.
  func names(_ name: String) -> Bool {
    guard case .expression(let tokens, _) = source, tokens.count == 2 else { return false }
    return tokens[0].kind == .name(name)
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

/// Code of our own as it is put together, by the operators that an expression would have.
struct CellCode: Sendable {
  private(set) var steps: [Instruction] = []

  init(_ steps: Instruction...) { self.steps = steps }

  init(_ cell: CellID?, or standard: Double = 0) {
    steps = [cell.map(Instruction.cell) ?? .push(standard)]
  }

  var cells: [CellID] { steps.compactMap { if case .cell(let cell) = $0 { cell } else { nil } } }

  /// This, the other, and what is made of both.
  func then(_ other: CellCode, _ instructions: Instruction...) -> CellCode {
    var joined = self
    joined.steps += other.steps + instructions
    return joined
  }

  func then(_ instructions: Instruction...) -> CellCode {
    var longer = self
    longer.steps += instructions
    return longer
  }

  static func + (a: CellCode, b: CellCode) -> CellCode { a.then(b, .add) }
  static func - (a: CellCode, b: CellCode) -> CellCode { a.then(b, .subtract) }
  static func * (a: CellCode, b: CellCode) -> CellCode { a.then(b, .multiply) }
}
