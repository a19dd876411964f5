import Scrolling

/// Interval analysis of a header's expressions: bounds for every possible state, from the
/// constants, the ranges of inputs and the assignments of rules. Bounds may be too wide, but never
/// too narrow.
struct ValueBounds {
  /// The bounds of a value. Those of a condition are 0...1, 0...0 or 1...1.
  struct Bounds {
    var low = -Double.infinity
    var high = Double.infinity
    /// The variable that the value was read from directly, or `nil`.
    var variable: Variable?
    /// The comparison that the value results from. Narrows the bounds of its variable in the
    /// branches of a choice.
    var test: Test?

    static let condition = Bounds(low: 0, high: 1)

    static func exactly(_ value: Double) -> Bounds { Bounds(low: value, high: value) }

    /// The smallest bounds that contain the values. Unbounded if a value is NaN.
    static func within(_ values: [Double]) -> Bounds {
      guard let low = values.min(), let high = values.max(), !values.contains(where: \.isNaN) else {
        return Bounds()
      }
      return Bounds(low: low, high: high)
    }

    func union(_ other: Bounds) -> Bounds { .within([low, high, other.low, other.high]) }
  }

  /// The index of an input or, after all inputs, of a memory entry.
  typealias Variable = Int

  /// A comparison of a variable with a bounded value.
  struct Test {
    var variable: Variable
    var comparison: Instruction
    var low: Double
    var high: Double
    var isNegated = false
  }

  /// Bounds of variables that are narrower than those in `variables`.
  typealias Known = [Variable: Bounds]

  private var evaluator: CellEvaluator
  private var program: HeaderProgram { evaluator.program }
  private var variables: [Bounds]
  private var firstMemory: Variable { evaluator.inputs.count }
  private var steps = 0
  private var allSteps = 0
  /// The maximum number of instructions per query.
  private static let maxSteps = 20_000
  /// The maximum number of instructions of all queries.
  private static let maxStepsOfAll = 2_000_000
  /// The maximum nesting depth of expressions. Beyond any of these limits, a value is unbounded.
  private static let deepest = 64

  init(_ header: HeaderInterpreter) {
    evaluator = header.cells
    let edges = header.edges
    variables = evaluator.inputs.indices.map { index in
      switch Input(rawValue: index) {
      case .time?, .index?: return Bounds(low: 0)
      case .dragging?: return .condition
      case .start? where !header.setup.movesEdges: return .exactly(edges.lowerBound)
      case .end? where !header.setup.movesEdges: return .exactly(edges.upperBound)
      case .position? where !header.setup.movesEdges, .target? where !header.setup.movesEdges:
        return Bounds(low: edges.lowerBound, high: edges.upperBound)
      case let input? where !input.dependencies.isEmpty: return Bounds()
      default: return .within([header.cells.inputs[index]])
      }
    }
    remember(header)
  }

  /// Computes the bounds of the memory: starts with the launch values and adds what rules assign
  /// until nothing changes. A value that still grows after four rounds is unbounded.
  private mutating func remember(_ header: HeaderInterpreter) {
    variables += program.declared.memory.indices.map { .exactly(header.memory.targets[$0]) }
    variables += (header.inputs ?? []).map { input in
      input.range.map { Bounds(low: $0.lowerBound, high: $0.upperBound) } ?? .condition
    }
    let rules = program.declared.allRules
    for round in 0... {
      var grows = false
      for rule in rules where holds(rule.when, [:]) != false {
        for (slot, cell) in rule.assignments where slot < program.declared.memory.count {
          let before = variables[firstMemory + slot]
          var union = before.union(bounds(of: cell, [:]))
          guard union.low < before.low || union.high > before.high else { continue }
          if round > 3 { union = program.declared.memory[slot].isBoolean ? .condition : Bounds() }
          variables[firstMemory + slot] = union
          grows = true
        }
      }
      guard grows else { return }
    }
  }

  /// Returns whether a condition always or never holds. `nil` if it can do both or is unknown.
  mutating func holds(_ condition: CellID?, _ known: Known) -> Bool? {
    guard let condition else { return true }
    let bounds = bounds(of: condition, known)
    return bounds.low > 0 ? true : bounds.high <= 0 ? false : nil
  }

  mutating func bounds(of cell: CellID, _ known: Known) -> Bounds {
    steps = 0
    return run(cell, known, depth: 0)
  }

  private mutating func run(_ cell: CellID, _ known: Known, depth: Int) -> Bounds {
    if program.isFixed[cell], let value = try? evaluator.value(of: cell) { return .exactly(value) }
    guard depth < Self.deepest else { return Bounds() }
    return run(from: program.starts[cell], [], known, depth) ?? Bounds()
  }

