import PortableMath
import StrictJSON

/// Collects the expressions and names of a document while it is read.
struct CellBuilder {
  static let maxExpressions = 4096

  var cells: [Cell] = []
  var names: [String: NameTarget] = [:]
  /// Additional names that only the expressions of a trace can use.
  var layerNumbers: [String: NameTarget] = [:]
  /// The names whose declarations are invalid.
  var unreadable = UnreadableNames()
  private var declarations: [String: String] = [:]
  private var expressionCount = 0

  /// Built-in names that a document must not declare. Hidden inputs are excluded: a declaration of
  /// the same name replaces them.
  private static let reserved: Set<String> = Set(
    Input.allCases.filter { !$0.isHidden }.map(\.name) + ["true", "false"])

  init() {
    for input in Input.allCases where input != .index && input != .target {
      names[input.name] = .input(input.rawValue)
    }
  }

  // MARK: - Names

  mutating func declare(
    _ name: String, _ target: NameTarget, _ kind: String, at member: JSONObject.Member
  ) throws(JSONError) {
    try member.requireName()
    guard !Self.reserved.contains(name) else {
      throw member.keyError("\"\(name)\" is a built-in name; choose another")
    }
    if let other = declarations[name] {
      throw member.keyError("\"\(name)\" is already declared as \(other); choose another name")
    }
    declarations[name] = kind
    names[name] = target
  }

  /// Declares `name.width` and `name.height`. Returns `false`, without declaring anything, if one
  /// of them already has a meaning.
  mutating func declareSize(_ name: String, width: NameTarget, height: NameTarget) -> Bool {
    let isNew = names[name + ".width"] == nil && names[name + ".height"] == nil && name != "parent"
    if isNew { (names[name + ".width"], names[name + ".height"]) = (width, height) }
    return isNew
  }

  /// Returns whether the text is a valid name: at most 100 bytes of letters, digits and `_`, not
  /// starting with a digit.
  static func isName(_ name: String) -> Bool {
    name.utf8.count <= 100 && name.utf8.first?.startsWord ?? false
      && !name.contains("-") && isPlainName(name)
  }

