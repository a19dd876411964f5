import StrictJSON

/// Evaluates the expressions of a document: each only when it is needed, and once as long as what
/// it follows from stays.
struct CellEvaluator: Sendable {
  let program: HeaderProgram
  /// `Input`s, then the pictures' widths and heights.
  var inputs: [Double]
  /// What rules and layers see of the memory.
  var memory: [Double] = []
  /// What `shown` gives of the memory.
  var shown: [Double] = []
  /// By the declared colours and then their rows.
  let colors: [[Double]]
  let texts: [TextRows]
  /// The files of the document's fonts.
  let fonts: [String]
  let measurer: any TextMeasuring
  /// Takes this one of the names wherever an expression chooses, to see them all.
  var forcedChoice: Int?

  private var values: [Double]
  /// The moment a value is of; the last of all where it never changes.
  var stamps: [Int]
  private var now = 1
  /// Expressions, rows and layers evaluated since the last event or frame, and before it.
  var steps = 0
  private(set) var earlierSteps = 0
  var stack: [Double] = []
  private var calls: [(cell: CellID, pc: Int)] = []
  /// Where the rows of a list start, where that never changes.
  var rowStarts: [Int: [Double]] = [:]

  static let forever = Int.max

  /// - Parameter imageSizes: by the declared images and then their rows; nil: not given.
  init(
    _ document: HeaderDocument, _ environment: DocumentEnvironment, imageSizes: [[PictureSize?]]
  ) {
    program = document.program
    measurer = environment.measurer
    fonts = document.fontFiles
    colors = program.declared.colors.indices.map { index in
      document.rows(ofColor: index, isDark: environment.isDark).map(\.number)
    }
    texts = TextRows.all(document)
    inputs = Array(repeating: 0, count: Input.allCases.count)
    for size in imageSizes.map({ $0.first ?? nil }) {
      inputs.append(size.map { Double($0.width) } ?? .nan)
      inputs.append(size.map { Double($0.height) } ?? .nan)
    }
    values = Array(repeating: 0, count: program.cells.count)
    stamps = Array(repeating: 0, count: program.cells.count)
    stack.reserveCapacity(64)
    calls.reserveCapacity(16)
    for (index, value) in document.constantValues {
      let cell = program.declared.constants[index].cell
      values[cell] = value
      stamps[cell] = Self.forever
    }
    let device = environment.device
    self[.screenWidth] = device.width
    self[.screenHeight] = device.height
    self[.screenScale] = Double(device.scale)
    self[.safeAreaTop] = device.statusBarHeight
    self[.safeAreaBottom] = device.safeAreaBottom
    self[.statusBarHeight] = device.statusBarHeight
    self[.navigationBarHeight] = Device.navigationBarHeight
    self[.isDark] = environment.isDark ? 1 : 0
  }

  /// What was evaluated may have changed.
  mutating func invalidate() {
    now += 1
    earlierSteps += steps
    steps = 0
  }

  subscript(input: Input) -> Double {
    get { inputs[input.rawValue] }
    set { inputs[input.rawValue] = newValue }
  }

  /// Which of several names a layer has in this row, and how often they were taken before it.
  mutating func place(_ names: DeclaredNames) throws(EvaluationError) -> (place: Int, round: Int) {
    let row = Int(self[.index])
    let places = names.places
    guard let chosen = names.chosen else { return (places[row % places.count], row / places.count) }
    if let forcedChoice { return (places[forcedChoice % places.count], row) }
    return (Int(try value(of: chosen)), row)
  }

  mutating func first(of names: [NamedCondition]) throws(EvaluationError) -> String? {
    for candidate in names where try condition(candidate.when, true) { return candidate.name }
    return nil
  }

  /// The value of an expression: a number, 0 or 1 for a condition, or a colour's four bytes.
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

  func failure(_ cell: CellID, _ message: String) -> EvaluationError {
    let cell = program.cells[cell]
    return EvaluationError(
      file: program.file, property: cell.name ?? cell.place.keyPath, offset: self[.offset],
      message: message)
  }

  // MARK: - Code

  /// Runs the code of an expression, and that of all it needs, without deep calls.
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
        case .color(let index):
          let rows = colors[index]
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

  /// Takes the value of an expression, or goes on with its code.
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
      throw failure(cell, "the inputs of the interpolation fall")
    }
    stack.removeLast(count)
    guard value.isFinite else { throw failure(cell, "the result is not finite") }
    stack.append(value)
  }

  private mutating func measure(_ layer: Int, _ vertical: Bool) throws(EvaluationError) {
    let width = pop()
    let first = stack.count - LayerProperty.settingTexts.count
    let given = stack[first...]
    stack.removeLast(given.count)
    guard case .text(let text) = program.layers[layer].definition.content else {
      return stack.append(0)
    }
    var setting = text.values
    for (property, value) in zip(LayerProperty.settingTexts, given) {
      setting[property] = value == LayerValues.absent ? value : property.kept(value)
    }
    let size = measurer.size(
      of: content(try runs(of: place(text.names)), text, setting),
      maximumWidth: width == LayerValues.absent ? nil : width
    ).roundedUp(scale: self[.screenScale])
    let other = vertical ? text.typesetWidth : text.typesetHeight
    values[other] = vertical ? size.width : size.height
    stamps[other] = program.isFixed[other] ? Self.forever : now
    stack.append(vertical ? size.height : size.width)
  }

  private func missingPicture(_ index: Int, _ cell: CellID) -> EvaluationError {
    let image = (index - Input.width(ofImage: 0)) / 2
    return failure(cell, "the picture \"\(program.declared.images[image].name)\" is not given")
  }
}

/// What went wrong when a document was evaluated: the property, and the offset it was asked at.
package struct EvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String?
  /// The key path of the property, with the layer's name where it has one.
  package var property: String
  /// Points from rest.
  package var offset: Double
  /// Lower case, one line.
  package var message: String

  package var reason: String { "\(property): \(message) at offset \(offset.shown)" }

  package var description: String { (file.map { $0 + ": " } ?? "") + reason }
}

extension Double {
  /// For messages: whole numbers without a point.
  var shown: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
