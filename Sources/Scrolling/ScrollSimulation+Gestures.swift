import PortableMath

package struct SimulatedCurve<Header> {
  package let motion: ScrollMotion
  package let events: [ScrollEvent]
  package let header: Header
}

extension ScrollSimulation {
  /// Plays a curve under a header that receives events at the ticks of `rate`.
  package static func play(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, header: Header, rate: EventRate,
    frames: PlaybackOptions
  ) throws(Failure) -> SimulatedCurve<Header> {
    var simulation = try ScrollSimulation(
      curve, in: environment, header: header, ticks: rate.ticks(frames: frames))
    let motion = try simulation.run(curve)
    return SimulatedCurve(motion: motion, events: simulation.events, header: simulation.header)
  }

  mutating func run(_ curve: ScrollCurve) throws(Failure) -> ScrollMotion {
    var end = ExactTime(course.duration)
    if case .gestures(let gestures, _) = course {
      // The first event reports the offset before any gesture.
      try advance(to: .zero)
      for index in gestures.indices {
        let next = index + 1 < gestures.count ? gestures[index + 1] : nil
        isLast = next == nil
        try play(gestures[index], number: index, before: next)
      }
      end = now
    }
    end = max(end, inputs.end)
    endTick = end
    try advance(to: end)
    let ending: ScrollMotion.Ending =
      content.finger != nil ? .fingerDown : content.isMoving(at: end) ? .moving : .atRest
    if isDragging {
      try sendLift(.dragEnd(velocity: lastVelocity(at: end)))
    } else if sampledRest != nil {
      try rest()
    }
    dropPan()
    return ScrollMotion(
      curve, in: environment, segments: content.segments, end: end, ending: ending,
      fingers: record.fingers, gestureWarnings: gestureWarnings)
  }

  /// The velocity in points per second for the end of a drag that is still active when the curve
  /// ends.
  private func lastVelocity(at end: ExactTime) -> Double {
    switch course {
    case .samples(let track):
      ExactTime(course.duration) == end
        ? ScrollContent.clamped(track.slope(to: track.times.count - 1)) : 0
    case .keyframes: 0
    case .gestures: content.restTime == end ? content.finger?.velocity ?? 0 : 0
    }
  }

  // MARK: - Gestures

  private mutating func play(
    _ gesture: Gesture, number: Int, before next: Gesture?
  ) throws(Failure) {
    restsSinceChange = 0
    switch gesture {
    case .hold(let stated):
      let duration = clampedTime(stated)
      if duration > .zero { content.wait() }
      try finish(at: now + duration, before: next)
    case .drag(let by, let duration, let easing):
      try drag(by: by, duration: duration, easing: easing, number: number)
      try finish(at: now + max(clampedTime(duration), Self.shortest), before: next)
    case .release(let velocity, let until):
      try release(velocity: velocity, until: until.map(clampedTime), before: next)
    case .scrollTo(let offset, let duration, let easing):
      dropPan()
      try liftDrag()
      interrupt()
      let duration = clampedTime(duration)
      content.glide(to: offset, duration: duration, easing: easing, at: now)
      try reportJump()
      try finish(at: now + duration, before: next)
    case .tap(let target, let duration):
      try tap(target, duration: clampedTime(duration), number: number, before: next)
    case .pan(let input, let by, let duration, let easing):
      let duration = max(clampedTime(duration), Self.shortest)
      try pan(input, by: by, duration: duration, easing: easing, number: number)
      try finish(at: now + duration, before: next)
    }
  }

  /// Plays until the end of a gesture. If the next gesture continues the drag, changes at the end
  /// time are left to it.
  private mutating func finish(at end: ExactTime, before next: Gesture?) throws(Failure) {
    if isLast, inputs.end <= end { endTick = end }
    let continuesDrag = content.finger != nil && next?.isDrag == true
    try advance(to: end, isIncluded: !continuesDrag)
  }

  private mutating func drag(
    by distance: Double, duration stated: Double, easing: Easing, number: Int
  ) throws(Failure) {
    let duration = max(clampedTime(stated), Self.shortest)
    if duration > ExactTime(stated) { gestureWarnings.shortDrags.append(number) }
    if content.finger == nil {
      dropPan()
      interrupt()
      content.stop(at: now)
      try send(.dragStart)
      dragEdges = content.edges(header.edges)
    }
    record.move(by: distance, duration: duration, easing: easing, at: now)
    let (velocity, isFar) = content.drag(
      by: distance, duration: duration, easing: easing, in: dragEdges, at: now)
    if isFar { gestureWarnings.farDrags.append(number) }
    if velocity.magnitude > CurveLimits.fastestVelocity { gestureWarnings.fastDrags.append(number) }
    try reportJump()
  }

