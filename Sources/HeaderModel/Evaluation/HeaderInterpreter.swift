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
  private(set) var inputNumbers: [InputDescription] = []
  let movesEdges: Bool
  private let asksShown: Bool

  let environment: DocumentEnvironment
  /// By the declared images and then their paths, which rows show in turn; nil: not given.
  let imageSizes: [[PictureSize?]]
  var cells: CellEvaluator
  /// By the layers; nil: never evaluated.
  var settled: [SettledValues?]
  var frame = FrameEvaluation()
  var memory = HeaderMemory()
  private var last: (offset: Double, time: Double?)?
  /// An expression of the last rule that ran.
  private(set) var ranLast: CellID?

  /// The offsets that are taken as they are; others count as the nearer end.
  package static let offsetRange: ClosedRange<Double> = -1e9...1e9

  package init(document: HeaderDocument, environment: DocumentEnvironment) throws(EvaluationError) {
    self.document = document
    self.environment = environment
    let program = document.program
    let scroll = program.declared.scroll
    imageSizes = program.declared.images.enumerated().map { index, image in
      let paths = document.paths(ofImage: index)
      return (paths.isEmpty ? [image.name] : paths).map { environment.imageSizes[$0] }
    }
    cells = CellEvaluator(document, environment, imageSizes: imageSizes)
    settled = Array(repeating: nil, count: program.layers.count)
    movesEdges = scroll.edges.contains { program.cells[$0].dependencies.contains(.memory) }
    asksShown = program.code.contains { if case .shown = $0 { true } else { false } }
    for memory in program.declared.memory { self.memory.append(try cells.value(of: memory.launch)) }
    for (index, input) in program.declared.interaction.inputs.enumerated() {
      let launch = try cells.value(of: input.slot.launch)
      let value = document.inputValues[index] ?? launch
      memory.append(value)
      inputNumbers.append(try InputDescription(input, launch: value, &cells))
    }
    showMemory(at: nil)
    restOffset = try cells.number(scroll.restOffset, 0) + 0
    cells[.contentOffset] = restOffset
    cells.invalidate()
    viewportHeight = max(1, try cells.number(scroll.viewportHeight, environment.device.height))
    try placeEdges()
    largestOffset = max(0, edges.upperBound)
    for snap in scroll.snapOffsets {
      let offset = try cells.value(of: snap)
      if let last = snapOffsets.last, offset <= last {
        throw cells.failure(
          snap, "\(offset.shown) is not above \(last.shown); the offsets have to rise")
      }
      snapOffsets.append(offset)
    }
  }

  var program: HeaderProgram { document.program }

  private mutating func placeEdges() throws(EvaluationError) {
    let scroll = program.declared.scroll
    let range = Self.offsetRange
    let maximum =
      if let stated = scroll.maximumOffset {
        try cells.value(of: stated)
      } else {
        try cells.number(scroll.contentHeight, 0) - cells[.screenHeight]
      }
    let minimum = try cells.number(scroll.minimumOffset, 0)
    let start = min(max(range.lowerBound, minimum), range.upperBound) + 0
    edges = start...max(start, 0, min(range.upperBound, maximum))
    cells[.start] = edges.lowerBound
    cells[.end] = edges.upperBound
    cells.invalidate()
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
      rules: program.declared.rules)
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
    cells[.offset] = offset
    cells[.contentOffset] = offset + restOffset
    cells[.delta] = delta
    cells[.velocity] = velocity
    cells[.time] = time ?? 0
    cells[.dragging] = isDragging ? 1 : 0
    cells[.position] = position
    cells[.positionDelta] = last.map { position - held($0.offset) } ?? 0
    showMemory(at: time)
    for rules in rules {
      for rule in rules where try cells.condition(rule.when, true) {
        try run(rule, time: time)
        break
      }
    }
    last = (offset, time)
  }

  private func held(_ offset: Double) -> Double {
    min(max(edges.lowerBound, offset), edges.upperBound)
  }

  private mutating func showMemory(at time: Double?) {
    cells.memory = memory.targets
    if asksShown { cells.shown = memory.shown(at: time) }
    cells.invalidate()
  }

  mutating func prepare(_ question: SettleQuestion) {
    cells[.time] = question.time
    cells[.velocity] = question.velocity
    cells[.target] = question.target
    cells[.delta] = 0
    cells[.positionDelta] = 0
    cells[.position] = held(cells[.offset])
    cells[.dragging] = 0
    showMemory(at: question.time)
  }

  /// Limited to the input's range.
  mutating func set(input index: Int, to value: Double) {
    memory.set(program.declared.memory.count + index, to: inputNumbers[index].limited(value) + 0)
  }

  private mutating func run(_ rule: Rule, time: Double?) throws(EvaluationError) {
    ranLast = rule.place
    let values = try rule.assignments.map { assignment throws(EvaluationError) in
      try cells.value(of: assignment.value)
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
    let remembered = program.declared.memory.count
    if index >= remembered {
      set(input: index - remembered, to: value)
      assignedInputs.append(index - remembered)
      return
    }
    guard value != memory.targets[index] else { return }
    let shown = memory.shown(index, at: time)
    let declared = program.declared.memory[index]
    memory.set(index, to: value + 0)
    guard let time, last != nil, !declared.isBoolean, let transition = own ?? declared.transition
    else { return }
    let duration = try cells.value(of: transition.duration)
    guard Transition.durations.contains(duration) else {
      throw cells.failure(
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
    let moment = time ?? last?.time
    cells[.time] = moment ?? 0
    showMemory(at: moment)
    let phase = try cells.first(of: program.declared.phases)
    var isAnimating = false
    if let moment, memory.hasTravels {
      cells.memory = memory.shown(at: moment)
      cells.invalidate()
      isAnimating = isTravelling(at: moment)
    }
    let layers = try layers(rows: rows)
    let inputs = program.declared.interaction.inputs.lazy.map(\.slot)
    return HeaderState(
      time: moment ?? 0, offset: cells[.offset], contentOffset: cells[.contentOffset] + 0,
      phase: phase, memory: remembered(program.declared.memory, cells.memory),
      memoryTargets: remembered(program.declared.memory, memory.targets),
      inputs: remembered(inputs, memory.targets.dropFirst(program.declared.memory.count)),
      isAnimating: isAnimating || frame.usesTime, layers: layers)
  }

  private func remembered(
    _ slots: some Sequence<DeclaredMemory>, _ values: some Sequence<Double>
  ) -> [RememberedValue] {
    zip(slots, values).map { slot, number in
      RememberedValue(
        name: slot.name, value: slot.isBoolean ? .boolean(number != 0) : .number(number + 0))
    }
  }
}