  /// Returns the union of the results of all paths from an instruction. `nil` if no path is
  /// possible.
  private mutating func run(
    from start: Int, _ arguments: [Bounds], _ known: Known, _ depth: Int
  ) -> Bounds? {
    var pc = start
    var stack = arguments
    while steps < Self.maxSteps, allSteps < Self.maxStepsOfAll {
      steps += 1
      allSteps += 1
      let instruction = program.code[pc]
      pc += 1
      switch instruction {
      case .done: return stack.last
      case .push(let value): stack.append(.exactly(value))
      case .input(let index): stack.append(read(index, known))
      case .memory(let slot): stack.append(read(firstMemory + slot, known))
      case .cell(let other): stack.append(run(other, known, depth: depth + 1))
      case .pressed: stack.append(.condition)
      case .shown, .color, .rowCell, .listLength: stack.append(Bounds())
      case .interpolate(let table):
        stack.removeLast(1 + 2 * program.interpolations[table].count)
        stack.append(Bounds())
      case .measure:
        stack.removeLast(LayerProperty.typesettingProperties.count + 1)
        stack.append(Bounds(low: 0))
      case .jump(let target): pc = target
      case .jumpIfFalse(let target), .jumpIfFalseElseDrop(let target),
        .jumpIfTrueElseDrop(let target):
        let condition = stack.removeLast()
        var keeps: Double?
        if case .jumpIfFalseElseDrop = instruction { keeps = 0 }
        if case .jumpIfTrueElseDrop = instruction { keeps = 1 }
        let jumpsIf = keeps == 1
        var result: Bounds?
        for holds in [true, false] {
          guard holds ? condition.high > 0 : condition.low <= 0,
            let narrowed = narrow(known, condition, holds)
          else { continue }
          let jumps = holds == jumpsIf
          let rest = stack + (jumps ? keeps.map { [.exactly($0)] } ?? [] : [])
          let way = run(from: jumps ? target : pc, rest, narrowed, depth)
          result = result.flatMap { first in way.map(first.union) ?? first } ?? way
        }
        return result
      default: apply(instruction, &stack)
      }
    }
    return Bounds()
  }

  private func read(_ variable: Variable, _ known: Known) -> Bounds {
    var bounds = known[variable] ?? variables[variable]
    bounds.variable = variable
    return bounds
  }

  /// Returns `known` narrowed by the outcome of a condition. `nil` if the outcome is impossible.
  private func narrow(_ known: Known, _ condition: Bounds, _ holds: Bool) -> Known? {
    guard let test = condition.test else {
      guard let variable = condition.variable else { return known }
      return known.merging([variable: .exactly(holds ? 1 : 0)]) { $1 }
    }
    var bounds = known[test.variable] ?? variables[test.variable]
    switch (test.comparison, holds != test.isNegated) {
    case (.less, true), (.greaterOrEqual, false): bounds.high = min(bounds.high, test.high.nextDown)
    case (.less, false), (.greaterOrEqual, true): bounds.low = max(bounds.low, test.low)
    case (.lessOrEqual, true), (.greater, false): bounds.high = min(bounds.high, test.high)
    case (.lessOrEqual, false), (.greater, true): bounds.low = max(bounds.low, test.low.nextUp)
    case (.equal, true), (.notEqual, false):
      bounds.low = max(bounds.low, test.low)
      bounds.high = min(bounds.high, test.high)
    default: break
    }
    return bounds.low > bounds.high ? nil : known.merging([test.variable: bounds]) { $1 }
  }

  // MARK: - Arithmetic

  private mutating func apply(_ instruction: Instruction, _ stack: inout [Bounds]) {
    let count =
      switch instruction {
      case .negate, .not, .absolute, .floor, .ceiling, .round, .sign, .squareRoot, .sine, .cosine: 1
      case .clamp, .mix, .progress: 3
      default: 2
      }
    let operands = Array(stack.suffix(count))
    stack.removeLast(count)
    stack.append(result(of: instruction, operands))
  }

  private mutating func result(of instruction: Instruction, _ operands: [Bounds]) -> Bounds {
    let (a, b) = (operands[0], operands[operands.count - 1])
    switch instruction {
    case .sine, .cosine: return Bounds(low: -1, high: 1)
    case .mix, .progress, .remainder, .power: return Bounds()
    case .divide where b.low <= 0 && b.high >= 0: return Bounds()
    case .absolute where a.low < 0 && a.high > 0: return Bounds(low: 0, high: max(-a.low, a.high))
    case .not:
      var negated = corners(instruction, operands)
      negated.test = a.test
      negated.test?.isNegated.toggle()
      if a.test == nil, let variable = a.variable {
        negated.test = Test(variable: variable, comparison: .equal, low: 0, high: 0)
      }
      return negated
    case .equal where a.low < a.high || b.low < b.high,
      .notEqual where a.low < a.high || b.low < b.high:
      if a.high < b.low || b.high < a.low { return .exactly(instruction == .equal ? 0 : 1) }
      return tested(.condition, instruction, a, b)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
      return tested(corners(instruction, operands), instruction, a, b)
    default: return corners(instruction, operands)
    }
  }

  /// Returns the bounds of a function that is monotonic in each operand, from its values at the
  /// ends of the operands' bounds.
  private mutating func corners(_ instruction: Instruction, _ operands: [Bounds]) -> Bounds {
    var results: [Double] = []
    for corner in 0..<(1 << operands.count) {
      evaluator.stack = operands.enumerated().map { corner >> $0 & 1 == 0 ? $1.low : $1.high }
      guard (try? evaluator.apply(instruction, 0)) != nil else { return Bounds() }
      results += evaluator.stack
    }
    return .within(results)
  }

  /// Adds the comparison to a result if one of the operands is a variable.
  private func tested(
    _ result: Bounds, _ comparison: Instruction, _ a: Bounds, _ b: Bounds
  ) -> Bounds {
    var result = result
    if let variable = a.variable {
      result.test = Test(variable: variable, comparison: comparison, low: b.low, high: b.high)
    } else if let variable = b.variable {
      let mirrored: [Instruction: Instruction] = [
        .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less,
        .greaterOrEqual: .lessOrEqual,
      ]
      result.test = Test(
        variable: variable, comparison: mirrored[comparison] ?? comparison, low: a.low, high: a.high
      )
    }
    return result
  }
}