  /// Returns whether the text consists of letters, digits, `_` and `-`, and is not empty.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: "-") }
  }

  // MARK: - Expressions

  mutating func add(
    _ source: Cell.Source, _ context: CellContext, _ expected: ValueKind?,
    _ json: JSONValue, name: String? = nil
  ) -> CellID {
    cells.append(
      Cell(source: source, context: context, expected: expected, json: json, name: name))
    return cells.count - 1
  }

  mutating func add(_ code: CellCode, _ context: CellContext, _ json: JSONValue) -> CellID {
    add(.native(code), context, .number, json)
  }

  /// Gives an expression a name for messages, unless it already has one.
  mutating func call(_ cell: CellID, _ name: String) { cells[cell].name = cells[cell].name ?? name }

  /// Adds the expression of a property: a number, a Boolean, an expression, an interpolation or a
  /// color. In list rows, a color may also be an array of colors.
  mutating func property(
    _ value: JSONValue, _ context: CellContext, _ expected: ValueKind?, name: String? = nil
  ) throws(JSONError) -> CellID {
    if expected == .color, value.kind == .array, !context.lists.isEmpty {
      return try colorRows(value, context)
    }
    if expected == .color, value.kind == .array, let copy = context.copy {
      let colors = Array(try value.array(count: 1...1000, of: "colors"))
      return try property(colors[copy % colors.count], context, .color, name: name)
    }
    return add(try source(of: value, expected), context, expected, value, name: name)
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
    for element in try value.array(count: 1...1000, of: "colors") {
      _ = try property(element, CellContext(role: context.role), .color)
    }
    for index in first..<cells.count { cells[index].context = context }
    return add(.rows(first..<cells.count), context, .color, value)
  }

  mutating func source(
    of value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> Cell.Source {
    switch value.kind {
    case .number where expected == nil || expected == .number:
      return .literal(try value.number(), .number)
    case .boolean where expected == nil || expected == .boolean:
      return .literal(try value.boolean() ? 1 : 0, .boolean)
    case .string: return try text(value, expected)
    case .object: return try interpolation(value, expected)
    case .number, .boolean, .array, .null:
      let wanted =
        switch expected {
        case .number: "a number or an expression"
        case .boolean: "true, false or a condition"
        case .color: "a color, as \"#FFFFFF\" or a declared name"
        case .name: "a name, or a choice between names"
        case nil: "a number, a condition or an expression"
        }
      throw value.error("expected \(wanted), found \(value.literal)")
    }
  }

  private mutating func text(
    _ value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> Cell.Source {
    let text = try value.string()
    if text.utf8.first == UInt8(ascii: "#"), expected == nil || expected == .color {
      guard let color = DocumentColor(hexadecimal: text) else {
        throw value.error("\(value.literal) is not a color; write \(DocumentColor.forms)")
      }
      return .literal(color.number, .color)
    }
    return .expression(try tokens(of: text, value), value)
  }

  private mutating func tokens(
    of text: String, _ value: JSONValue
  ) throws(JSONError) -> [ExpressionToken] {
    expressionCount += 1
    guard expressionCount <= Self.maxExpressions else {
      throw value.error("more than \(Self.maxExpressions) expressions; write fewer")
    }
    do {
      return try ExpressionLexer.tokens(of: text)
    } catch {
      throw value.error(error)
    }
  }

  /// Adds an expression that a text contains in braces. Returns `nil` if the text in braces is not
  /// an expression that uses `index`.
  mutating func number(_ text: String, in value: JSONValue) throws(JSONError) -> CellID? {
    guard let tokens = try? ExpressionLexer.tokens(of: text),
      tokens.contains(where: { $0.kind == .name(Input.index.name) })
    else { return nil }
    return add(
      .expression(try self.tokens(of: text, value), value),
      CellContext(role: .value, lists: [-1]), .number, value)
  }

  /// Adds a choice between declared names, such as `condition ? a : b`. A name counts as an
  /// alternative only after `?` or `:`, because the condition may use a value with the same name as
  /// a text.
  /// - Parameter indexOfName: Returns the index of a declared name.
  mutating func choice(
    _ value: JSONValue, _ context: CellContext,
    indexOfName: (String) throws(JSONError) -> Int
  ) throws(JSONError) -> DeclaredNames {
    var tokens = try tokens(of: value.string(), value)
    var indices: [Int] = []
    for index in tokens.indices.dropFirst().dropLast() {
      guard case .name(let name) = tokens[index].kind,
        [.symbol(.question), .symbol(.colon)].contains(tokens[index - 1].kind),
        [.symbol(.colon), .symbol(.close), .end].contains(tokens[index + 1].kind)
      else { continue }
      let chosen = try indexOfName(name)
      tokens[index].kind = .index(chosen)
      if !indices.contains(chosen) { indices.append(chosen) }
    }
    let chosen = add(.expression(tokens, value), context, .name, value)
    return DeclaredNames(indices: indices, chosen: chosen)
  }

  /// Reads an interpolation object, in the format of React Native's `interpolate`.
  mutating func interpolation(
    _ value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> Cell.Source {
    guard expected != .boolean else {
      throw value.error("expected true, false or a condition, found an object")
    }
    let object = try value.object(keys: [
      "input", "inputRange", "outputRange", "extrapolate", "extrapolateLeft", "extrapolateRight",
      "easing", "description",
    ])
    let input = try source(of: object.required("input"), .number)
    let inputRange = try object.required("inputRange")
    var last = -Double.infinity
    let inputs = try inputRange.list(count: 2...1000, of: "inputs") { element throws(JSONError) in
      let input = try source(of: element, .number)
      guard case .literal(let number, _) = input else { return input }
      guard number >= last else {
        throw element.error(
          "the inputs decrease from \(last.text) to \(number.text); write them in increasing order"
        )
      }
      last = number
      return input
    }
    let outputRange = try object.required("outputRange")
    let outputKind = expected ?? (looksLikeColors(outputRange) ? .color : .number)
    let outputs = try outputRange.list { element throws(JSONError) in
      try source(of: element, outputKind)
    }
    guard outputs.count == inputs.count else {
      throw outputRange.error(
        "has \(outputs.count) outputs for \(inputs.count) inputs; write as many of each")
    }
    var table = Interpolation(count: inputs.count, isColor: outputKind == .color)
    let both = try extrapolation(object.optional("extrapolate"), table)
    table.left = try extrapolation(object.optional("extrapolateLeft"), table) ?? both ?? .extend
    table.right = try extrapolation(object.optional("extrapolateRight"), table) ?? both ?? .extend
    table.easing = try object.optional("easing")?.easing()
    return .interpolation(input: input, inputs: inputs, outputs: outputs, table)
  }

  private func looksLikeColors(_ value: JSONValue) -> Bool {
    guard let text = try? value.array().first(where: { _ in true })?.string() else { return false }
    return text.utf8.first == UInt8(ascii: "#")
      || names[text] == nil && DocumentColor(named: text) != nil
  }

  private func extrapolation(
    _ value: JSONValue?, _ table: Interpolation
  ) throws(JSONError) -> Extrapolation? {
    guard let value else { return nil }
    let word: Extrapolation = try value.choice(of: Extrapolation.self)
    guard !(table.isColor && word == .identity) else {
      throw value.error("a color interpolation cannot use identity; write \"clamp\"")
    }
    return word
  }
}

extension JSONObject.Member {
  func requireName() throws(JSONError) {
    guard CellBuilder.isName(name) else {
      throw keyError(
        "\"\(name)\" is not a name; use letters, digits and _, not starting with a digit")
    }
  }
}

extension JSONValue {
  func error(_ error: ExpressionError) -> JSONError {
    self.error("character \(error.character) of the expression: \(error.message)")
  }
}
