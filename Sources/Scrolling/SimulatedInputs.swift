import PortableMath
import StrictJSON

/// The header's inputs while a curve is played: values from the curve and a finger that pans one of
/// them.
struct SimulatedInputs {
  /// The numeric inputs by the index of the header's input. `nil` for conditions.
  private var numbers: [Number?] = []
  /// The changes of conditions, sorted by time.
  private var conditions: [(time: ExactTime, change: InputChange)] = []
  /// The index in `conditions` of the first change that has not been reported.
  private var nextCondition = 0
  /// The index of the input that a finger pans, or `nil` if there is none.
  private(set) var panned: Int?
  /// The time of the curve's last input value.
  private(set) var end = ExactTime.zero
  /// Whether values for inputs that the header does not have are ignored.
  let isOptional: Bool
  /// Messages about values that the header's ranges limit, one line each.
  private(set) var remarks: [String] = []

  /// The duration in which a released pan settles, in seconds.
  private static let settling = ExactTime(0.3)
  /// The time in seconds for which a released pan's velocity is projected to find its snap target.
  private static let projection = 0.1

  private struct Number {
    let description: InputDescription
    var track: [Keyframe] = []
    /// The time of the first value, or `nil` if the curve has no track for this input.
    var begin: ExactTime?
    /// The curve's value at the last tick, or `nil` before the first.
    var lastCurveValue: Double?
    var pan: Pan?
    /// The value at the end of a pan, until it has been reported.
    var valueAfterPan: Double?

    /// The curve's value at `time`, or `nil` if it has no track or the track has not started.
    func curveValue(at time: ExactTime) -> Double? {
      guard let begin, begin <= time else { return nil }
      return track.offset(at: time, seconds: time.seconds)
    }
  }

  /// A pan of an input, or the settling after its release.
  private struct Pan {
    var start: ExactTime
    var duration: ExactTime
    /// The start value and the total change, in units of the input.
    var from: Double
    var by: Double
    var easing: Easing
    /// Whether the finger is down. `false` during the settling.
    var isDown = true

    var end: ExactTime { start + duration }

    func value(at time: ExactTime, _ description: InputDescription) -> Double {
      description.clamped(from + by * easing.progress(after: time - start, of: duration))
    }

    /// The velocity in units per second at release. 0 if time has passed since the last move.
    func velocity(at time: ExactTime) -> Double {
      end == time ? ScrollContent.clamped(by * easing.endSlope / duration.seconds) : 0
    }
  }

  /// `descriptions` is `nil` if the header accepts any input.
  ///
  /// - Throws: `SimulationError.curve` if the header lacks an input or its type differs.
  init(_ inputs: CurveInputs, of descriptions: [InputDescription]?) throws(SimulationError<Never>) {
    isOptional = inputs.isOptional
    end = ExactTime(inputs.tracks.compactMap(\.times.last).max() ?? 0)
    guard let descriptions else { return }
    numbers = descriptions.map { $0.range == nil ? nil : Number(description: $0) }
    for track in inputs.tracks {
      let keyPath = "inputs.\(track.name)"
      guard let index = descriptions.firstIndex(where: { $0.name == track.name }) else {
        if inputs.isOptional { continue }
        throw .curve(keyPath: keyPath, message: SimulatedInputs.unknown(track.name, descriptions))
      }
      switch (track.values, descriptions[index].range) {
      case (.numbers(let keyframes), let range?):
        if let beyond = keyframes.map(\.offset).first(where: { !range.contains($0) }) {
          remarks.append(
            "\(keyPath): \(beyond) is limited; the header's input goes from \(range.lowerBound) to "
              + "\(range.upperBound)")
        }
        numbers[index]?.track = keyframes
        numbers[index]?.begin = keyframes.first.map { ExactTime($0.time) }
      case (.conditions(let list), nil):
        conditions += list.map {
          (ExactTime($0.time), InputChange(input: index, value: $0.value ? 1 : 0))
        }
      case (.numbers, nil):
        throw .curve(
          keyPath: keyPath, message: "the header's input is a condition; give true and false")
      case (.conditions, _?):
        throw .curve(keyPath: keyPath, message: "the header's input is a number; give numbers")
      }
    }
    conditions.sort { ($0.time, $0.change.input) < ($1.time, $1.change.input) }
  }

  static func unknown(_ name: String, _ descriptions: [InputDescription]) -> String {
    guard !descriptions.isEmpty else { return "the header has no inputs" }
    let nearest = NearestName(to: name, among: descriptions.map(\.name))
    return "the header has no input \"\(name)\"; \(nearest.remedy)"
  }

