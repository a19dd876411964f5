import StrictJSON

extension Easing {
  /// What is wrong with an easing string.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// Lower case: what is wrong, what would be right.
    public let message: String
  }

  private static let keywords: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("ease", .cubicBezier(.ease)), ("ease-in", .cubicBezier(.easeIn)),
    ("ease-out", .cubicBezier(.easeOut)), ("ease-in-out", .cubicBezier(.easeInOut)),
    ("step-start", .steps(.start)), ("step-end", .steps(.end)), ("spring", .spring(.standard)),
  ]
  private static let functions = ["cubic-bezier", "steps", "linear", "spring"]

  /// Reads an easing string of CSS Easing Level 2, or `spring` and
  /// `spring(mass, stiffness, damping, initialVelocity)`; upper and lower case are the same.
  public init(_ text: String) throws(SyntaxError) {
    guard let syntax = EasingSyntax(text) else {
      throw SyntaxError(message: "the parentheses do not match")
    }
    guard let arguments = syntax.arguments else {
      guard let keyword = Easing.keywords.first(where: { $0.name == syntax.name }) else {
        if Easing.functions.contains(syntax.name) {
          throw SyntaxError(message: "\(syntax.name) needs arguments in parentheses")
        }
        throw Easing.unknown(syntax.name)
      }
      self = keyword.easing
      return
    }
    switch syntax.name {
    case "cubic-bezier": self = try Easing.cubicBezier(arguments)
    case "steps": self = try Easing.steps(arguments)
    case "linear": self = try Easing.points(arguments)
    case "spring": self = try Easing.spring(arguments)
    default:
      if Easing.keywords.contains(where: { $0.name == syntax.name }) {
        throw SyntaxError(message: "\(syntax.name) takes no arguments")
      }
      throw Easing.unknown(syntax.name)
    }
  }

  private static func unknown(_ name: String) -> SyntaxError {
    let nearest = NearestName(to: name, among: keywords.map(\.name) + functions.dropLast(2))
    return SyntaxError(message: "no easing has this name; \(nearest.remedy)")
  }

  private static func cubicBezier(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let numbers = try numbers(arguments, "cubic-bezier(x1, y1, x2, y2)", count: 4)
    guard
      let curve = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    else {
      throw SyntaxError(
        message: "x1 and x2 of cubic-bezier have to be in 0...1, y1 and y2 in -1000...1000")
    }
    return .cubicBezier(curve)
  }

  private static func steps(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let form = "steps takes a whole number and a position, as in steps(4, jump-end)"
    guard (1...2).contains(arguments.count), arguments.allSatisfy({ $0.count == 1 }),
      let count = Int(arguments[0][0])
    else { throw SyntaxError(message: form) }
    var position = StepEasing.Position.end
    if arguments.count == 2 {
      let name = arguments[1][0].lowercased()
      guard let known = StepEasing.Position(rawValue: name) else {
        let names = StepEasing.Position.allCases.map(\.rawValue)
        throw SyntaxError(
          message: "no position of steps has this name; "
            + NearestName(to: name, among: names).remedy)
      }
      position = known
    }
    guard let steps = StepEasing(count: count, position: position) else {
      throw SyntaxError(
        message: "steps needs at least \(position == .jumpNone ? 2 : 1) steps"
          + (position == .jumpNone ? " with jump-none" : "") + ", at most a million")
    }
    return .steps(steps)
  }

  /// Each argument is a number with none, one or two percentages before or behind it.
  private static func points(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    var stops: [LinearEasing.Stop] = []
    for words in arguments {
      let inputs = words.compactMap(EasingSyntax.percentage)
      guard words.count == inputs.count + 1, inputs.count <= 2,
        let output = EasingSyntax.number(words[0]) ?? EasingSyntax.number(words[words.count - 1]),
        ([output] + inputs).allSatisfy((-1000...1000).contains)
      else {
        throw SyntaxError(
          message: "linear takes numbers in -1000...1000 with up to two percentages, as in "
            + "linear(0, 0.3 20% 40%, 1)")
      }
      stops.append(LinearEasing.Stop(output, at: inputs))
    }
    guard let easing = LinearEasing(stops: stops) else {
      throw SyntaxError(message: "linear needs at least one number")
    }
    return .points(easing)
  }

  private static func spring(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let form = "spring(mass, stiffness, damping, initialVelocity)"
    let numbers = try numbers(arguments, form, count: 4)
    guard
      let spring = SpringEasing(
        mass: numbers[0], stiffness: numbers[1], damping: numbers[2], initialVelocity: numbers[3])
    else {
      throw SyntaxError(
        message: "out of range: mass, stiffness and damping take 0.001...1000000, the velocity "
          + "-1000...1000, and damping / (2 sqrt(mass stiffness)) has to be in 0.01...100")
    }
    return .spring(spring)
  }

  private static func numbers(
    _ arguments: [[String]], _ form: String, count: Int
  ) throws(SyntaxError) -> [Double] {
    let numbers = arguments.compactMap { words in
      words.count == 1 ? EasingSyntax.number(words[0]) : nil
    }
    guard numbers.count == count, arguments.count == count else {
      throw SyntaxError(message: "expected \(count) numbers: \(form)")
    }
    return numbers
  }
}

extension JSONValue {
  /// An easing string.
  func easing() throws(JSONError) -> Easing {
    let text = try string()
    do {
      return try Easing(text)
    } catch {
      throw self.error("\(literal): \(error.message)")
    }
  }
}
