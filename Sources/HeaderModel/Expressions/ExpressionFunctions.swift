import StrictJSON

extension CellCompiler {
  /// The built-in functions. `parameters` is for messages. A `count` of `nil` allows one or more
  /// arguments.
  private static let functions:
    [(name: String, parameters: String, count: Int?, code: Instruction, sentence: String)] = [
      ("min", "a, b, ...", nil, .minimum, "The smallest of one or more values."),
      ("max", "a, b, ...", nil, .maximum, "The largest of one or more values."),
      (
        "clamp", "low, value, high", 3, .clamp,
        "The value limited to the bounds, in CSS's order; low above high is an error."
      ),
      (
        "mix", "a, b, t", 3, .mix,
        "Linear interpolation: a at t = 0, b at t = 1, extrapolated beyond."
      ),
      (
        "progress", "value, a, b", 3, .progress,
        "The inverse of mix: 0 at a, 1 at b, extrapolated beyond."
      ),
      ("abs", "x", 1, .absolute, "The absolute value."),
      ("floor", "x", 1, .floor, "The largest integer that is not above x."),
      ("ceil", "x", 1, .ceiling, "The smallest integer that is not below x."),
      ("round", "x", 1, .round, "The nearest integer; halves are rounded up."),
      ("sign", "x", 1, .sign, "The sign: -1, 0 or 1."),
      ("sqrt", "x", 1, .squareRoot, "The square root; a negative x is an error."),
      ("sin", "degrees", 1, .sine, "The sine, equal on every machine."),
      ("cos", "degrees", 1, .cosine, "The cosine, equal on every machine."),
      ("pow", "x, whole exponent", 2, .power, "x to the power of an integer."),
      (
        "interpolate", "x, [inputs], [outputs]", 3, .interpolate(0),
        "Piecewise linear interpolation of numbers or colors at increasing inputs, extrapolated "
          + "beyond. A fourth argument clamp keeps the outermost outputs, identity returns x."
      ),
    ]

  /// The functions for the reference: each call with a description.
  static let reference =
    functions.map { ("\($0.name)(\($0.parameters))", $0.sentence) }
    + [
      ("\(shown)(name)", "The current value of a memory number or input in transition."),
      (
        "\(pressed)(\"id\")",
        "Whether a finger touches the layer, or in a list its row; it needs onTap."
      ),
    ]

  /// The names of the functions. Declarations may use them too, because a call has parentheses.
  static let functionNames = functions.map(\.name)

  /// Compiles a call after its opening parenthesis and returns the kind of its result.
  mutating func call(_ name: String, at character: Int) throws(ExpressionError) -> ValueKind {
    if name == Self.shown { return try shownNumber(at: character) }
    if name == Self.pressed { return try pressedLayer() }
    guard let function = Self.functions.first(where: { $0.name == name }) else {
      let nearest = NearestName(to: name, among: Self.functionNames + [Self.shown, Self.pressed])
      let remedy = ExpressionToken.Symbol.remedy(name) ?? nearest.remedy
      throw failure("unknown function \"\(name)\"; \(remedy)", at: character)
    }
    if name == "interpolate" { return try interpolate() }
    var count = 0
    repeat {
      let start = token.character
      if count == 0, case .symbol(.close) = token.kind { break }
      let kind = try expression()
      count += 1
      guard kind == .number else {
        throw failure("\(name) takes numbers, found \(kind.name)", at: start)
      }
      if function.count == nil, count > 1 { code.append(function.code) }
    } while consume(.comma)
    try expect(.close, "after the arguments of \(name)")
    guard function.count == nil ? count > 0 : function.count == count else {
      throw failure(
        "\(name) takes (\(function.parameters)), found \(count) "
          + "argument\(count == 1 ? "" : "s")", at: character)
    }
    if function.count != nil { code.append(function.code) }
    return .number
  }

  private static let shown = "shown"
  private static let pressed = "pressed"

