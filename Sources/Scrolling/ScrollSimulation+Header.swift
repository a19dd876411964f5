import PortableMath

/// The communication with the header: events, settlements and moved edges.
extension ScrollSimulation {
  static func answer<Value>(
    _ ask: @autoclosure () throws(Header.Failure) -> Value
  ) throws(Failure) -> Value {
    do { return try ask() } catch { throw .answer(error) }
  }

  /// Reports the offset if it has changed.
  mutating func report() throws(Failure) {
    guard ticks != nil else { return }
    let exact = course.offset(at: now, seconds: now.seconds, played: content.segments)
    let offset = snaps ? environment.snapped(exact) : exact + 0
    guard offset != reported else { return }
    reported = offset
    try deliver(.scroll)
  }

  mutating func send(_ changes: [InputChange]) throws(Failure) {
    let changes = changes.filter { header.value(ofInput: $0.input) != $0.value }
    guard !changes.isEmpty else { return }
    ownRests = 0
    try send(.input(changes.sorted { $0.input < $1.input }))
  }

  /// Sends an event, after a scroll if the offset has changed. Then follows edges that rules have
  /// moved.
  mutating func send(_ kind: ScrollEvent.Kind) throws(Failure) {
    guard ticks != nil else { return }
    try report()
    switch kind {
    case .dragStart: isDragging = true
    case .dragEnd: isDragging = false
    default: break
    }
    try deliver(kind)
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

  private mutating func deliver(_ kind: ScrollEvent.Kind) throws(Failure) {
    var event = ScrollEvent(
      time: now.seconds, offset: reported ?? 0, isDragging: isDragging, kind: kind)
    swap(&event.launch, &initial)
    events.append(event)
    try Self.answer(header.receive(event))
    for input in header.assignedInputs { inputs.assigned(input) }
  }

  /// Sends the event of a lifted finger. The release that follows handles moved edges.
  mutating func sendLift(_ kind: ScrollEvent.Kind) throws(Failure) {
    decides = true
    try send(kind)
    decides = false
  }

  /// Releases the content at a velocity in points per second. A rule of the header settles it, or
  /// it moves freely.
  mutating func release(velocity: Double) throws(Failure) {
    let velocity = ScrollContent.limited(velocity)
    let motion = content.freeMotion(velocity: velocity, edges: header.edges, at: now)
    let offset = content.offset(at: now)
    let question = SettleQuestion(
      isAtRest: false, time: now.seconds, velocity: velocity, target: motion.target,
      isBeyondEdge: header.edges.passed(by: offset, tolerance: ScrollContent.edgeTolerance) != nil)
    let settlement = try Self.answer(header.settle(question))
    owesRest = true
    if let settlement {
      restQuestion = nil
      take(settlement, velocity: velocity, from: offset)
    } else {
      restQuestion = header.settlesAtRest ? RestQuestion(slow: motion.slow) : nil
      content.follow(motion, at: now)
    }
  }

  mutating func take(_ settlement: Settlement, velocity: Double, from offset: Double) {
    lastRule = settlement.rule
    let edges = header.edges
    let to = min(max(settlement.offset, edges.lowerBound), edges.upperBound)
    if velocity == 0, (offset - to).magnitude <= environment.pixel / 2 {
      content.jump(to: to, at: now)
    } else if let duration = settlement.duration {
      content.glide(to: to, duration: ExactTime(duration), easing: settlement.easing, at: now)
    } else {
      content.spring(to: to, velocity: velocity, at: now)
    }
  }

  /// Cancels a pending settlement because a finger or a program moves the content.
  mutating func interrupt() {
    restQuestion = nil
    owesRest = true
  }

  /// Sends the tap. Then releases content that the tap had stopped, else follows edges that moved
  /// during the tap.
  mutating func liftTap(_ layer: TappedLayer?, releasing isCaught: Bool) throws(Failure) {
    try send(.tap(layer))
    isTapping = false
    let moved = movedEdges
    movedEdges = (false, false)
    if isCaught { try release(velocity: 0) } else { followEdges(moved) }
  }

  /// The duration in which content follows a moved edge, in seconds.
  private static var edgeDuration: ExactTime { ExactTime(0.3) }

  /// Glides to a moved edge if the content is past it or would come to rest past it.
  private mutating func followEdges(_ moved: (start: Bool, end: Bool)) {
    guard case .gestures = course else { return }
    let slowing = content.slowing(at: now)
    let offset = content.offset(at: slowing == nil ? max(now, content.restTime) : now)
    let passed = edges.passed(
      by: offset, tolerance: ScrollContent.edgeTolerance, start: moved.start, end: moved.end)
    if let edge = passed {
      interrupt()
      content.glide(
        to: edge, duration: Self.edgeDuration, easing: .cubicBezier(.easeInOut), at: now)
    } else if let slowing {
      let slow = content.adapt(edges, slowing)
      if let question = restQuestion, question.slow.map({ $0 > now }) ?? true {
        restQuestion = RestQuestion(slow: slow.flatMap { $0 > now ? $0 : nil })
      }
    }
  }
}