  /// Returns the values at time 0. They are initial values instead of events.
  mutating func launch() -> [InputChange] {
    var changes: [InputChange] = []
    for (input, number) in numbers.enumerated() {
      guard let number, let value = number.curveValue(at: .zero) else { continue }
      numbers[input]?.lastCurveValue = value
      changes.append(InputChange(input: input, value: number.description.clamped(value)))
    }
    return changes + dueConditions(at: .zero)
  }

  /// The time of the next condition change, or `nil` if there is none.
  var nextTime: ExactTime? {
    nextCondition < conditions.count ? conditions[nextCondition].time : nil
  }

  /// Returns the last change of each condition up to `time` that has not been reported.
  mutating func dueConditions(at time: ExactTime) -> [InputChange] {
    var changes: [InputChange] = []
    while let next = nextTime, next <= time {
      let change = conditions[nextCondition].change
      changes.removeAll { $0.input == change.input }
      changes.append(change)
      nextCondition += 1
    }
    return changes
  }

  /// Returns the numbers that the curve or a finger sets at a tick.
  mutating func numbers(at time: ExactTime) -> [InputChange] {
    var changes: [InputChange] = []
    for input in numbers.indices {
      guard var number = numbers[input] else { continue }
      var value = number.valueAfterPan
      if let curveValue = number.curveValue(at: time), curveValue != number.lastCurveValue {
        number.lastCurveValue = curveValue
        value = number.description.clamped(curveValue)
      }
      if let pan = number.pan {
        value = pan.value(at: time, number.description)
        if !pan.isDown, pan.end <= time { number.pan = nil }
      }
      number.valueAfterPan = nil
      numbers[input] = number
      if let value { changes.append(InputChange(input: input, value: value)) }
    }
    return changes
  }

  /// Ends the settling of a pan if a rule has assigned its input.
  mutating func assigned(_ input: Int) {
    numbers[input]?.valueAfterPan = nil
    if isSettling(input) { numbers[input]?.pan = nil }
  }

  /// The index of the numeric input called `name`, or `nil` if there is none.
  func number(_ name: String) -> Int? { numbers.firstIndex { $0?.description.name == name } }
  /// The finger movement in points per unit of the input.
  func points(of input: Int) -> Double { numbers[input]?.description.points ?? 1 }

  /// Starts a pan at the current value of the curve or of an active pan, else at `value`, the
  /// header's value.
  mutating func pan(
    _ input: Int, by distance: Double, duration: ExactTime, easing: Easing, at time: ExactTime,
    value: Double
  ) {
    guard let number = numbers[input] else { return }
    let curveValue = number.curveValue(at: time).flatMap { $0 == number.lastCurveValue ? nil : $0 }
    let from =
      number.pan?.value(at: time, number.description) ?? curveValue ?? number.valueAfterPan ?? value
    numbers[input]?.pan = Pan(
      start: time, duration: duration, from: number.description.clamped(from), by: distance,
      easing: easing)
    numbers[input]?.valueAfterPan = nil
    panned = input
  }

  /// Ends a pan without a release. The input keeps its value.
  mutating func dropPan(at time: ExactTime) {
    guard let input = panned, let number = numbers[input], let pan = number.pan else { return }
    panned = nil
    numbers[input]?.valueAfterPan = pan.value(at: time, number.description)
    numbers[input]?.pan = nil
  }

  /// Releases a pan at `velocity` units per second, or at its own velocity if `nil`. Returns the
  /// time at which the input has settled.
  mutating func releasePan(velocity: Double?, at time: ExactTime) -> ExactTime {
    guard let input = panned, let number = numbers[input], let pan = number.pan else { return time }
    let description = number.description
    let value = pan.value(at: time, description)
    dropPan(at: time)
    guard let step = description.step else { return time }
    let wanted = value + (velocity ?? pan.velocity(at: time)) * Self.projection
    let target = description.clamped((wanted / step + 0.5).rounded(.down) * step)
    guard target != value else { return time }
    numbers[input]?.valueAfterPan = nil
    numbers[input]?.pan = Pan(
      start: time, duration: Self.settling, from: value, by: target - value,
      easing: .cubicBezier(.easeOut), isDown: false)
    return time + Self.settling
  }

  func isSettling(_ input: Int) -> Bool { numbers[input]?.pan?.isDown == false }
}
