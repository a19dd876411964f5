/// Compiles expressions to instructions and checks the kinds of their operands. Operators have the
/// precedence of C.
extension CellCompiler {
  /// The maximum nesting depth of parentheses and choices.
  private static let deepestNesting = 256

  /// Appends the code of an expression and returns the kind of its value.
  mutating func compile(_ tokens: [ExpressionToken]) throws(ExpressionError) -> ValueKind {
    self.tokens = tokens
    at = 0
    // The outermost expression does not count as a level.
    depth = -1
    if case .end = token.kind { throw failure("the expression is empty") }
    let kind = try expression()
    guard case .end = token.kind else {
      var remedy = ""
      if case .name(let name) = token.kind, let other = ExpressionToken.Symbol.remedy(name) {
        remedy = "; \(other)"
      }
      throw failure("found \(token.text) where an operator or the end is expected\(remedy)")
    }
    return kind
  }

  // MARK: - Tokens

  var token: ExpressionToken { tokens[at] }

  func failure(_ message: String, at character: Int? = nil) -> ExpressionError {
    ExpressionError(character: character ?? token.character, message: message)
  }

  /// Skips the next token if it is the given symbol. Returns whether it was.
  mutating func consume(_ symbol: ExpressionToken.Symbol) -> Bool {
    guard case .symbol(symbol) = token.kind else { return false }
    at += 1
    return true
  }

  mutating func expect(_ symbol: ExpressionToken.Symbol, _ context: String) throws(ExpressionError)
  {
    guard consume(symbol) else {
      throw failure("found \(token.text) where \(symbol.rawValue) is expected \(context)")
    }
  }

  private mutating func increaseDepth() throws(ExpressionError) {
    depth += 1
    guard depth <= Self.deepestNesting else {
      throw failure("nested deeper than \(Self.deepestNesting) levels; split it into values")
    }
  }

  // MARK: - Choices and operators

  /// Compiles `condition ? a : b`. Chains are compiled in a loop, without recursion.
  mutating func expression() throws(ExpressionError) -> ValueKind {
    try increaseDepth()
    var ends: [Int] = []
    var first: ValueKind?
    while true {
      let start = token.character
      let kind = try operation(above: 0)
      guard consume(.question) else {
        try check(kind, against: first, at: start)
        for jump in ends { code[jump] = .jump(code.count) }
        depth -= 1
        return kind
      }
      guard kind == .boolean else {
        throw failure("found \(kind.name) before ?; write a condition there", at: start)
      }
      let skip = code.count
      code.append(.jumpIfFalse(0))
      let chosen = token.character
      let kindOfFirst = try expression()
      try check(kindOfFirst, against: first, at: chosen)
      first = kindOfFirst
      try expect(.colon, "after what ? chooses")
      ends.append(code.count)
      code.append(.jump(0))
      code[skip] = .jumpIfFalse(code.count)
    }
  }

  private func check(
    _ kind: ValueKind, against first: ValueKind?, at character: Int
  ) throws(ExpressionError) {
    guard let first, first != kind else { return }
    throw failure(
      "? : chooses between \(first.name) and \(kind.name); both must be of the same kind",
      at: character)
  }

  /// The precedence of operators, as in C, and their instructions. `nil` for operators that are
  /// compiled to jumps.
  private static let operators: [ExpressionToken.Symbol: (precedence: Int, code: Instruction?)] = [
    .or: (1, nil), .and: (2, nil), .equal: (3, .equal), .notEqual: (3, .notEqual),
    .less: (4, .less), .lessOrEqual: (4, .lessOrEqual), .greater: (4, .greater),
    .greaterOrEqual: (4, .greaterOrEqual), .plus: (5, .add), .minus: (5, .subtract),
    .times: (6, .multiply), .over: (6, .divide), .percent: (6, .remainder),
  ]

  /// Compiles left-associative operators with a precedence above `limit`.
  private mutating func operation(above limit: Int) throws(ExpressionError) -> ValueKind {
    var left = try unary()
    while case .symbol(let symbol) = token.kind, let (precedence, code) = Self.operators[symbol],
      precedence > limit
    {
      let position = token.character
      at += 1
      let jump = self.code.count
      if code == nil { self.code.append(.jump(0)) }
      let right = try operation(above: precedence)
      left = try kind(of: symbol, left, right, at: position)
      if let code {
        self.code.append(code)
      } else {
        let end = self.code.count
        self.code[jump] = symbol == .and ? .jumpIfFalseElseDrop(end) : .jumpIfTrueElseDrop(end)
      }
    }
    return left
  }

  private func kind(
    of symbol: ExpressionToken.Symbol, _ left: ValueKind, _ right: ValueKind, at position: Int
  ) throws(ExpressionError) -> ValueKind {
    func need(_ kind: ValueKind, _ plural: String) throws(ExpressionError) {
      guard left == kind, right == kind else {
        let found = left == kind ? right : left
        throw failure("\(symbol.rawValue) takes two \(plural), found \(found.name)", at: position)
      }
    }
    switch symbol {
    case .and, .or: try need(.boolean, "conditions")
    case .equal, .notEqual:
      guard left == right else {
        throw failure(
          "\(symbol.rawValue) compares \(left.name) with \(right.name); "
            + "both must be of the same kind", at: position)
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: try need(.number, "numbers")
    default:
      try need(.number, "numbers")
      return .number
    }
    return .boolean
  }

  private mutating func unary() throws(ExpressionError) -> ValueKind {
    let first = at
    while consume(.minus) || consume(.not) {}
    if case .symbol(.plus) = token.kind { throw failure("a number takes no plus sign; remove it") }
    var last = at
    let start = code.count
    let kind = try primary()
    while last > first {
      last -= 1
      let isMinus = tokens[last].kind == .symbol(.minus)
      guard kind == (isMinus ? .number : .boolean) else {
        throw failure(
          isMinus
            ? "- takes a number, found \(kind.name)" : "! takes a condition, found \(kind.name)",
          at: tokens[last].character)
      }
      if isMinus, code.count == start + 1, case .push(let number) = code[start] {
        code[start] = .push(-number)
      } else {
        code.append(isMinus ? .negate : .not)
      }
    }
    return kind
  }

  private mutating func primary() throws(ExpressionError) -> ValueKind {
    let token = token
    switch token.kind {
    case .number(let value):
      at += 1
      code.append(.push(value))
      return .number
    case .index(let index):
      at += 1
      code.append(.push(Double(index)))
      return .name
    case .name(let name):
      guard case .symbol(.open) = tokens[at + 1].kind else { return try variable(name) }
      at += 2
      return try call(name, at: token.character)
    case .symbol(.open):
      at += 1
      let kind = try expression()
      try expect(.close, "to match the ( at character \(token.character)")
      return kind
    default: throw failure("found \(token.text) where a value is expected")
    }
  }

  private mutating func variable(_ name: String) throws(ExpressionError) -> ValueKind {
    defer { at += 1 }
    if name == "true" || name == "false" {
      code.append(.push(name == "true" ? 1 : 0))
      return .boolean
    }
    do {
      let symbol = try symbol(name)
      code.append(symbol.instruction)
      dependencies.formUnion(symbol.dependencies)
      return symbol.kind
    } catch {
      guard Self.functionNames.contains(name) else { throw error }
      throw failure("\(name) is a function; write \(name)(...)")
    }
  }
}
