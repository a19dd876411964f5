import PortableMath

/// Finger, scroll view and header played together, because where the content goes may depend on what
/// the header remembers. Knows no files and no pixels.
///
/// Gestures are taken in order. At one time come the tick's scroll, the inputs, then what gestures
/// cause, in causal order; before any event but a scroll, the header is told the offset of then.
package struct ScrollSimulation<Header: ScrollAnswering> {
  package typealias Failure = SimulationError<Header.Failure>

  /// The header after what has been played.
  private(set) var header: Header
  private(set) var events: [ScrollEvent] = []

  let environment: ScrollEnvironment
  let snaps: Bool
  /// Of samples and keyframes; of gestures, nothing yet: `content` holds them.
  let path: ScrollMotion.Path
  var content: ScrollContent
  var inputs: SimulatedInputs
  var record = TouchRecord()
  var limited = GestureLimits()
  /// The moments at which a scroll view reports; nil: nobody is told anything.
  private let ticks: PlaybackOptions?
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
  private var reported: Double?
  private(set) var isDragging = false

  /// Whether the header has yet to be told that what moved has come to rest.
  var owesRest = false
  /// How often it has been told so.
  private var rests = 0
  /// A motion that no rule of a release took: when it has slowed down, nil: it ends before.
  private(set) var restQuestion: RestQuestion?
  /// Whether a finger is on the glass that taps.
  var isTapping = false
  /// Whether a finger is on the glass that pans.
  var isPanning = false
  /// What the dragging finger feels.
  var dragEdges: ScrollEdges
  /// Whether this is the last gesture.
  var isLast = false
  private var edges: ClosedRange<Double>
  /// Edges that have moved under a finger that taps.
  private var movedEdges = (start: false, end: false)
  /// Whether the release that is going on decides with the edges of now.
  private var decides = false
  /// The last rule that settled something, for messages.
  private var lastRule: String?

  struct RestQuestion { var slow: ExactTime? }

  /// Seconds and easing with which content follows an edge that moves.
  private static var edgeDuration: ExactTime { ExactTime(0.3) }

  init(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, header: Header,
    ticks: PlaybackOptions?
  ) throws(Failure) {
    self.environment = environment
    self.header = header
    self.ticks = ticks
    snaps = curve.snaps
    path = ScrollMotion.Path(curve.course)
    var physics = ScrollPhysics()
    if case .gestures(_, let own) = curve.course { physics = own }
    content = ScrollContent(physics: physics, environment: environment)
    ownMoments = []
    if case .samples(let track) = path {
      if track.interpolation == .hold { ownMoments = track.times[...] }
      draggedSamples = (track.dragging ?? [])[...]
    }
    edges = header.edges
    dragEdges = content.edges(edges)
    do throws(SimulatedInputs.Refusal) {
      inputs = try SimulatedInputs(curve.inputs, of: header.inputs)
    } catch {
      throw .curve(keyPath: error.keyPath, message: error.message)
    }
    let initial = inputs.launch()
    try answer { header throws(Header.Failure) in try header.launch(initial) }
    edges = self.header.edges
  }

  // MARK: - Time

  /// Until when something is played.
  enum Goal {
    /// Happenings at that very time included, or left to what begins then.
    case time(ExactTime, isIncluded: Bool)
    /// The content's first rest.
    case rest
    /// The end of what a pan sets going.
    case settled(input: Int, until: ExactTime)
  }

  /// Plays what happens by itself, and the ticks, until `goal`.
  mutating func advance(to goal: Goal) throws(Failure) {
    let earlierRests = rests
    while true {
      switch goal {
      case .rest where !owesRest || rests > earlierRests: return
      case .settled(let input, _) where !inputs.isSettling(input): return
      default: break
      }
      var next = earlier(contentTime, tickTime)
      next = earlier(next, inputs.nextTime)
      next = earlier(next, draggedTime)
      next = earlier(next, endTick)
      switch goal {
      case .time(let limit, let isIncluded):
        guard let time = next, time < limit || (isIncluded && time == limit) else {
          now = max(now, limit)
          return
        }
      case .settled(_, let end):
        guard let time = next, time <= end else {
          now = max(now, end)
          return
        }
      case .rest: break
      }
      guard let next else { return }
      now = max(now, next)
      guard ticks == nil || now <= ExactTime(CurveLimits.longestTime) else { throw endless }
      try happen()
    }
  }

  private func earlier(_ first: ExactTime?, _ second: ExactTime?) -> ExactTime? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  private var endless: Failure {
    .curve(
      keyPath: "gestures",
      message: "the curve lasts longer than a day"
        + (lastRule.map { "; \($0) of the header keeps the content from coming to rest" }
          ?? "; shorten it"))
  }

  /// The next tick; nil: nobody is told.
  private var tickTime: ExactTime? {
    guard ticks != nil else { return nil }
    guard let own = ownMoments.first else { return nextTickTime }
    return min(nextTickTime, ExactTime(own))
  }

  private var draggedTime: ExactTime? {
    guard let sample = draggedSamples.first, case .samples(let track) = path, ticks != nil else {
      return nil
    }
    return ExactTime(track.times[sample])
  }

  /// When the content does something that the header is asked about or told of.
  private var contentTime: ExactTime? {
    guard owesRest, content.finger == nil, !isTapping else { return nil }
    return max(now, restQuestion?.slow ?? content.restTime)
  }

  /// All that happens now by itself.
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
        isScrollTick = isScrollTick || !holds
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

  private var holds: Bool {
    if case .samples(let track) = path { track.interpolation == .hold } else { false }
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
  mutating func reportJump() throws(Failure) {
    if lastTick == now { try report() }
  }

  private mutating func changeDragging() throws(Failure) {
    while let time = draggedTime, time <= now, let sample = draggedSamples.first,
      case .samples(let track) = path
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
      if let settlement = try answer({ header throws(Header.Failure) in
        try header.settle(question)
      }) {
        take(settlement, velocity: velocity, from: content.offset(at: now))
      }
    }
    guard content.restTime <= now else { return }
    if isLast, inputs.end <= now { try tickAtEnd() }
    owesRest = false
    rests += 1
    try send(.rest)
  }

  // MARK: - Header

  /// The exact offset now.
  var offset: Double {
    if case .segments = path { return content.offset(at: now) }
    return path.offset(at: now, seconds: now.seconds)
  }

  private mutating func answer<Value>(
    _ ask: (inout Header) throws(Header.Failure) -> Value
  ) throws(Failure) -> Value {
    do {
      return try ask(&header)
    } catch {
      throw .answer(error)
    }
  }

  /// Tells the offset where it is another than the one told last.
  mutating func report() throws(Failure) {
    guard ticks != nil else { return }
    let offset = snaps ? environment.snapped(offset) : offset + 0
    guard offset != reported else { return }
    reported = offset
    try tell(.scroll)
  }

  private mutating func send(_ changes: [InputChange]) throws(Failure) {
    let changes = changes.filter { header.value(ofInput: $0.input) != $0.value }
    guard !changes.isEmpty else { return }
    try send(.input(changes.sorted { $0.input < $1.input }))
  }

  /// Tells of an event, after a scroll if the offset has changed, and does what rules ask for.
  mutating func send(_ kind: ScrollEvent.Kind) throws(Failure) {
    guard ticks != nil else { return }
    try report()
    switch kind {
    case .dragStart: isDragging = true
    case .dragEnd: isDragging = false
    default: break
    }
    try tell(kind)
    let edges = header.edges
    guard edges != self.edges else { return }
    let moved = (
      start: edges.lowerBound != self.edges.lowerBound,
      end: edges.upperBound != self.edges.upperBound
    )
    self.edges = edges
    if isTapping {
      movedEdges = (movedEdges.start || moved.start, movedEdges.end || moved.end)
    } else if !isDragging, !decides {
      followEdges(moved)
    }
  }

  private mutating func tell(_ kind: ScrollEvent.Kind) throws(Failure) {
    let event = ScrollEvent(
      time: now.seconds, offset: reported ?? 0, isDragging: isDragging, kind: kind)
    events.append(event)
    try answer { header throws(Header.Failure) in try header.receive(event) }
    for input in header.assignedInputs { inputs.assigned(input) }
  }

  /// Tells of a finger that is lifted; what follows decides with the edges of then.
  mutating func sendLift(_ kind: ScrollEvent.Kind) throws(Failure) {
    decides = true
    try send(kind)
    decides = false
  }

  /// Points that a finger moves for a unit of an input.
  mutating func points(ofInput input: Int) throws(Failure) -> Double {
    try answer { header throws(Header.Failure) in try header.points(ofInput: input) }
  }

  mutating func tapAnswer(_ place: TapPlace) throws(Failure) -> TapAnswer {
    let time = now.seconds
    return try answer { header throws(Header.Failure) in try header.tap(place, at: time) }
  }

  // MARK: - Motion

  /// Content that is let go at a speed: a rule of the header settles it, or it moves freely.
  mutating func release(velocity: Double) throws(Failure) {
    let velocity = ScrollContent.limited(velocity)
    let motion = content.freeMotion(velocity: velocity, edges: header.edges, at: now)
    let offset = content.offset(at: now)
    let isBeyond =
      offset < header.edges.lowerBound - ScrollContent.edgeTolerance
      || offset > header.edges.upperBound + ScrollContent.edgeTolerance
    let question = SettleQuestion(
      isAtRest: false, time: now.seconds, velocity: velocity, target: motion.target,
      isBeyondEdge: isBeyond)
    let settlement = try answer { header throws(Header.Failure) in try header.settle(question) }
    owesRest = true
    if let settlement {
      restQuestion = nil
      take(settlement, velocity: velocity, from: offset)
    } else {
      restQuestion = header.settlesAtRest ? RestQuestion(slow: motion.slow) : nil
      content.follow(motion, at: now)
    }
  }

  private mutating func take(_ settlement: Settlement, velocity: Double, from offset: Double) {
    lastRule = settlement.rule
    let edges = header.edges
    let to = min(max(settlement.offset, edges.lowerBound), edges.upperBound)
    if velocity == 0, (offset - to).magnitude <= environment.pixel / 2 {
      content.place(at: to, at: now)
    } else if let duration = settlement.duration {
      content.glide(to: to, duration: ExactTime(duration), easing: settlement.easing, at: now)
    } else {
      content.spring(to: to, velocity: velocity, at: now)
    }
  }

  /// A finger or a program takes over: what was to settle does not.
  mutating func interrupt() {
    restQuestion = nil
    owesRest = true
  }

  /// A finger that tapped is lifted: edges that moved under it count now, unless the content is let
  /// go by it.
  mutating func liftTap(_ layer: TappedLayer?, releasing isCaught: Bool) throws(Failure) {
    try send(.tap(layer))
    isTapping = false
    let moved = movedEdges
    movedEdges = (false, false)
    if isCaught { try release(velocity: 0) } else { followEdges(moved) }
  }

  /// Content that lies beyond an edge which has moved, or is on its way there, glides to it.
  private mutating func followEdges(_ moved: (start: Bool, end: Bool)) {
    guard case .segments = path else { return }
    func passed(by offset: Double) -> Double? {
      if moved.start, offset < edges.lowerBound - ScrollContent.edgeTolerance {
        return edges.lowerBound
      }
      if moved.end, offset > edges.upperBound + ScrollContent.edgeTolerance {
        return edges.upperBound
      }
      return nil
    }
    let edge: Double?
    if content.isMoving(at: now),
      case .deceleration(let law, let start, let crossing) = content.cause,
      crossing.map({ now < $0 }) ?? true
    {
      edge = passed(by: content.offset(at: now))
      if edge == nil {
        let slow = content.meet(edges, law, start: start)
        if let question = restQuestion, question.slow.map({ $0 > now }) ?? true {
          restQuestion = RestQuestion(slow: slow.flatMap { $0 > now ? $0 : nil })
        }
      }
    } else {
      edge = passed(by: content.offset(at: max(now, content.restTime)))
    }
    guard let edge else { return }
    interrupt()
    content.glide(
      to: edge, duration: Self.edgeDuration, easing: .cubicBezier(.easeInOut), at: now)
  }
}
