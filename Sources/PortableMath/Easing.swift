/// An easing function of CSS Easing Level 2, or a spring. It maps progress in time to progress in
/// value.
public enum Easing: Hashable, Sendable {
  case linear
  case cubicBezier(CubicBezier)
  case steps(StepEasing)
  case points(LinearEasing)
  case spring(SpringEasing)

  /// Returns the output progress for an input progress.
  public func value(at progress: Double) -> Double {
    switch self {
    case .linear: progress
    case .cubicBezier(let curve): curve.value(at: progress)
    case .steps(let steps): steps.value(at: progress)
    case .points(let points): points.value(at: progress)
    case .spring(let spring): spring.value(at: progress)
    }
  }

  /// Returns the output progress after `elapsed` of `duration`, which must be above 0. Steps are
  /// counted exactly, because 1/49 as a Double is less than one of 49 steps.
  package func value(after elapsed: ExactTime, of duration: ExactTime) -> Double {
    if case .steps(let steps) = self {
      return steps.value(
        after: elapsed.steps(of: steps.count, in: duration), isBeyond: elapsed > duration)
    }
    return value(at: elapsed.share(of: duration))
  }

  /// The slope at input progress 1. 0 for steps and for vertical ends.
  public var endSlope: Double {
    switch self {
    case .linear: 1
    case .cubicBezier(let curve): curve.endSlope
    case .steps: 0
    case .points(let points): points.endSlope
    case .spring(let spring): spring.endSlope
    }
  }

  /// An error in an easing string.
  public enum SyntaxError: Error, Hashable, Sendable {
    /// Unknown easing function or step position. `reason` describes the problem in lower case;
    /// `known` lists the known names.
    case unknownName(_ name: String, reason: String, known: [String])
    /// Malformed arguments. The message is in lower case and says what is expected.
    case malformed(_ message: String)
  }