  private mutating func release(
    velocity: Double?, until: ExactTime?, before next: Gesture?
  ) throws(Failure) {
    let start = now
    if isPanning {
      var end = now
      let input = inputs.panned
      if let input {
        end = inputs.releasePan(velocity: velocity.map { $0 / inputs.points(of: input) }, at: now)
      }
      dropPan()
      guard until == nil, let input else {
        return try finish(at: start + (until ?? .zero), before: next)
      }
      if isLast, inputs.end <= end { endTick = end }
      while inputs.isSettling(input), try step(to: end) {}
      return
    }
    if let finger = content.finger {
      try liftDrag(velocity: velocity)
      try release(velocity: velocity ?? finger.velocity)
    } else {
      let moved = isRestPending
      try report()
      try release(velocity: velocity ?? 0)
      isRestPending = moved || (velocity ?? 0) != 0 || content.restTime > now
    }
    try reportJump()
    guard let until else {
      let earlierRests = rests
      while isRestPending, rests <= earlierRests, try step(to: nil) {}
      return
    }
    try finish(at: start + until, before: next)
  }

  private mutating func tap(
    _ target: TapTarget, duration: ExactTime, number: Int, before next: Gesture?
  ) throws(Failure) {
    dropPan()
    let start = now
    let isCaught = content.finger != nil || content.isMoving(at: now)
    try liftDrag()
    if isCaught {
      interrupt()
      content.stop(at: now)
    }
    isTapping = true
    if header.knowsTouches { try send(.touch(try hit(target, number: number).layer)) }
    try finish(at: now + duration, before: nil)
    let layer = try tapped(target, from: start, number: number)
    try liftTap(layer, releasing: isCaught)
    try advance(to: now)
  }

  /// Finds the layer that a tap hits.
  ///
  /// - Parameter number: The index of the gesture, or of the event of samples, that contains the
  ///   tap.
  private mutating func hit(
    _ target: TapTarget, number: Int
  ) throws(Failure) -> (layer: TappedLayer?, point: ScreenPoint?, remark: String?) {
    switch try Self.calling(header.tap(target, at: now.seconds)) {
    case .found(let layer, let point, let remark): return (layer, point, remark)
    case .refused(let message):
      throw .curve(keyPath: "\(course.tapListKey)[\(number)].tap", message: message)
    }
  }

  /// Returns the layer that a lifted tap hits, or `nil` if it hits none. Records the touch.
  mutating func tapped(
    _ target: TapTarget, from start: ExactTime, number: Int
  ) throws(Failure) -> TappedLayer? {
    let (layer, point, remark) = try hit(target, number: number)
    if let remark { gestureWarnings.idleTaps[remark, default: []].append(number) }
    record.tap(from: start, to: now, at: point)
    return layer
  }

  private mutating func pan(
    _ name: String, by distance: Double, duration: ExactTime, easing: Easing, number: Int
  ) throws(Failure) {
    if let finger = content.finger {
      try liftDrag()
      try release(velocity: finger.velocity)
      try advance(to: now)
    }
    dropPan()
    isPanning = true
    guard let input = inputs.number(name) else {
      let isKnown = header.inputs?.contains { $0.name == name } ?? false
      if let descriptions = header.inputs, isKnown || !inputs.isOptional {
        throw .curve(
          keyPath: "gestures[\(number)].pan.input",
          message: isKnown
            ? "\"\(name)\" is a condition; a finger moves numbers"
            : SimulatedInputs.unknown(name, descriptions))
      }
      // For an unknown optional input, record a touch that does not move.
      return record.move(by: 0, duration: duration, easing: easing, at: now, isPan: true)
    }
    let travel = distance * inputs.points(of: input)
    record.move(by: travel, duration: duration, easing: easing, at: now, isPan: true)
    inputs.pan(
      input, by: distance, duration: duration, easing: easing, at: now,
      value: header.shownValue(ofInput: input, at: now.seconds))
  }

  /// Lifts a dragging finger, at its own velocity if `velocity` is `nil`.
  private mutating func liftDrag(velocity: Double? = nil) throws(Failure) {
    guard let finger = content.finger else { return }
    record.lift(at: now)
    content.lift()
    try sendLift(.dragEnd(velocity: ScrollContent.clamped(velocity ?? finger.velocity)))
  }

  private mutating func dropPan() {
    inputs.dropPan(at: now)
    record.lift(at: now, isPan: true)
    isPanning = false
  }

  private static var shortest: ExactTime { ExactTime(CurveLimits.shortestDrag) }

  /// Clamps seconds to the range of documents. NaN becomes 0.
  private func clampedTime(_ seconds: Double) -> ExactTime {
    ExactTime(min(max(0, seconds), CurveLimits.longestTime))
  }
}

/// What the warnings about a curve say: the gestures that were limited or have no effect, by their
/// index in the list, and remarks about inputs.
struct GestureWarnings: Hashable, Sendable {
  var shortDrags: [Int] = []
  var fastDrags: [Int] = []
  var farDrags: [Int] = []
  /// The indices of taps that run no rules, by the reason for it.
  var idleTaps: [String: [Int]] = [:]
  /// Messages about limited inputs, one line each.
  var remarks: [String] = []
}
