import PortableMath
package import Scrolling

/// Runs a header document: receives scroll events one after the other and computes the state of all
/// layers for each frame.
///
/// A memory value that no rule assigns keeps its old value, so the state depends on the whole
/// sequence of events.
package struct HeaderInterpreter: Sendable {
  /// The largest offset that the content reaches at launch without overscroll, in points from rest,
  /// 0 or more.
  package private(set) var largestOffset = 0.0
  /// The height of the scroll view in points, which determines the rubber band.
  package private(set) var viewportHeight = 0.0
  /// The scroll view's content offset at rest, in points.
  package private(set) var restOffset = 0.0
  /// The offsets from rest at which a release settles, in points, in ascending order. Empty if it
  /// settles anywhere.
  package private(set) var snapOffsets: [Double] = []
  /// The current range of offsets without overscroll, in points.
  package private(set) var edges = 0.0...0.0
  /// The indices of the inputs that rules assigned at the last event.
  package internal(set) var assignedInputs: [Int] = []
  private(set) var inputNumbers: [InputDescription] = []
  var cells: CellEvaluator
  /// The values of each layer with constant properties already evaluated. `nil` before the first
  /// evaluation.
  var settled: [SettledValues?]
  var frame = FrameEvaluation()
  var memory = HeaderMemory()
  /// The offset and time of the last event.
  private(set) var last: (offset: Double, time: Double?)?
  /// The motion of the content that rules asked for at the last event. A duration of `nil` is a jump.
  package internal(set) var wantedMotion: Settlement?
  /// The rules that wait for their delay, with the time at which they run and their list row.
  var waiting: [(time: Double, index: Double, rule: Rule)] = []
  /// An expression of the last rule that ran, for messages.
  var ranLast: CellID?

  /// The supported offsets in points. Offsets outside are clamped.
  package static let offsetRange: ClosedRange<Double> = -1e9...1e9

  package init(document: HeaderDocument, environment: DocumentEnvironment) throws(EvaluationError) {
    let program = document.program
    let scroll = program.declared.scroll
    cells = CellEvaluator(HeaderSetup(document, environment))
    settled = Array(repeating: nil, count: program.layers.count)
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
          snap, "\(offset.text) is not above \(last.text); write the offsets in increasing order")
      }
      snapOffsets.append(offset)
    }
  }

  var setup: HeaderSetup { cells.setup }
  package var document: HeaderDocument { setup.document }
  var program: HeaderProgram { setup.program }
  var environment: DocumentEnvironment { setup.environment }
  /// Whether an expression uses the function `pressed`.
  package var knowsTouches: Bool { setup.knowsTouches }

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

  /// Updates the scroll range after rules may have changed it.
  mutating func moveEdges() throws(EvaluationError) {
    guard setup.movesEdges else { return }
    showMemory(at: last?.time)
    try placeEdges()
  }

  /// Updates the scroll range while a transition that it depends on is in progress.
  package mutating func moveEdges(at time: Double) throws(EvaluationError) {
    showMemory(at: time)
    try placeEdges()
  }

  package func edgeTransitionEnd(after time: Double) -> Double? {
    setup.edgeSlots.compactMap { memory.transitionEnd(of: $0, after: time) }.max()
  }

  // MARK: - Events

  /// Handles a scroll event: the content is `offset` points from rest, negative if it is pulled
  /// down.
  ///
  /// - Parameters:
  ///   - offset: The offset in points. Must not be NaN. Clamped to `offsetRange`.
  ///   - time: The time in seconds. `nil` for events without times, which end transitions at once.
  ///   - isDragging: Whether a finger moves the content.
  package mutating func receive(
    offset: Double, time: Double? = nil, isDragging: Bool = false
  ) throws(EvaluationError) {
    try process(
      offset: offset, time: time, isDragging: isDragging, velocity: nil,
      rules: program.declared.rules)
  }

  /// Handles an event: updates the inputs and runs rules.
  ///
  /// - Parameters:
  ///   - stated: The velocity in points per second. `nil` computes it from the previous event.
  ///   - rules: The rules to run. Of each inner array, the first whose condition holds runs.
  mutating func process(
    offset: Double, time: Double?, isDragging: Bool, velocity stated: Double?, rules: [[Rule]]
  ) throws(EvaluationError) {
    precondition(!offset.isNaN, "an offset is a number")
    assignedInputs.removeAll()
    wantedMotion = nil
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
    let position = clamped(offset)
    cells[.offset] = offset
    cells[.contentOffset] = offset + restOffset
    cells[.delta] = delta
    cells[.velocity] = velocity
    cells[.time] = time ?? 0
    cells[.dragging] = isDragging ? 1 : 0
    cells[.position] = position
    cells[.positionDelta] = last.map { position - clamped($0.offset) } ?? 0
    showMemory(at: time)
    for rules in rules {
      for rule in rules where try cells.condition(rule.when, true) {
        try start(rule, time: time)
        break
      }
    }
    last = (offset, time)
  }

  /// Clamps an offset to the scroll range.
  private func clamped(_ offset: Double) -> Double {
    min(max(edges.lowerBound, offset), edges.upperBound)
  }

  /// Provides the memory to expressions. Animated values are computed only if an expression uses
  /// `shown`.
  mutating func showMemory(at time: Double?) {
    cells.memory = memory.targets
    if setup.readsShown { cells.shown = memory.shown(at: time) }
    cells.invalidate()
  }

  /// Sets the inputs for evaluating settle rules.
  mutating func prepare(_ request: SettleRequest) {
    cells[.time] = request.time
    cells[.velocity] = request.velocity
    cells[.target] = request.target
    cells[.delta] = 0
    cells[.positionDelta] = 0
    cells[.position] = clamped(cells[.offset])
    cells[.dragging] = 0
    showMemory(at: request.time)
  }

  /// Sets an input to a value, clamped to its range.
  mutating func set(input index: Int, to value: Double) {
    memory.set(program.declared.memory.count + index, to: inputNumbers[index].clamped(value) + 0)
  }

  // MARK: - State

  /// The longest time in seconds from an event until all that it causes has ended: the delay of a
  /// rule, then the delay and the duration of a transition.
  package static let longestReaction = 3 * Transition.durations.upperBound

  /// Whether a transition is in progress at `time`, in seconds.
  package func hasRunningTransition(at time: Double) -> Bool {
    memory.hasRunningTransition(at: time)
  }

  /// The end of the latest transition, in seconds. `nil` if no transition has started.
  package var settlingTime: Double? { memory.settlingTime }

  /// Returns the state of the header.
  ///
  /// - Parameters:
  ///   - time: The time of the frame in seconds. `nil` uses the last event's.
  ///   - rows: Whether the visible rows of lists are evaluated too.
  package mutating func state(
    at time: Double? = nil, rows: Bool = true
  ) throws(EvaluationError) -> HeaderState {
    let moment = time ?? last?.time
    cells[.time] = moment ?? 0
    showMemory(at: moment)
    let phase = try cells.first(of: program.declared.phases)
    var isAnimating = false
    if let moment, memory.hasTransitions {
      cells.memory = memory.shown(at: moment)
      cells.invalidate()
      isAnimating = hasRunningTransition(at: moment)
    }
    let layers = try layers(rows: rows)
    let inputs = program.declared.interaction.inputs.lazy.map(\.slot)
    return HeaderState(
      time: moment ?? 0, offset: cells[.offset], contentOffset: cells[.contentOffset] + 0,
      phase: phase, memory: remembered(program.declared.memory, cells.memory),
      memoryTargets: remembered(program.declared.memory, memory.targets),
      inputs: remembered(inputs, cells.memory.dropFirst(program.declared.memory.count)),
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
