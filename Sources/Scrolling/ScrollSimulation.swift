import PortableMath

/// Plays finger, scroll view and header together, because the content's motion can depend on the
/// header's state.
///
/// Gestures are played in order. Events at the same time are ordered: the tick's scroll, inputs,
/// then the effects of gestures in causal order. Before every event other than a scroll, the header
/// receives the current offset.
package struct ScrollSimulation<Header: ScrollDelegate> {
  package typealias Failure = SimulationError<Header.Failure>

  var header: Header
  var events: [ScrollEvent] = []

  let environment: ScrollEnvironment
  let snaps: Bool
  let course: ScrollCurve.Course
  /// The content that gestures move.
  var content: ScrollContent
  var inputs: SimulatedInputs
  var record = TouchRecord()
  var gestureWarnings = GestureWarnings()
  /// The ticks at which the scroll view reports. `nil` if no events are sent.
  let ticks: PlaybackOptions?
  /// The remaining times of samples with interpolation `hold`, which replace the ticks for scroll
  /// events.
  private var heldSampleTimes: ArraySlice<Double>
  /// The remaining events of samples other than scrolls.
  private var sampleEvents: ArraySlice<(event: SampleEvent, index: Int?)> = []

  var now = ExactTime.zero
  private var nextTick = 0
  private var nextTickTime = ExactTime.zero
  private var lastTick: ExactTime?
  /// The end of the curve, which is a tick. `nil` until it is known.
  var endTick: ExactTime?
  var reported: Double?
  var isDragging = false

  /// Whether a rest event is pending, because the content has moved since the last one.
  var isRestPending = false
  /// The number of rest events so far.
  private(set) var rests = 0
  /// The pending evaluation of the header's rules for rest. `nil` if a rule settled the release or
  /// the header has no such rules.
  var restCheck: RestCheck?
  var isTapping = false
  var isPanning = false
  /// The edges during the current drag.
  var dragEdges: ScrollEdges
  var isLast = false
  var edges: ClosedRange<Double>
  /// The edges that have moved during a tap, applied when the finger is lifted.
  var movedEdges = (start: false, end: false)
  /// Whether a finger is being lifted. The release that follows handles moved edges.
  var isLiftingFinger = false
  /// The end of the last transition that the edges depend on. `nil` if none is in progress.
  var transitionEnd: ExactTime?
  /// The time at which the next delayed rule runs. `nil` if none waits.
  var delayEnd: ExactTime?
  /// The glide to a moved edge. `nil` if something else moves the content.
  var edgeGlide: (start: ExactTime, end: ExactTime)?
  /// The time at which samples or keyframes come to rest unless their offset changes before. `nil`
  /// if they rest and the rest event has been sent.
  var sampledRest: ExactTime?
  /// The time in seconds without a changed offset after which samples and keyframes are at rest:
  /// six missing events of a display with 60 per second.
  private static var stillness: ExactTime { ExactTime(0.1) }
  /// The last rule that settled the content, for messages.
  var lastRule: String?
  /// The curve's initial input values, until the header has received them.
  var initial: [InputChange] = []
  /// The number of jumps by rules at the time of the last one.
  var jumps = (time: ExactTime.zero, count: 0)
  /// Whether a rule has moved the content since the last tap was lifted.
  var rulesMoved = false
  /// The steps of a settle rule that follow the current motion.
  var nextSteps: ArraySlice<Settlement> = []
  /// The number of rests since a gesture or an input last changed something. Moved edges do not
  /// reset it.
  var restsSinceChange = 0
  /// The maximum of `restsSinceChange`, about half a minute of motion. It stops headers whose edges
  /// move at every rest.
  private static var maxRestsSinceChange: Int { 100 }

  /// The `slow` property is the time at which the content becomes slow, or `nil` to wait for rest.
  struct RestCheck { var slow: ExactTime? }

  init(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, header: Header,
    ticks: PlaybackOptions?
  ) throws(Failure) {
    self.environment = environment
    self.header = header
    self.ticks = ticks
    snaps = curve.snaps
    course = curve.course
    let physics =
      if case .gestures(_, let curvePhysics) = course { curvePhysics } else { ScrollPhysics() }
    content = ScrollContent(physics: physics, environment: environment)
    heldSampleTimes = (course.heldTimes ?? [])[...]
    if case .samples(let track) = course { sampleEvents = track.allEvents[...] }
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
    try Self.calling(self.header.launch(initial))
    gestureWarnings.remarks = inputs.remarks
    edges = self.header.edges
  }

  // MARK: - Time

  /// Plays all automatic changes up to `limit`, including those at `limit` if `isIncluded`.
  mutating func advance(to limit: ExactTime, isIncluded: Bool = true) throws(Failure) {
    while try step(to: limit, isIncluded: isIncluded) {}
  }

  /// Plays the next automatic change up to `limit`. Returns `false` if there is none.
  mutating func step(to limit: ExactTime?, isIncluded: Bool = true) throws(Failure) -> Bool {
    let next = [
      contentTime, tickTime, inputs.nextTime, sampleTime, endTick, transitionEnd,
      delayEnd, isDragging ? nil : sampledRest,
    ].compactMap(\.self).min()
    if let limit, next.map({ isIncluded ? $0 > limit : $0 >= limit }) ?? true {
      now = max(now, limit)
      return false
    }
    guard let next else { return false }
    now = max(now, next)
    guard ticks == nil || now <= ExactTime(CurveLimits.longestTime) else { throw endless }
    try processTick()
    return true
  }

  private var endless: Failure {
    .curve(
      keyPath: "gestures",
      message: "the curve lasts longer than a day"
        + (lastRule.map { "; \($0) of the header keeps the scroll from settling" }
          ?? "; shorten it"))
  }

  private var tickTime: ExactTime? {
    guard ticks != nil else { return nil }
    guard let time = heldSampleTimes.first else { return nextTickTime }
    return min(nextTickTime, ExactTime(time))
  }

  /// The time of the next event of samples other than a scroll.
  private var sampleTime: ExactTime? {
    ticks == nil ? nil : sampleEvents.first.map { ExactTime($0.event.time) }
  }

  /// The time at which the content next becomes slow, for the header's rules, or comes to rest.
  /// `nil` if no free motion is in progress.
  private var contentTime: ExactTime? {
    guard isRestPending, content.finger == nil, !isTapping else { return nil }
    let rest = edgeGlide == nil ? content.restTime : max(content.restTime, transitionEnd ?? now)
    return max(now, restCheck?.slow ?? rest)
  }

  private mutating func processTick() throws(Failure) {
    var changes: [InputChange] = []
    var isScrollTick = false
    let isEnd = endTick == now
    if let end = endTick, end <= now { endTick = nil }
    if let ticks {
      var isTick = isEnd
      isScrollTick = isEnd
      while let time = heldSampleTimes.first, ExactTime(time) <= now {
        heldSampleTimes.removeFirst()
        isScrollTick = true
      }
      while nextTickTime <= now {
        nextTick += 1
        nextTickTime = ticks.exactMoment(nextTick)
        isTick = true
      }
      if let end = transitionEnd, isTick || end <= now { try moveEdges() }
      if isTick {
        isScrollTick = isScrollTick || course.heldTimes == nil
        lastTick = now
        changes = inputs.numbers(at: now)
      }
    }
    if isScrollTick { try report() }
    changes += inputs.dueConditions(at: now)
    try send(changes)
    try sendSampleEvents()
    if let time = delayEnd, time <= now { try send(.delay) }
    if let time = contentTime, time <= now { try endFreeMotion() }
    if !isDragging, let time = sampledRest, time <= now { try rest() }
  }

  /// Postpones the rest of samples and keyframes after their offset has changed. Samples with a list
  /// of events rest only where it says so.
  mutating func noteSampledMotion() {
    switch course {
    case .gestures: return
    case .samples(let track) where track.events != nil: return
    case .samples, .keyframes: break
    }
    // At low event rates, only the next tick shows whether the offset changes.
    sampledRest = max(now + Self.stillness, nextTickTime)
  }

  /// Sends the tick at the curve's end unless it has been sent.
  mutating func tickAtEnd() throws(Failure) {
    guard lastTick != now, ticks != nil else { return }
    lastTick = now
    let changes = inputs.numbers(at: now)
    if transitionEnd != nil { try moveEdges() }
    try report()
    try send(changes)
  }

  /// Reports a jump at once if a gesture starts at a tick.
  mutating func reportJump() throws(Failure) { if lastTick == now { try report() } }

  /// Sends the events of samples that are due, except scrolls.
  private mutating func sendSampleEvents() throws(Failure) {
    while let time = sampleTime, time <= now, let (event, index) = sampleEvents.popFirst(),
      case .samples(let track) = course
    {
      if let dragging = event.dragging, dragging != isDragging {
        let velocity = ScrollContent.clamped(track.slope(at: event.time))
        try send(dragging ? .dragStart : .dragEnd(velocity: velocity))
        if !dragging { noteSampledMotion() }
      }
      if let tap = event.tap {
        try send(.tap(try tapped(tap, from: now, number: index ?? 0)))
      }
      if event.isRest { try rest() }
    }
  }

  /// Evaluates the header's rules for rest. If no rule moves the content again, sends the rest
  /// event.
  private mutating func endFreeMotion() throws(Failure) {
    if let check = restCheck {
      restCheck = nil
      try report()
      let velocity = check.slow == nil ? 0 : content.slowVelocity
      let request = SettleRequest(
        isAtRest: true, time: now.seconds, velocity: velocity,
        target: content.offset(at: max(now, content.restTime)), isBeyondEdge: false)
      if let settlement = try Self.calling(header.settle(request)) {
        apply(settlement, velocity: velocity, from: content.offset(at: now))
      }
    }
    guard content.restTime <= now else { return }
    if let step = nextSteps.popFirst() {
      let rest = nextSteps
      apply(step, velocity: 0, from: content.offset(at: now))
      nextSteps = rest
      if content.restTime > now { return }
      return try endFreeMotion()
    }
    if isLast, inputs.end <= now { try tickAtEnd() }
    try rest()
    guard restsSinceChange > Self.maxRestsSinceChange else { return }
    throw .curve(
      keyPath: "gestures",
      message:
        "the scroll never settles: \(header.lastRule ?? "a rule") of the header moves "
        + "an edge whenever the content stops")
  }

  mutating func rest() throws(Failure) {
    isRestPending = false
    sampledRest = nil
    rests += 1
    restsSinceChange += 1
    try send(.rest)
  }
}
