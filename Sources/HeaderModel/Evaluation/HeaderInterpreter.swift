import PortableMath
import Scrolling

/// A header made of a document: fed one scroll event after the other, it says for each frame how
/// all layers stand.
///
/// What an event does not assign keeps its old value; so the state is a function of the whole
/// sequence of events.
package struct HeaderInterpreter: Sendable {
  package let document: HeaderDocument
  /// Largest offset from rest that the content reaches without overscrolling, in points, 0 or more.
  package private(set) var largestOffset = 0.0
  /// Height of the scroll view, in points: what a rubber band is measured against.
  package private(set) var viewportHeight = 0.0
  /// The scroll view's own content offset at rest, in points.
  package private(set) var restOffset = 0.0
  /// Offsets from rest at which a release settles, in points; empty: anywhere.
  package private(set) var snapOffsets: [Double] = []
  /// The smallest and the largest offset at rest now, in points.
  package private(set) var edges = 0.0...0.0
  /// The inputs that the rules of the last event assigned.
  package private(set) var assignedInputs: [Int] = []
  private(set) var inputNumbers: [InputNumbers] = []
  let movesEdges: Bool
  private let asksShown: Bool

  var evaluator: LayerEvaluator
  var memory = HeaderMemory()
  private var last: (offset: Double, time: Double?)?
  /// An expression of the last rule that ran.
  private(set) var ranLast: CellID?

  /// The offsets that are taken as they are; others count as the nearer end.
  package static let offsetRange: ClosedRange<Double> = -1e9...1e9

  /// A header at rest that has received nothing yet.
  package init(
    document: HeaderDocument, environment: DocumentEnvironment
  ) throws(EvaluationError) {
    self.document = document
    let program = document.program
    evaluator = LayerEvaluator(document: document, environment: environment)
    let scroll = program.scroll
    let interaction = program.interaction
    movesEdges = [interaction.minimumOffset, scroll.maximumOffset, scroll.contentHeight]
      .contains { $0.map { program.cells[$0].dependencies.contains(.memory) } ?? false }
    asksShown = program.code.contains { if case .shown = $0 { true } else { false } }
    for memory in program.memory {
      self.memory.append(try evaluator.cells.value(of: memory.launch))
    }
    for (index, input) in interaction.inputs.enumerated() {
      let launch = try evaluator.cells.value(of: input.slot.launch)
      let value = document.inputValues[index] ?? launch
      memory.append(value)
      inputNumbers.append(try InputNumbers(input, launch: value, &evaluator.cells))
    }
    showMemory(at: nil)
    restOffset = try evaluator.cells.number(scroll.restOffset, 0) + 0
    evaluator.cells[.contentOffset] = restOffset
    evaluator.cells.invalidate()
    viewportHeight = max(
      1, try evaluator.cells.number(scroll.viewportHeight, environment.device.height))
    try placeEdges()
    largestOffset = max(0, edges.upperBound)
    for snap in scroll.snapOffsets {
      let offset = try evaluator.cells.value(of: snap)
      if let last = snapOffsets.last, offset <= last {
        throw evaluator.cells.failure(
          snap, "\(offset.shown) is not above \(last.shown); the offsets have to rise")
      }
      snapOffsets.append(offset)
    }
  }

  /// Where the content's start and end are now.
  private mutating func placeEdges() throws(EvaluationError) {
    let scroll = document.program.scroll
    let range = Self.offsetRange
    let maximum =
      if let stated = scroll.maximumOffset {
        try evaluator.cells.value(of: stated)
      } else {
        try evaluator.cells.number(scroll.contentHeight, 0) - evaluator.cells[.screenHeight]
      }
    let minimum = try evaluator.cells.number(document.program.interaction.minimumOffset, 0)
    let start = min(max(range.lowerBound, minimum), range.upperBound) + 0
    edges = start...max(start, 0, min(range.upperBound, maximum))
    evaluator.cells[.start] = edges.lowerBound
    evaluator.cells[.end] = edges.upperBound
    evaluator.cells.invalidate()
  }

  /// Rules may have moved the edges.
  mutating func moveEdges() throws(EvaluationError) {
    guard movesEdges else { return }
    showMemory(at: last?.time)
    try placeEdges()
  }

  // MARK: - Events

  /// Takes the report that the content is `offset` points from rest (negative: pulled down).
  ///
  /// - Parameters:
  ///   - offset: a number; beyond `offsetRange` it is taken as the range's end.
  ///   - time: seconds; nil: events without times, whose transitions end at once.
  ///   - isDragging: whether a finger moves the content.
  package mutating func receive(
    offset: Double, time: Double? = nil, isDragging: Bool = false
  ) throws(EvaluationError) {
    try take(
      offset: offset, time: time, isDragging: isDragging, velocity: nil,
      rules: document.program.rules)
  }

  /// - Parameters:
  ///   - stated: points a second; nil: as fast as the offset has changed since the event before.
  ///   - rules: lists of which the first that holds runs.
  mutating func take(
    offset: Double, time: Double?, isDragging: Bool, velocity stated: Double?, rules: [[Rule]]
  ) throws(EvaluationError) {
    precondition(!offset.isNaN, "an offset is a number")
    assignedInputs.removeAll()
    let range = Self.offsetRange
    // Adding 0 turns -0 into 0.
    let offset = min(max(offset, range.lowerBound), range.upperBound) + 0
    let delta = last.map { offset - $0.offset } ?? 0
    var velocity = 0.0
    if let stated {
      velocity = stated
    } else if let time, let before = last?.time, time > before {
      velocity = delta / (time - before)
    }
    let position = held(offset)
    evaluator.cells[.offset] = offset
    evaluator.cells[.contentOffset] = offset + restOffset
    evaluator.cells[.delta] = delta
    evaluator.cells[.velocity] = velocity
    evaluator.cells[.time] = time ?? 0
    evaluator.cells[.dragging] = isDragging ? 1 : 0
    evaluator.cells[.position] = position
    evaluator.cells[.positionDelta] = last.map { position - held($0.offset) } ?? 0
    showMemory(at: time)
    for rules in rules {
      for rule in rules where try evaluator.cells.condition(rule.when, true) {
        try run(rule, time: time)
        break
      }
    }
    last = (offset, time)
  }

  /// An offset between the edges of now.
  private func held(_ offset: Double) -> Double {
    min(max(edges.lowerBound, offset), edges.upperBound)
  }

  /// What expressions see of the memory.
  private mutating func showMemory(at time: Double?) {
    evaluator.cells.memory = memory.targets
    if asksShown { evaluator.cells.shown = memory.shown(at: time) }
    evaluator.cells.invalidate()
  }

  /// What rules about settling see.
  mutating func prepare(_ question: SettleQuestion) {
    evaluator.cells[.time] = question.time
    evaluator.cells[.velocity] = question.velocity
    evaluator.cells[.target] = question.target
    evaluator.cells[.delta] = 0
    evaluator.cells[.positionDelta] = 0
    evaluator.cells[.position] = held(evaluator.cells[.offset])
    evaluator.cells[.dragging] = 0
    showMemory(at: question.time)
  }

  /// The target of a remembered value, or an input.
  func target(_ index: Int) -> Double { memory.targets[index] }

  /// Limited to the input's range.
  mutating func set(input index: Int, to value: Double) {
    memory.set(
      document.program.memory.count + index, to: inputNumbers[index].description.limited(value) + 0)
  }

  private mutating func run(_ rule: Rule, time: Double?) throws(EvaluationError) {
    ranLast = rule.place
    let values = try rule.assignments.map { assignment throws(EvaluationError) in
      try evaluator.cells.value(of: assignment.value)
    }
    for (assignment, value) in zip(rule.assignments, values) {
      try assign(value, to: assignment.memory, rule.transition, time: time)
    }
    showMemory(at: time)
  }

  /// The first event's values, and those of events without times, are there at once.
  private mutating func assign(
    _ value: Double, to index: Int, _ own: Transition?, time: Double?
  ) throws(EvaluationError) {
    let remembered = document.program.memory.count
    if index >= remembered {
      set(input: index - remembered, to: value)
      assignedInputs.append(index - remembered)
      return
    }
    guard value != memory.targets[index] else { return }
    let shown = memory.shown(index, at: time)
    let declared = document.program.memory[index]
    memory.set(index, to: value + 0)
    guard let time, last != nil, !declared.isBoolean,
      let transition = own ?? declared.transition
    else { return }
    let duration = try evaluator.cells.value(of: transition.duration)
    guard Transition.durations.contains(duration) else {
      throw evaluator.cells.failure(
        transition.duration, "\(duration.shown) is no duration; give 0 to 3600 seconds")
    }
    guard duration > 0 else { return }
    memory.set(
      index, to: value + 0,
      HeaderMemory.Travel(
        from: shown, to: value + 0, start: time, duration: duration, easing: transition.easing))
  }

  // MARK: - State

  /// Whether a transition is under way at `time` (seconds).
  package func isTravelling(at time: Double) -> Bool { memory.isTravelling(at: time) }

  /// When the last transition that has begun ends, in seconds; nil where none was begun.
  package var settlingTime: Double? { memory.settlingTime }

  /// How the header stands.
  ///
  /// - Parameters:
  ///   - time: the frame's own, in seconds; nil: the last event's.
  ///   - rows: whether the rows of lists on the screen are evaluated too.
  package mutating func state(
    at time: Double? = nil, rows: Bool = true
  ) throws(EvaluationError) -> HeaderState {
    let program = document.program
    let moment = time ?? last?.time
    evaluator.cells[.time] = moment ?? 0
    showMemory(at: moment)
    var phase: String?
    for candidate in program.phases where try evaluator.cells.condition(candidate.when, true) {
      phase = candidate.name
      break
    }
    var isAnimating = false
    if let moment, memory.hasTravels {
      evaluator.cells.memory = memory.shown(at: moment)
      evaluator.cells.invalidate()
      isAnimating = isTravelling(at: moment)
    }
    let layers = try evaluator.layers(rows: rows)
    return HeaderState(
      time: moment ?? 0, offset: evaluator.cells[.offset],
      contentOffset: evaluator.cells[.contentOffset] + 0, phase: phase,
      memory: remembered(evaluator.cells.memory), memoryTargets: remembered(memory.targets),
      inputs: zip(program.interaction.inputs, memory.targets.dropFirst(program.memory.count)).map {
        $0.slot.value($1)
      },
      isAnimating: isAnimating || evaluator.usesTime, layers: layers)
  }

  private func remembered(_ values: [Double]) -> [RememberedValue] {
    zip(document.program.memory, values).map { $0.value($1) }
  }
}

extension DeclaredMemory {
  fileprivate func value(_ number: Double) -> RememberedValue {
    RememberedValue(
      name: name, value: isBoolean ? .boolean(number != 0) : .number(number + 0))
  }
}
