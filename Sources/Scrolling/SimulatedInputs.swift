import PortableMath
import StrictJSON

/// The inputs of a header while a curve is played: what the curve says of them, and the finger that
/// pans one.
struct SimulatedInputs {
  private var numbers: [Number] = []
  /// In the order of their times.
  private var conditions: [(time: ExactTime, change: InputChange)] = []
  private var nextCondition = 0
  /// The place of the number that a finger pans.
  private var panned: Int?
  /// When the curve says its last.
  private(set) var end = ExactTime.zero
  /// Whether inputs that the header lacks are left out.
  let isOptional: Bool
  /// What of the curve lies beyond the header's ranges, a line each.
  private(set) var remarks: [String] = []

  /// Seconds in which a released pan settles.
  private static let settling = ExactTime(0.3)
  /// Seconds of a released pan's speed that it goes on for.
  private static let projection = 0.1

  private struct Number {
    let input: Int
    let description: InputDescription
    var track: [Keyframe] = []
    /// What the curve itself said at the last tick; nil: nothing yet.
    var own: Double?
    var pan: Pan?
    /// Where a pan that has ended left it, until it is reported.
    var left: Double?

    /// When the curve begins to say what the number is; nil: never.
    var begin: ExactTime?

    func said(at time: ExactTime) -> Double? {
      guard let begin, begin <= time else { return nil }
      return track.offset(at: time, seconds: time.seconds)
    }
  }

  /// A finger that moves an input, and the way on after it is lifted.
  private struct Pan {
    var start: ExactTime
    var duration: ExactTime
    var from: Double
    var by: Double
    var easing: Easing
    var isDown = true

    var end: ExactTime { start + duration }

    func value(at time: ExactTime, _ description: InputDescription) -> Double {
      description.limited(from + by * easing.progress(after: time - start, of: duration))
    }

    /// Units a second when the finger is lifted, which no time may have passed before.
    func velocity(at time: ExactTime) -> Double {
      end == time ? ScrollContent.limited(by * easing.endSlope / duration.seconds) : 0
    }
  }

  /// What a curve says of the inputs of a header; nil: it has all that a curve names. Throws for an
  /// input that is not there, or of another kind.
  init(_ inputs: CurveInputs, of descriptions: [InputDescription]?) throws(Refusal) {
    isOptional = inputs.isOptional
    end = ExactTime(inputs.tracks.compactMap(\.times.last).max() ?? 0)
    guard let descriptions else { return }
    for (index, description) in descriptions.enumerated() where description.range != nil {
      numbers.append(Number(input: index, description: description))
    }
    for track in inputs.tracks {
      let keyPath = "inputs.\(track.name)"
      guard let index = descriptions.firstIndex(where: { $0.name == track.name }) else {
        if inputs.isOptional { continue }
        throw Refusal(
          keyPath: keyPath, message: SimulatedInputs.unknown(track.name, descriptions))
      }
      switch (track.values, descriptions[index].range) {
      case (.numbers(let keyframes), let range?):
        if let beyond = keyframes.map(\.offset).first(where: { !range.contains($0) }) {
          remarks.append(
            "\(keyPath): \(beyond) is limited; the header's input goes from \(range.lowerBound) to "
              + "\(range.upperBound)")
        }
        for place in numbers.indices where numbers[place].input == index {
          numbers[place].track = keyframes
          numbers[place].begin = keyframes.first.map { ExactTime($0.time) }
        }
      case (.conditions(let list), nil):
        conditions += list.map {
          (ExactTime($0.time), InputChange(input: index, value: $0.value ? 1 : 0))
        }
      case (.numbers, nil):
        throw Refusal(
          keyPath: keyPath, message: "the header's input is a condition; give true and false")
      case (.conditions, _?):
        throw Refusal(keyPath: keyPath, message: "the header's input is a number; give numbers")
      }
    }
    conditions.sort { ($0.time, $0.change.input) < ($1.time, $1.change.input) }
  }

  /// Why inputs of a curve do not fit a header.
  struct Refusal: Error {
    let keyPath: String
    let message: String
  }

