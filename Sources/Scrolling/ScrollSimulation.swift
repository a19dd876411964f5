import PortableMath

/// Finger, scroll view and header played together, because where the content goes may depend on what
/// the header remembers. Knows no files and no pixels.
///
/// Gestures are taken in order. At one time come the tick's scroll, the inputs, then what gestures
/// cause, in causal order; before any event but a scroll, the header is told the offset of then.
package struct ScrollSimulation<Header: ScrollAnswering> {
  package typealias Failure = SimulationError<Header.Failure>

  var header: Header
  var events: [ScrollEvent] = []

  let environment: ScrollEnvironment
  let snaps: Bool
  let course: ScrollCurve.Course
  /// What gestures come to.
  var content: ScrollContent
  var inputs: SimulatedInputs
  var record = TouchRecord()
  var limited = GestureLimits()
  /// The moments at which a scroll view reports; nil: nobody is told anything.
  let ticks: PlaybackOptions?
  /// Instead of those: the samples of a curve that holds them.
  private var ownMoments: ArraySlice<Double>
  /// The samples from which on a finger drags, and from which none does, by turns.
  private var draggedSamples: ArraySlice<Int> = []

  var now = ExactTime.zero
  private var nextTick = 0
  private var nextTickTime = ExactTime.zero
  private var lastTick: ExactTime?
  /// When the curve ends, as soon as that is known: a tick.
  var endTick: ExactTime?
  var reported: Double?
  var isDragging = false

  /// Whether the header has yet to be told that what moved has come to rest.
  var owesRest = false
  /// How often it has been told so.
  private(set) var rests = 0
  /// A motion that no rule of a release took: when it has slowed down, nil: it ends before.
  var restQuestion: RestQuestion?
  var isTapping = false
  var isPanning = false
  /// What the dragging finger feels.
  var dragEdges: ScrollEdges
  var isLast = false
  var edges: ClosedRange<Double>
  /// Edges that have moved under a finger that taps.
  var movedEdges = (start: false, end: false)
  /// Whether the release that is going on decides with the edges of now.
  var decides = false
  /// The last rule that settled something, for messages.
  var lastRule: String?
  /// What the curve says of inputs from the beginning, until the header is told.
  var initial: [InputChange] = []
  /// How often the content has come to rest since something else than its edges moved it.
  var ownRests = 0
  /// So often edges may move content that has just come to rest, which takes half a minute.
  private static var mostOwnRests: Int { 100 }

  struct RestQuestion { var slow: ExactTime? }

  init(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, header: Header,
    ticks: PlaybackOptions?
  ) throws(Failure) {
    self.environment = environment
    self.header = header
    self.ticks = ticks
    snaps = curve.snaps
    course = curve.course
    let physics = if case .gestures(_, let own) = course { own } else { ScrollPhysics() }
    content = ScrollContent(physics: physics, environment: environment)
    ownMoments = (course.heldTimes ?? [])[...]
    if case .samples(let track) = course { draggedSamples = (track.dragging ?? [])[...] }
    edges = header.edges
    dragEdges = content.edges(edges)
    do throws(SimulationError<Never>) {
      inputs = try SimulatedInputs(curve.inputs, of: header.inputs)
    } catch {
      switch error {
      case .curve(let keyPath, let fault): throw .curve(keyPath: keyPath, message: fault)
      }
    }
    initial = inputs.launch()
    try Self.answer(self.header.launch(initial))
    limited.remarks = inputs.remarks
    edges = self.header.edges
  }

  // MARK: - Time

  /// Plays what happens by itself until `limit`, what happens then included or not.
  mutating func advance(to limit: ExactTime, isIncluded: Bool = true) throws(Failure) {
    while try step(to: limit, isIncluded: isIncluded) {}
  }

  /// Plays what happens next until `limit`; false: nothing does.
  mutating func step(to limit: ExactTime?, isIncluded: Bool = true) throws(Failure) -> Bool {
    let next = [contentTime, tickTime, inputs.nextTime, draggedTime, endTick]
      .compactMap(\.self).min()
    if let limit, next.map({ isIncluded ? $0 > limit : $0 >= limit }) ?? true {
      now = max(now, limit)
      return false
    }
    guard let next else { return false }
    now = max(now, next)
    guard ticks == nil || now <= ExactTime(CurveLimits.longestTime) else { throw endless }
    try happen()
    return true
  }

  private var endless: Failure {
    .curve(
      keyPath: "gestures",
      message: "the curve lasts longer than a day"
        + (lastRule.map { "; \($0) of the header keeps the content from coming to rest" }
          ?? "; shorten it"))
  }

  private var tickTime: ExactTime? {
    guard ticks != nil else { return nil }
    guard let own = ownMoments.first else { return nextTickTime }
    return min(nextTickTime, ExactTime(own))
  }

  private var draggedTime: ExactTime? {
    guard let sample = draggedSamples.first, case .samples(let track) = course, ticks != nil else {
      return nil
    }
    return ExactTime(track.times[sample])
  }

  /// When the content does something that the header is asked about or told of.
  private var contentTime: ExactTime? {
    guard owesRest, content.finger == nil, !isTapping else { return nil }
    return max(now, restQuestion?.slow ?? content.restTime)
  }

  private mutating func happen() throws(Failure) {
    var changes: [InputChange] = []
    var isScrollTick = false
    let isEnd = endTick == now
    if let end = endTick, end <= now { endTick = nil }
    if let ticks {
      var isTick = isEnd
      isScrollTick = isEnd
      while let own = ownMoments.first, ExactTime(own) <= now {
        ownMoments.removeFirst()
        isScrollTick = true
      }
      while nextTickTime <= now {
        nextTick += 1
        nextTickTime = ticks.exactMoment(nextTick)
        isTick = true
      }
      if isTick {
        isScrollTick = isScrollTick || course.heldTimes == nil
        lastTick = now
        changes = inputs.numbers(at: now)
      }
    }
    if isScrollTick { try report() }
    changes += inputs.dueConditions(at: now)
    try send(changes)
    try changeDragging()
    if let time = contentTime, time <= now { try settleDown() }
  }

  /// A tick that nothing else was known to be: the end of the curve.
  mutating func tickAtEnd() throws(Failure) {
    guard lastTick != now, ticks != nil else { return }
    lastTick = now
    let changes = inputs.numbers(at: now)
    try report()
    try send(changes)
  }

  /// What begins at a tick may jump.
  mutating func reportJump() throws(Failure) { if lastTick == now { try report() } }

  private mutating func changeDragging() throws(Failure) {
    while let time = draggedTime, time <= now, let sample = draggedSamples.first,
      case .samples(let track) = course
    {
      draggedSamples.removeFirst()
      if isDragging {
        try send(.dragEnd(velocity: ScrollContent.limited(track.slope(to: sample))))
      } else {
        try send(.dragStart)
      }
    }
  }

  /// What was free comes to rest, or rules settle it.
  private mutating func settleDown() throws(Failure) {
    if let question = restQuestion {
      restQuestion = nil
      try report()
      let velocity = question.slow == nil ? 0 : content.slowVelocity
      let question = SettleQuestion(
        isAtRest: true, time: now.seconds, velocity: velocity,
        target: content.offset(at: max(now, content.restTime)), isBeyondEdge: false)
      if let settlement = try Self.answer(header.settle(question)) {
        take(settlement, velocity: velocity, from: content.offset(at: now))
      }
    }
    guard content.restTime <= now else { return }
    if isLast, inputs.end <= now { try tickAtEnd() }
    owesRest = false
    rests += 1
    ownRests += 1
    try send(.rest)
    guard ownRests > Self.mostOwnRests else { return }
    throw .curve(
      keyPath: "gestures",
      message:
        "the content never comes to rest: \(header.lastRule ?? "a rule") of the header moves "
        + "an edge each time that it does")
  }
}