  /// Compiles `pressed("id")`, whether a finger touches a layer. Within the list of the layer it is
  /// whether the finger touches the layer's row.
  private mutating func pressedLayer() throws(ExpressionError) -> ValueKind {
    let id: String
    switch token.kind {
    case .name(let name), .string(let name): id = name
    default: throw failure("pressed takes the id of a layer, found \(token.text)")
    }
    let own = context.copy.map { "\(id)\($0)" }
    guard let layer = layers.first(where: { $0.id == own }) ?? layers.first(where: { $0.id == id }),
      tappable.contains(layer.index)
    else {
      let known = layers.filter { tappable.contains($0.index) }.map(\.id)
      throw failure(
        "pressed takes a layer with \"onTap\", found \(token.text); "
          + NearestName(to: id, among: known).remedy)
    }
    try refuseFixed("pressed")
    at += 1
    try expect(.close, "after the layer of pressed")
    let isInRow = layer.lists.last.map(context.lists.contains) ?? false
    code.append(.pressed(layer: layer.index, isInRow: isInRow))
    dependencies.formUnion(isInRow ? [.event, .index] : .event)
    return .boolean
  }

  /// Compiles `shown(name)`, the animated value of a memory entry.
  private mutating func shownNumber(at character: Int) throws(ExpressionError) -> ValueKind {
    guard case .name(let name) = token.kind, let symbol = try? symbol(name),
      case .memory(let index) = symbol.instruction, symbol.kind == .number
    else { throw failure("shown takes the name of a remembered number, found \(token.text)") }
    at += 1
    try expect(.close, "after the name of shown")
    code.append(.shown(index))
    dependencies.formUnion(symbol.dependencies)
    return .number
  }

  /// Compiles `interpolate(x, [inputs], [outputs])` with an optional extrapolation keyword. Returns
  /// the kind of the outputs.
  private mutating func interpolate() throws(ExpressionError) -> ValueKind {
    let start = token.character
    let kind = try expression()
    guard kind == .number else {
      throw failure("interpolate takes a number first, found \(kind.name)", at: start)
    }
    try expect(.comma, "after the input of interpolate")
    let (inputs, inputKind) = try list("inputs")
    guard inputKind == .number else { throw failure("the inputs of interpolate are numbers") }
    try expect(.comma, "after the inputs of interpolate")
    let (outputs, outputKind) = try list("outputs")
    guard outputKind != .boolean else {
      throw failure("the outputs of interpolate are numbers or colors")
    }
    var table = Interpolation(count: inputs, isColor: outputKind == .color)
    if consume(.comma) {
      guard case .name(let word) = token.kind, let extrapolation = Extrapolation(rawValue: word)
      else {
        let keywords = Extrapolation.keywords.joined(separator: ", ")
        throw failure("found \(token.text) where one of \(keywords) is expected")
      }
      table.left = extrapolation
      table.right = extrapolation
      if table.isColor, extrapolation == .identity {
        throw failure("a color interpolation cannot use identity; write clamp")
      }
      at += 1
    }
    guard inputs == outputs else {
      throw failure(
        "interpolate has \(inputs) inputs and \(outputs) outputs; write as many of each")
    }
    guard inputs >= 2 else { throw failure("interpolate needs at least 2 inputs and outputs") }
    try expect(.close, "after the arguments of interpolate")
    add(table)
    return outputKind
  }

  /// Compiles a list in brackets and returns the number and the kind of its elements. Literal
  /// inputs must not fall.
  private mutating func list(_ name: String) throws(ExpressionError) -> (Int, ValueKind) {
    try expect(.openBracket, "before the \(name) of interpolate")
    var count = 0
    var kind = ValueKind.number
    var last: Double?
    repeat {
      let start = token.character
      let before = code.count
      let found = try expression()
      guard count == 0 || found == kind else {
        throw failure("the \(name) of interpolate are of different kinds", at: start)
      }
      kind = found
      count += 1
      if name == "inputs", code.count == before + 1, case .push(let value) = code[before] {
        if let last, value < last {
          throw failure(
            "the inputs of interpolate decrease from \(last.text) to \(value.text)", at: start)
        }
        last = value
      }
    } while consume(.comma)
    try expect(.closeBracket, "after the \(name) of interpolate")
    return (count, kind)
  }
}