  static func unknown(_ name: String, _ descriptions: [InputDescription]) -> String {
    guard !descriptions.isEmpty else { return "the header has no inputs" }
    let nearest = NearestName(to: name, among: descriptions.map(\.name))
    return "the header has no input \"\(name)\"; \(nearest.remedy)"
  }

  /// What holds from the beginning, without an event.
  mutating func launch() -> [InputChange] {
    var changes: [InputChange] = []
    for index in numbers.indices {
      guard let value = numbers[index].said(at: .zero) else { continue }
      numbers[index].own = value
      changes.append(
        InputChange(input: numbers[index].input, value: numbers[index].description.limited(value)))
    }
    return changes + dueConditions(at: .zero)
  }

  // MARK: - Curve

  /// When the next condition changes; nil: none does.
  var nextTime: ExactTime? {
    nextCondition < conditions.count ? conditions[nextCondition].time : nil
  }

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

  /// What the numbers are at a tick, of those that curve or finger move.
  mutating func numbers(at time: ExactTime) -> [InputChange] {
    var changes: [InputChange] = []
    for index in numbers.indices {
      var value: Double?
      if let said = numbers[index].said(at: time), said != numbers[index].own {
        numbers[index].own = said
        value = numbers[index].description.limited(said)
      }
      if let pan = numbers[index].pan {
        value = pan.value(at: time, numbers[index].description)
        if !pan.isDown, pan.end <= time { numbers[index].pan = nil }
      } else if let left = numbers[index].left {
        value = value ?? left
      }
      numbers[index].left = nil
      if let value { changes.append(InputChange(input: numbers[index].input, value: value)) }
    }
    return changes
  }

  /// Rules have assigned an input: a pan that settles it ends.
  mutating func assigned(_ input: Int) {
    for index in numbers.indices where numbers[index].input == input {
      numbers[index].left = nil
      if numbers[index].pan?.isDown == false { numbers[index].pan = nil }
    }
  }

  // MARK: - Fingers

  /// The place among the header's inputs that a pan names, nil: it is none of its numbers.
  func number(_ name: String) -> Int? {
    numbers.first { $0.description.name == name }?.input
  }

  /// A finger takes hold of an input, whose value the header knows as `value`.
  mutating func pan(
    _ input: Int, by way: Double, duration: ExactTime, easing: Easing, at time: ExactTime,
    value: Double
  ) {
    guard let index = numbers.firstIndex(where: { $0.input == input }) else { return }
    let from = numbers[index].description.limited(exact(index, at: time, value))
    numbers[index].pan = Pan(start: time, duration: duration, from: from, by: way, easing: easing)
    numbers[index].left = nil
    panned = index
  }

  /// The value between ticks.
  private func exact(_ index: Int, at time: ExactTime, _ value: Double) -> Double {
    let number = numbers[index]
    if let pan = number.pan { return pan.value(at: time, number.description) }
    if let said = number.said(at: time), said != number.own { return said }
    return number.left ?? value
  }

  /// The finger lets go without a release: the input stays where it is.
  mutating func dropPan(at time: ExactTime) {
    guard let index = panned, let pan = numbers[index].pan else { return }
    panned = nil
    numbers[index].left = pan.value(at: time, numbers[index].description)
    numbers[index].pan = nil
  }

  /// The input that a finger pans.
  var pannedInput: Int? { panned.map { numbers[$0].input } }

  /// The finger lets go, at `velocity` units a second, nil: its own. Gives when the input has settled.
  mutating func releasePan(velocity: Double?, at time: ExactTime) -> ExactTime {
    guard let index = panned, let pan = numbers[index].pan else { return time }
    let description = numbers[index].description
    let value = pan.value(at: time, description)
    dropPan(at: time)
    guard let step = description.step else { return time }
    let wanted = value + (velocity ?? pan.velocity(at: time)) * Self.projection
    let target = description.limited((wanted / step + 0.5).rounded(.down) * step)
    guard target != value else { return time }
    numbers[index].left = nil
    numbers[index].pan = Pan(
      start: time, duration: Self.settling, from: value, by: target - value,
      easing: .cubicBezier(.easeOut), isDown: false)
    return time + Self.settling
  }

  /// Whether an input settles after a pan.
  func isSettling(_ input: Int) -> Bool {
    numbers.contains { $0.input == input && $0.pan?.isDown == false }
  }
}
