import Scrolling
import StrictJSON

/// Evaluates the expressions of a document lazily. A value is reused until the next event or frame,
/// a constant forever.
struct CellEvaluator: Sendable {
  let setup: HeaderSetup
  /// The values of all `Input` cases, followed by the width and height of each image. NaN for an
  /// image that is not given.
  var inputs: [Double]
  /// The memory values that expressions read.
  var memory: [Double] = []
  /// The memory values that the function `shown` returns: those of transitions in progress.
  var shown: [Double] = []
  /// The layer that a finger touches, `nil` for none.
  var pressed: TappedLayer?
  /// The alternative to select in every choice between names, to enumerate all of them. `nil`
  /// evaluates the conditions.
  var forcedChoice: Int?

  private var values: [Double]
  /// The value of `now` when each expression was evaluated, or `forever` if the expression is
  /// constant.
  var stamps: [Int]
  /// The current generation. Values with an older stamp are invalid.
  private var now = 1
  /// The cost in steps since the last call of `invalidate()`.
  var steps = 0
  /// The cost in steps before the last call of `invalidate()`.
  private(set) var earlierSteps = 0
  var stack: [Double] = []
  /// The call stack of `run`: the interrupted expressions and their next instructions.
  private var calls: [(cell: CellID, pc: Int)] = []
  /// Cached row starts, by the index of a list whose rows never change.
  var rowStarts: [Int: [Double]] = [:]

  static let forever = Int.max

  /// Creates an evaluator with the document's constants and the properties of the device.
  init(_ setup: HeaderSetup) {
    self.setup = setup
    let (program, environment) = (setup.program, setup.environment)
    inputs = Array(repeating: 0, count: Input.allCases.count)
    for size in setup.imageSizes.map({ $0.first ?? nil }) {
      inputs.append(size.map { Double($0.width) } ?? .nan)
      inputs.append(size.map { Double($0.height) } ?? .nan)
    }
    values = Array(repeating: 0, count: program.cells.count)
    stamps = Array(repeating: 0, count: program.cells.count)
    stack.reserveCapacity(64)
    calls.reserveCapacity(16)
    for (index, value) in setup.document.constantValues {
      let cell = program.declared.constants[index].cell
      values[cell] = value
      stamps[cell] = Self.forever
    }
    let device = environment.device
    self[.screenWidth] = device.width
    self[.screenHeight] = device.height
    self[.screenScale] = device.scale
    self[.safeAreaTop] = device.statusBarHeight
    self[.safeAreaBottom] = device.safeAreaBottom
    self[.statusBarHeight] = device.statusBarHeight
    self[.navigationBarHeight] = Device.navigationBarHeight
    self[.isDark] = environment.isDark ? 1 : 0
  }

  var program: HeaderProgram { setup.program }

  /// Starts a new generation: all values except constants are evaluated again when needed.
  mutating func invalidate() {
    now += 1
    earlierSteps += steps
    steps = 0
  }

  subscript(input: Input) -> Double {
    get { inputs[input.rawValue] }
    set { inputs[input.rawValue] = newValue }
  }

  /// Returns the index of the name that applies to the current row, and how many times the list of
  /// names was repeated before this row.
  mutating func selection(of names: DeclaredNames) throws(EvaluationError) -> (
    index: Int, round: Int
  ) {
    let row = names.copy ?? Int(self[.index])
    let indices = names.indices
    guard let chosen = names.chosen else {
      return (indices[row % indices.count], row / indices.count)
    }
    if let forcedChoice { return (indices[forcedChoice % indices.count], row) }
    return (Int(try value(of: chosen)), row)
  }

  /// Returns the first name whose condition holds, or `nil` if none does.
  mutating func first(of names: [NamedCondition]) throws(EvaluationError) -> String? {
    for candidate in names where try condition(candidate.when, true) { return candidate.name }
    return nil
  }

  /// Returns the value of an expression: a number, 0 or 1 for a condition, or a color's four bytes
  /// as a number.
  @inline(__always)
  mutating func value(of cell: CellID) throws(EvaluationError) -> Double {
    if stamps[cell] >= now { return values[cell] }
    return try run(cell)
  }

  mutating func number(_ cell: CellID?, _ standard: Double) throws(EvaluationError) -> Double {
    guard let cell else { return standard }
    return try value(of: cell)
  }

  mutating func condition(_ cell: CellID?, _ standard: Bool) throws(EvaluationError) -> Bool {
    guard let cell else { return standard }
    return try value(of: cell) != 0
  }

  mutating func color(_ cell: CellID?) throws(EvaluationError) -> DocumentColor? {
    guard let cell else { return nil }
    return DocumentColor(number: try value(of: cell))
  }

  /// Creates an error that names an expression and the current offset.
  func failure(_ cell: CellID, _ message: String) -> EvaluationError {
    let cell = program.cells[cell]
    return EvaluationError(
      file: program.file, property: cell.name ?? cell.json.keyPath, offset: self[.offset],
      message: message)
  }

  // MARK: - Code

