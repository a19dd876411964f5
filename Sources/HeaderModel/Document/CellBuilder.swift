import StrictJSON

/// Collects the expressions and names of a document while it is read.
struct CellBuilder {
  static let mostExpressions = 4096

  var cells: [PendingCell] = []
  private(set) var names: [String: NameTarget] = [:]
  /// What only a trace's expressions know beside them.
  var layerNumbers: [String: NameTarget] = [:]
  private var declarations: [String: String] = [:]
  private var expressionCount = 0

  /// Names that no declaration may take.
  private static let reserved: Set<String> = Set(
    Input.allCases.filter { !$0.isHidden }.map(\.name) + ["true", "false"])

  init() {
    for input in Input.allCases where input != .index && input != .target {
      names[input.name] = .input(input.rawValue)
    }
  }

  // MARK: - Names

  /// Adds a name of the document's own; `place` is where it is declared.
  mutating func declare(
    _ name: String, _ target: NameTarget, _ kind: String, at member: JSONObject.Member
  ) throws(JSONError) {
    try member.requireName()
    guard !Self.reserved.contains(name) else {
      throw member.keyError("\"\(name)\" is a built-in name; choose another")
    }
    if let other = declarations[name] {
      throw member.keyError("\"\(name)\" is declared already as \(other); choose another name")
    }
    declarations[name] = kind
    names[name] = target
  }

  /// Adds `name.width` and `name.height`; false where they have a meaning already.
  mutating func declareSize(_ name: String, width: NameTarget, height: NameTarget) -> Bool {
    guard names[name + ".width"] == nil, names[name + ".height"] == nil, name != "parent" else {
      return false
    }
    names[name + ".width"] = width
    names[name + ".height"] = height
    return true
  }

  /// False where the name has a meaning already, which it keeps.
  mutating func declareSide(_ name: String, _ side: NameTarget) -> Bool {
    guard names[name] == nil else { return false }
    names[name] = side
    return true
  }

  /// A colour that has its name unless the document gives that to something else.
  mutating func addStandardColor(_ name: String, _ index: Int) {
    names[name] = .color(index)
  }

  /// Letters, digits and _, no digit first.
  static func isName(_ name: String) -> Bool {
    name.utf8.count <= 100 && name.utf8.first.map(ExpressionLexer.isLetter) ?? false
      && !name.contains("-") && isPlainName(name)
  }

