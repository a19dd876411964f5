import PortableMath

/// The communication with the header: events, settlements and moved edges.
extension ScrollSimulation {
  /// Returns the result of a call of the header. Wraps its error in a `SimulationError`.
  static func calling<Value>(
    _ body: @autoclosure () throws(Header.Failure) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw .header(error) }
  }

  /// Reports the offset if it has changed.
  mutating func report() throws(Failure) {
    guard ticks != nil else { return }
    let exact = course.offset(at: now, seconds: now.seconds, played: content.segments)
    let offset = snaps ? environment.snapped(exact) : exact + 0
    guard offset != reported else { return }
    if reported != nil { noteSampledMotion() }
    reported = offset
    try deliver(.scroll)
  }

  mutating func send(_ changes: [InputChange]) throws(Failure) {
    let changes = changes.filter { header.value(ofInput: $0.input) != $0.value }
    guard !changes.isEmpty else { return }
    restsSinceChange = 0
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
    noteMovedEdges(isTransition: false)
  }

  /// Updates the edges during a transition that they depend on, at ticks and at its end.
  mutating func moveEdges() throws(Failure) {
    do { try header.moveEdges(at: now.seconds) } catch { throw .header(error) }
    noteMovedEdges(isTransition: true)
    transitionEnd = header.edgeTransitionEnd(after: now.seconds).map { ExactTime($0) }
  }

  /// Lets the content follow edges that have moved, unless a finger holds it.
  private mutating func noteMovedEdges(isTransition: Bool) {
    let edges = header.edges
    guard edges != self.edges else {
      if isTransition, let glide = edgeGlide, glide.end <= now { edgeGlide = nil }
      return
    }
    let moved = (
      start: edges.lowerBound != self.edges.lowerBound,
      end: edges.upperBound != self.edges.upperBound
    )
    self.edges = edges
    if isTapping {
      movedEdges = (movedEdges.start || moved.start, movedEdges.end || moved.end)
    } else if !isDragging, !isLiftingFinger {
      followEdges(moved, isTransition: isTransition)
    }
  }

  private mutating func deliver(_ kind: ScrollEvent.Kind) throws(Failure) {
    var event = ScrollEvent(
      time: now.seconds, offset: reported ?? 0, isDragging: isDragging, kind: kind)
    swap(&event.launch, &initial)
    events.append(event)
    try Self.calling(header.receive(event))
    for input in header.assignedInputs { inputs.assigned(input) }
    transitionEnd = header.edgeTransitionEnd(after: now.seconds).map { ExactTime($0) }
    delayEnd = header.nextDelay.map { ExactTime($0) }
    if let motion = header.wantedMotion { try move(motion) }
  }

  /// The maximum number of jumps at one time. It stops rules of scrolls that always jump.
  private static var maxJumps: Int { 100 }

  /// Moves the content as a rule asks: a jump, which is reported at once, or a glide. A finger that
  /// drags keeps the content.
  private mutating func move(_ motion: Settlement) throws(Failure) {
    guard case .gestures = course, content.finger == nil else { return }
    let to = min(max(motion.offset, header.edges.lowerBound), header.edges.upperBound)
    lastRule = motion.rule
    rulesMoved = true
    let start = now + ExactTime(motion.delay)
    if let duration = motion.duration {
      interrupt()
      if start > now { content.stop(at: now) }
      content.glide(to: to, duration: ExactTime(duration), easing: motion.easing, at: start)
    } else if content.offset(at: now) != to {
      interrupt()
      content.jump(to: to, at: now)
      jumps = jumps.time == now ? (now, jumps.count + 1) : (now, 1)
      guard jumps.count <= Self.maxJumps else {
        throw .curve(
          keyPath: "gestures", message: "\(motion.rule) of the header moves the content without end"
        )
      }
      try report()
    }
  }

  /// Sends the event of a lifted finger. The release that follows handles moved edges.
  mutating func sendLift(_ kind: ScrollEvent.Kind) throws(Failure) {
    isLiftingFinger = true
    try send(kind)
    isLiftingFinger = false
  }

  /// Releases the content at a velocity in points per second. A rule of the header settles it, or
  /// it moves freely.
  mutating func release(velocity: Double) throws(Failure) {
    let velocity = ScrollContent.clamped(velocity)
    let motion = content.freeMotion(velocity: velocity, edges: header.edges, at: now)
    let offset = content.offset(at: now)
    let request = SettleRequest(
      isAtRest: false, time: now.seconds, velocity: velocity, target: motion.target,
      isBeyondEdge: header.edges.passed(by: offset, tolerance: ScrollContent.edgeTolerance) != nil)
    let settlement = try Self.calling(header.settle(request))
    isRestPending = true
    edgeGlide = nil
    nextSteps = []
    if let settlement {
      restCheck = nil
      apply(settlement, velocity: velocity, from: offset)
    } else {
      restCheck = header.settlesAtRest ? RestCheck(slow: motion.slow) : nil
      content.follow(motion, at: now)
    }
  }

  mutating func apply(_ settlement: Settlement, velocity: Double, from offset: Double) {
    lastRule = settlement.rule
    nextSteps = settlement.next[...]
    let edges = header.edges
    let to = min(max(settlement.offset, edges.lowerBound), edges.upperBound)
    let start = now + ExactTime(settlement.delay)
    var velocity = velocity
    if start > now {
      content.stop(at: now)
      velocity = 0
    }
    if velocity == 0, (offset - to).magnitude <= environment.pixel / 2 {
      content.jump(to: to, at: now)
    } else if let duration = settlement.duration {
      content.glide(to: to, duration: ExactTime(duration), easing: settlement.easing, at: start)
    } else {
      content.spring(to: to, velocity: velocity, at: start)
    }
  }

  /// Cancels a pending settlement because a finger or a program moves the content.
  mutating func interrupt() {
    restCheck = nil
    edgeGlide = nil
    nextSteps = []
    isRestPending = true
  }

  /// Sends the tap. Then releases content that the tap had stopped, else follows edges that moved
  /// during the tap.
  mutating func liftTap(_ layer: TappedLayer?, releasing isCaught: Bool) throws(Failure) {
    rulesMoved = false
    try send(.tap(layer))
    isTapping = false
    let moved = movedEdges
    movedEdges = (false, false)
    if isCaught, !rulesMoved {
      try release(velocity: 0)
    } else {
      followEdges(moved, isTransition: false)
    }
  }

  /// The duration in which content follows a moved edge, in seconds.
  private static var edgeDuration: ExactTime { ExactTime(0.3) }

  /// Glides to a moved edge if the content is past it or would come to rest past it.
  /// - Parameter isTransition: Whether the edge moves during a transition. A glide to such an edge
  ///   keeps its end, and then the content stays on the edge.
  private mutating func followEdges(_ moved: (start: Bool, end: Bool), isTransition: Bool) {
    guard case .gestures = course else { return }
    let slowing = content.slowing(at: now)
    let offset = content.offset(at: slowing == nil ? max(now, content.restTime) : now)
    let passed = edges.passed(
      by: offset, tolerance: ScrollContent.edgeTolerance, start: moved.start, end: moved.end)
    if let edge = passed {
      let earlier = isTransition ? edgeGlide : nil
      interrupt()
      if let earlier, earlier.end <= now {
        content.jump(to: edge, at: now)
      } else {
        content.glide(
          to: edge, duration: Self.edgeDuration, easing: .cubicBezier(.easeInOut), at: now,
          since: earlier?.start)
      }
      edgeGlide = earlier ?? (start: now, end: now + Self.edgeDuration)
    } else if let slowing {
      let slow = content.adapt(edges, slowing)
      if let check = restCheck, check.slow.map({ $0 > now }) ?? true {
        restCheck = RestCheck(slow: slow.flatMap { $0 > now ? $0 : nil })
      }
    }
  }
}