  private static let keywords: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("ease", .cubicBezier(.ease)), ("ease-in", .cubicBezier(.easeIn)),
    ("ease-out", .cubicBezier(.easeOut)), ("ease-in-out", .cubicBezier(.easeInOut)),
    ("step-start", .steps(.start)), ("step-end", .steps(.end)), ("spring", .spring(.standard)),
  ]
  private static let functions = ["cubic-bezier", "steps", "linear", "spring"]

  /// Parses an easing string of CSS Easing Level 2, or `spring` and `spring(mass, stiffness,
  /// damping, initialVelocity)`. Case is ignored.
  public init(_ text: String) throws(SyntaxError) {
    guard let (name, arguments) = Easing.parts(of: text) else {
      throw SyntaxError.malformed("the parentheses do not match")
    }
    let keyword = Easing.keywords.first { $0.name == name }?.easing
    switch (name, arguments, keyword) {
    case ("cubic-bezier", let arguments?, _): self = try Easing.cubicBezier(arguments)
    case ("steps", let arguments?, _): self = try Easing.steps(arguments)
    case ("linear", let arguments?, _): self = try Easing.points(arguments)
    case ("spring", let arguments?, _): self = try Easing.spring(arguments)
    case (_, nil, let keyword?): self = keyword
    case (_, _?, _?): throw SyntaxError.malformed("\(name) takes no arguments")
    case (_, nil, _) where Easing.functions.contains(name):
      throw SyntaxError.malformed("\(name) needs arguments in parentheses")
    default:
      throw SyntaxError.unknownName(
        name, reason: "unknown easing",
        known: Easing.keywords.map(\.name) + Easing.functions.map { "\($0)(...)" })
    }
  }

  private static func cubicBezier(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let numbers = try numbers(arguments, "cubic-bezier(x1, y1, x2, y2)")
    guard let curve = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    else {
      throw SyntaxError.malformed(
        "x1 and x2 of cubic-bezier must be in 0...1, y1 and y2 in -1000...1000")
    }
    return .cubicBezier(curve)
  }

  private static func steps(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let form = "steps takes a whole number and a position, as in steps(4, jump-end)"
    guard (1...2).contains(arguments.count), arguments.allSatisfy({ $0.count == 1 }),
      let count = Int(arguments[0][0])
    else { throw SyntaxError.malformed(form) }
    var position = StepEasing.Position.end
    if arguments.count == 2 {
      let name = arguments[1][0].lowercased()
      guard let known = StepEasing.Position(rawValue: name) else {
        let names = StepEasing.Position.allCases.map(\.rawValue)
        throw SyntaxError.unknownName(
          name, reason: "unknown position of steps", known: names)
      }
      position = known
    }
    guard let steps = StepEasing(count: count, position: position) else {
      throw SyntaxError.malformed(
        "steps needs at least \(position == .jumpNone ? 2 : 1) steps"
          + (position == .jumpNone ? " with jump-none" : "") + ", at most a million")
    }
    return .steps(steps)
  }

  /// Parses the arguments of `linear()`: each is a number with up to two percentages before or
  /// after it.
  private static func points(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    var stops: [LinearEasing.Stop] = []
    for words in arguments {
      let inputs = words.filter { $0.hasSuffix("%") }.compactMap { word in
        WrittenNumber.css(word.dropLast()).map { $0 / 100 }
      }
      guard words.count == inputs.count + 1, inputs.count <= 2,
        let output = WrittenNumber.css(words[0]) ?? WrittenNumber.css(words[words.count - 1]),
        ([output] + inputs).allSatisfy((-1000...1000).contains)
      else {
        throw SyntaxError.malformed(
          "linear takes numbers in -1000...1000 with up to two percentages, as in "
            + "linear(0, 0.3 20% 40%, 1)")
      }
      stops.append(LinearEasing.Stop(output, at: inputs))
    }
    // CSS Easing 2, section 2.2.1: a single number is not enough for a line.
    guard stops.count > 1, let easing = LinearEasing(stops: stops) else {
      throw SyntaxError.malformed("linear needs at least two numbers")
    }
    return .points(easing)
  }

  private static func spring(_ arguments: [[String]]) throws(SyntaxError) -> Easing {
    let form = "spring(mass, stiffness, damping, initialVelocity)"
    let numbers = try numbers(arguments, form)
    guard
      let spring = SpringEasing(
        mass: numbers[0], stiffness: numbers[1], damping: numbers[2], initialVelocity: numbers[3])
    else {
      throw SyntaxError.malformed(
        "out of range: mass, stiffness and damping take 0.001...1000000, the velocity "
          + "-1000...1000, and damping / (2 sqrt(mass stiffness)) must be in 0.01...100")
    }
    return .spring(spring)
  }

  private static func numbers(
    _ arguments: [[String]], _ form: String
  ) throws(SyntaxError) -> [Double] {
    let numbers = arguments.compactMap { $0.count == 1 ? WrittenNumber.css($0[0]) : nil }
    guard numbers.count == 4, arguments.count == 4 else {
      throw SyntaxError.malformed("expected 4 numbers: \(form)")
    }
    return numbers
  }

  /// Splits `name` or `name(arguments)` into the name in lower case and the words of each argument.
  /// The arguments are `nil` without parentheses. Returns `nil` if the parentheses do not match.
  private static func parts(of text: String) -> (name: String, arguments: [[String]]?)? {
    let spaces: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    var rest = text.drop(while: spaces)
    while let last = rest.last, spaces(last) { rest.removeLast() }
    guard let bracket = rest.firstIndex(of: "(") else { return (rest.lowercased(), nil) }
    let inner = rest[rest.index(after: bracket)...].dropLast()
    guard rest.last == ")", !inner.contains("("), !inner.contains(")") else { return nil }
    let arguments = inner.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(whereSeparator: spaces).map(String.init)
    }
    return (rest[..<bracket].lowercased(), arguments)
  }
}