  /// Letters, digits, _ and -, at least one.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        ExpressionLexer.isLetter($0) || ExpressionLexer.isDigit($0) || $0 == UInt8(ascii: "-")
      }
  }

  // MARK: - Expressions

  mutating func add(
    _ source: PendingCell.Source, _ context: CellContext, _ expected: ValueKind?,
    _ place: JSONValue, name: String? = nil
  ) -> CellID {
    cells.append(
      PendingCell(
        source: source, context: context, expected: expected, place: place, name: name))
    return cells.count - 1
  }

  /// A property: a number, true or false, an expression, an interpolation; a colour where one is
  /// wanted, and in rows a list of colours.
  mutating func property(
    _ value: JSONValue, _ context: CellContext, _ expected: ValueKind?, name: String? = nil
  ) throws(JSONError) -> CellID {
    if expected == .color, value.kind == .array, !context.lists.isEmpty {
      return try colorRows(value, context)
    }
    let source = try source(of: value, expected)
    return add(source, context, expected, value, name: name)
  }

  mutating func optional(
    _ object: JSONObject, _ key: String, _ context: CellContext, _ expected: ValueKind
  ) throws(JSONError) -> CellID? {
    guard let value = object.optional(key) else { return nil }
    return try property(value, context, expected)
  }

  private mutating func colorRows(
    _ value: JSONValue, _ context: CellContext
  ) throws(JSONError) -> CellID {
    let first = cells.count
    for element in try value.array(count: 1...1000, of: "colours") {
      _ = try property(element, CellContext(role: context.role), .color)
    }
    for index in first..<cells.count { cells[index].context = context }
    let count = cells.count - first
    return add(.rows(first: first, count: count), context, .color, value)
  }

  mutating func source(
    of value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> PendingCell.Source {
    switch value.kind {
    case .number where expected == nil || expected == .number:
      return .literal(try value.number(), .number)
    case .boolean where expected == nil || expected == .boolean:
      return .literal(try value.boolean() ? 1 : 0, .boolean)
    case .string: return try text(value, expected)
    case .object: return try interpolation(value, expected)
    case .number, .boolean, .array, .null:
      throw value.error("expected \(Self.wanted(expected)), found \(value.literal)")
    }
  }

  private static func wanted(_ expected: ValueKind?) -> String {
    switch expected {
    case .number: "a number or an expression"
    case .boolean: "true, false or a condition"
    case .color: "a colour, as \"#FFFFFF\" or a declared name"
    case .name: "a name, or a choice between names"
    case nil: "a number, a condition or an expression"
    }
  }

  private mutating func text(
    _ value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> PendingCell.Source {
    let text = try value.string()
    if text.utf8.first == UInt8(ascii: "#"), expected == nil || expected == .color {
      guard let color = DocumentColor(hexadecimal: text) else {
        throw value.error("\(value.literal) is no colour; write \(DocumentColor.forms)")
      }
      return .literal(color.number, .color)
    }
    return .expression(try tokens(of: text, value), value)
  }

  private mutating func tokens(
    of text: String, _ value: JSONValue
  ) throws(JSONError) -> [ExpressionToken] {
    expressionCount += 1
    guard expressionCount <= Self.mostExpressions else {
      throw value.error("more than \(Self.mostExpressions) expressions; write fewer")
    }
    do {
      return try ExpressionLexer.tokens(of: text)
    } catch {
      throw value.error(error)
    }
  }

  /// An expression of `index` in a text; nil where words in braces are none.
  mutating func number(_ text: String, in value: JSONValue) throws(JSONError) -> CellID? {
    guard let tokens = try? ExpressionLexer.tokens(of: text),
      tokens.contains(where: { $0.kind == .name(Input.index.name) })
    else { return nil }
    let source = PendingCell.Source.expression(try self.tokens(of: text, value), value)
    return add(source, CellContext(role: .value, lists: [-1]), .number, value)
  }

  /// An expression that chooses between names, and the places of those it names. A name that is
  /// chosen stands behind `?` or `:`, so that a condition may be called as a text is.
  ///
  /// - Parameter place: of a name; throws for an unknown one.
  mutating func choice(
    _ value: JSONValue, _ context: CellContext,
    place: (String) throws(JSONError) -> Int
  ) throws(JSONError) -> (cell: CellID, places: [Int]) {
    var tokens = try tokens(of: value.string(), value)
    var places: [Int] = []
    for index in tokens.indices.dropFirst().dropLast() {
      guard case .name(let name) = tokens[index].kind,
        [.symbol(.question), .symbol(.colon)].contains(tokens[index - 1].kind),
        [.symbol(.colon), .symbol(.close), .end].contains(tokens[index + 1].kind)
      else { continue }
      let chosen = try place(name)
      tokens[index].kind = .place(chosen)
      if !places.contains(chosen) { places.append(chosen) }
    }
    return (add(.expression(tokens, value), context, .name, value), places)
  }
}

extension JSONObject.Member {
  /// Throws where the key is none that expressions could use.
  func requireName() throws(JSONError) {
    guard CellBuilder.isName(name) else {
      throw keyError(
        "\"\(name)\" is no name; use letters, digits and _, not starting with a digit")
    }
  }
}

extension JSONValue {
  func error(_ error: ExpressionError) -> JSONError {
    self.error("character \(error.character) of the expression: \(error.message)")
  }
}