  /// Evaluates an expression and everything it needs. Uses an explicit call stack instead of
  /// recursion.
  private mutating func run(_ first: CellID) throws(EvaluationError) -> Double {
    let code = program.code
    let bottom = stack.count
    let outermost = calls.count
    var cell = first
    var pc = program.starts[first]
    do throws(EvaluationError) {
      while true {
        let instruction = code[pc]
        pc += 1
        switch instruction {
        case .push(let value): stack.append(value)
        case .input(let index):
          let value = inputs[index]
          guard !value.isNaN else { throw missingPicture(index, cell) }
          stack.append(value)
        case .memory(let index): stack.append(memory[index])
        case .shown(let index): stack.append(index < shown.count ? shown[index] : memory[index])
        case .pressed(let layer, let isInRow):
          let isPressed =
            pressed?.layer == layer
            && (!isInRow || pressed?.row == Int(self[.index]))
          stack.append(isPressed ? 1 : 0)
        case .color(let index):
          let rows = setup.colors[index]
          stack.append(rows.count == 1 ? rows[0] : rows[Int(self[.index]) % rows.count])
        case .cell(let other): enter(other, from: &cell, &pc)
        case .rowCell(let first, let count):
          enter(first + Int(self[.index]) % count, from: &cell, &pc)
        case .jump(let target): pc = target
        case .jumpIfFalse(let target): if pop() == 0 { pc = target }
        case .jumpIfFalseElseDrop(let target):
          if stack[stack.count - 1] == 0 { pc = target } else { stack.removeLast() }
        case .jumpIfTrueElseDrop(let target):
          if stack[stack.count - 1] != 0 { pc = target } else { stack.removeLast() }
        case .interpolate(let index): try interpolate(program.interpolations[index], cell)
        case .measure(let layer, let vertical): try measure(layer, vertical)
        case .letters(let font, let part): stack.append(letters(ofFont: font)[part])
        case .listLength(let layer): stack.append(try listLength(layer))
        case .done:
          let value = pop()
          guard value.isFinite else { throw failure(cell, "the result is not finite") }
          values[cell] = value
          stamps[cell] = program.isFixed[cell] ? Self.forever : now
          steps += 1
          guard calls.count > outermost else { return value }
          (cell, pc) = calls.removeLast()
          stack.append(value)
        default: try apply(instruction, cell)
        }
      }
    } catch {
      stack.removeLast(stack.count - bottom)
      calls.removeLast(calls.count - outermost)
      throw error
    }
  }

  /// Pushes the value of an expression if it is valid, or else continues with its code.
  @inline(__always)
  private mutating func enter(_ other: CellID, from cell: inout CellID, _ pc: inout Int) {
    guard stamps[other] < now else { return stack.append(values[other]) }
    calls.append((cell, pc))
    cell = other
    pc = program.starts[other]
  }

  @inline(__always)
  mutating func pop() -> Double { stack.removeLast() }

  private mutating func interpolate(
    _ table: Interpolation, _ cell: CellID
  ) throws(EvaluationError) {
    let count = 1 + 2 * table.count
    guard let value = table.value(stack[(stack.count - count)...]) else {
      throw failure(cell, "the inputs of the interpolation decrease")
    }
    stack.removeLast(count)
    guard value.isFinite else { throw failure(cell, "the result is not finite") }
    stack.append(value)
  }

  /// Measures a text and pushes its width or height, rounded up to device pixels. Stores the other
  /// side as the value of its own expression.
  private mutating func measure(_ layer: Int, _ vertical: Bool) throws(EvaluationError) {
    let width = pop()
    let first = stack.count - LayerProperty.typesettingProperties.count
    let given = stack[first...]
    stack.removeLast(given.count)
    guard case .text(let text) = program.layers[layer].definition.content else {
      return stack.append(0)
    }
    var textValues = text.values
    for (property, value) in zip(LayerProperty.typesettingProperties, given) {
      textValues[property] = value == LayerValues.absent ? value : property.clamped(value)
    }
    let outer = self[.index]
    if let copy = text.names.copy { self[.index] = Double(copy) }
    let runs = try runs(of: selection(of: text.names))
    self[.index] = outer
    let size = setup.environment.measurer.size(
      of: content(runs, text, textValues),
      maximumWidth: width == LayerValues.absent ? nil : width
    ).roundedUp(scale: self[.screenScale])
    let other = vertical ? text.typesetWidth : text.typesetHeight
    values[other] = vertical ? size.width : size.height
    stamps[other] = program.isFixed[other] ? Self.forever : now
    stack.append(vertical ? size.height : size.width)
  }

  private func missingPicture(_ index: Int, _ cell: CellID) -> EvaluationError {
    let image = (index - Input.width(ofImage: 0)) / 2
    return failure(cell, "the image \"\(program.declared.images[image].name)\" is missing")
  }
}

/// An error in the evaluation of a document.
package struct EvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String?
  /// The key path or name of the expression that failed.
  package var property: String
  /// The scroll offset at the time of the error, in points from rest.
  package var offset: Double
  /// The problem, in lower case, on one line.
  package var message: String

  package var reason: String { "\(property): \(message) at offset \(offset.text)" }

  package var description: String { (file.map { $0 + ": " } ?? "") + reason }
}

extension Double {
  /// The number as text. Integers have no decimal point.
  var text: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
