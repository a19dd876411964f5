import PortableMath

extension CellEvaluator {
  @inline(__always)
  /// Applies an arithmetic instruction to the operands on the stack.
  /// - Parameter cell: The expression to name in an error.
  mutating func apply(
    _ instruction: Instruction, _ cell: CellID
  ) throws(EvaluationError) {
    let last = stack.count - 1
    switch instruction {
    case .negate: stack[last] = 0 - stack[last]
    case .not: stack[last] = 1 - stack[last]
    case .absolute: stack[last] = stack[last].magnitude
    case .floor: stack[last] = stack[last].rounded(.down)
    case .ceiling: stack[last] = stack[last].rounded(.up)
    case .round:
      let floor = stack[last].rounded(.down)
      stack[last] = floor + (stack[last] - floor >= 0.5 ? 1 : 0)
    case .sign: stack[last] = stack[last] > 0 ? 1 : stack[last] < 0 ? -1 : 0
    case .squareRoot:
      guard stack[last] >= 0 else {
        throw failure(cell, "sqrt takes 0 or more, found \(stack[last].text)")
      }
      stack[last] = stack[last].squareRoot()
    case .sine: stack[last] = DeterministicMath.sin(degrees: stack[last])
    case .cosine: stack[last] = DeterministicMath.cos(degrees: stack[last])
    case .clamp, .mix, .progress: try applyTernary(instruction, cell)
    default:
      let b = pop()
      let a = stack[last - 1]
      stack[last - 1] = try combine(instruction, a, b, cell)
    }
  }

  @inline(__always)
  private func combine(
    _ instruction: Instruction, _ a: Double, _ b: Double, _ cell: CellID
  ) throws(EvaluationError) -> Double {
    let result: Double
    switch instruction {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply: result = a * b
    case .divide:
      guard b != 0 else { throw failure(cell, "division by zero") }
      result = a / b
    case .remainder:
      guard b != 0 else { throw failure(cell, "division by zero (%)") }
      result = a.truncatingRemainder(dividingBy: b)
    case .less: return a < b ? 1 : 0
    case .lessOrEqual: return a <= b ? 1 : 0
    case .greater: return a > b ? 1 : 0
    case .greaterOrEqual: return a >= b ? 1 : 0
    case .equal: return a == b ? 1 : 0
    case .notEqual: return a != b ? 1 : 0
    case .minimum: return min(a, b)
    case .maximum: return max(a, b)
    case .power:
      guard b == b.rounded(), b.magnitude <= 1024 else {
        throw failure(cell, "pow takes whole exponents from -1024 to 1024, found \(b.text)")
      }
      guard a != 0 || b >= 0 else { throw failure(cell, "division by zero (pow)") }
      let power = Self.power(a, Int(b.magnitude))
      result = b < 0 ? 1 / power : power
    default: return a
    }
    guard result.isFinite else { throw failure(cell, "the result is not finite") }
    return result
  }

  /// Raises to a power by squaring. Uses multiplications only, so that every platform computes the
  /// same bits.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  private mutating func applyTernary(
    _ instruction: Instruction, _ cell: CellID
  ) throws(EvaluationError) {
    let c = pop()
    let b = pop()
    let a = stack[stack.count - 1]
    let result: Double
    switch instruction {
    case .clamp:
      guard a <= c else {
        throw failure(cell, "clamp(low, value, high) has low \(a.text) above high \(c.text)")
      }
      result = max(a, min(b, c))
    case .mix: result = a + (b - a) * c
    default:
      guard c - b != 0 else {
        throw failure(cell, "division by zero: progress(value, a, b) from \(b.text) to \(c.text)")
      }
      result = (a - b) / (c - b)
    }
    guard result.isFinite else { throw failure(cell, "the result is not finite") }
    stack[stack.count - 1] = result
  }
}
