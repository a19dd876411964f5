import StrictJSON

/// An expression of a header document: its source, and the results of compiling it.
struct Cell: Sendable {
  /// The source of an expression.
  indirect enum Source: Sendable {
    case literal(Double, ValueKind)
    case expression([ExpressionToken], JSONValue)
    case interpolation(input: Source, inputs: [Source], outputs: [Source], Interpolation)
    /// Instructions that the reader generates itself. `needs` and the dependencies list what they
    /// use in addition to the expressions that the code refers to.
    case native(CellCode, needs: [CellID] = [], Dependencies = [])
    /// One expression per row of a list, repeated if the list has more rows.
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
  /// The kind that the result must have. `nil` allows any kind.
  var expected: ValueKind?
  /// The JSON value that the expression was read from, for error messages.
  var json: JSONValue
  /// The name by which other expressions refer to this one, or `nil` if it has none.
  var name: String?

  /// The index of the first instruction in the program's code. Set by `CellCompiler`.
  var start = 0
  var kind = ValueKind.number
  var dependencies: Dependencies = []

  /// Rejects a color, which traces, memory, inputs and constants cannot hold.
  /// - Throws: `JSONError` if the expression is a color; `remedy` is appended to the message.
  func requirePlain(_ remedy: String = "") throws(JSONError) {
    guard kind != .color else {
      throw json.error("expected a number or a condition, found a color" + remedy)
    }
  }

  /// Returns whether the expression consists of exactly this name, without operators.
  func names(_ name: String) -> Bool {
    guard case .expression(let tokens, _) = source, tokens.count == 2 else { return false }
    return tokens[0].kind == .name(name)
  }
}

/// The context of an expression, which decides which names it may use.
struct CellContext: Sendable {
  /// The part of the document that the expression belongs to.
  enum Role: Sendable {
    /// Constants and launch values, which are evaluated once.
    case fixed
    case value
    case rule
    /// A layer property. `parent` is the index of the parent layer, or `nil` for a layer directly
    /// on the screen.
    case layer(parent: Int?)
    /// A field of a trace, which is evaluated after all layers.
    case trace
  }

  var role: Role
  /// The indices of the enclosing lists, outermost first. Empty outside of list rows.
  var lists: [Int] = []
  /// Whether the name `target` is available: only in the rules of `settle`.
  var knowsTarget = false

  static let fixed = CellContext(role: .fixed)
  static let value = CellContext(role: .value)
  static let rule = CellContext(role: .rule)
  static let trace = CellContext(role: .trace)
}

/// The meaning of a name in an expression.
enum NameTarget: Sendable {
  case cell(CellID)
  case input(Int)
  case memory(Int)
  case color(Int)
  /// A named color of CSS.
  case named(DocumentColor)
  /// The index of the input for a layer's number, and its kind. Only the expressions of a trace can
  /// use it.
  case layerNumber(Int, ValueKind)
  /// The size of a text or list in the rows of the list with this layer index.
  case rowSize(CellID, list: Int)
  /// A side of a layer's frame. Only layers within the same parent can use it.
  case side(CellID, layer: Int)
}

/// Generated code, built with the operators that an expression would use.
struct CellCode: Sendable {
  private(set) var steps: [Instruction] = []

  init(_ steps: Instruction...) { self.steps = steps }

  /// Reads an expression, or pushes `standard` if `cell` is `nil`.
  init(_ cell: CellID?, or standard: Double = 0) {
    steps = [cell.map(Instruction.cell) ?? .push(standard)]
  }

  var cells: [CellID] { steps.compactMap { if case .cell(let cell) = $0 { cell } else { nil } } }

  /// Returns this code, followed by `other` and then by instructions that combine both results.
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
