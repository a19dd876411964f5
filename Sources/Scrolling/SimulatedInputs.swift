import PortableMath
import StrictJSON

/// A header's inputs while a curve is played: what it says of them, and a finger that pans one.
struct SimulatedInputs {
  /// By the header's inputs; nil: a condition.
  private var numbers: [Number?] = []
  /// In the order of their times.
  private var conditions: [(time: ExactTime, change: InputChange)] = []
  private var nextCondition = 0
  private(set) var panned: Int?
  /// When the curve says its last.
  private(set) var end = ExactTime.zero
  let isOptional: Bool
  /// What of the curve lies beyond the header's ranges, a line each.
  private(set) var remarks: [String] = []

  /// Seconds in which a released pan settles.
  private static let settling = ExactTime(0.3)
  /// Seconds of a released pan's speed that it goes on for.
  private static let projection = 0.1

  private struct Number {
    let description: InputDescription
    var track: [Keyframe] = []
    /// When the curve begins to say what the number is; nil: never.
    var begin: ExactTime?
    /// What the curve itself said at the last tick; nil: nothing yet.
    var own: Double?
    var pan: Pan?
    /// Where a pan that has ended left it, until it is reported.
    var left: Double?

    /// nil: the curve says nothing of it, or not yet.
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

  /// nil: the header has all inputs that a curve names.
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

  /// What holds from the beginning, without an event.
  mutating func launch() -> [InputChange] {
    var changes: [InputChange] = []
    for (input, number) in numbers.enumerated() {
      guard let number, let value = number.said(at: .zero) else { continue }
      numbers[input]?.own = value
      changes.append(InputChange(input: input, value: number.description.limited(value)))
    }
    return changes + dueConditions(at: .zero)
  }

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
    for input in numbers.indices {
      guard var number = numbers[input] else { continue }
      var value = number.left
      if let said = number.said(at: time), said != number.own {
        number.own = said
        value = number.description.limited(said)
      }
      if let pan = number.pan {
        value = pan.value(at: time, number.description)
        if !pan.isDown, pan.end <= time { number.pan = nil }
      }
      number.left = nil
      numbers[input] = number
      if let value { changes.append(InputChange(input: input, value: value)) }
    }
    return changes
  }

  /// Rules have assigned an input: a pan that settles it ends.
  mutating func assigned(_ input: Int) {
    numbers[input]?.left = nil
    if isSettling(input) { numbers[input]?.pan = nil }
  }

  /// The place among the header's inputs that a pan names, nil: it is none of its numbers.
  func number(_ name: String) -> Int? { numbers.firstIndex { $0?.description.name == name } }
  func points(of input: Int) -> Double { numbers[input]?.description.points ?? 1 }

  /// From where curve or pan have it between ticks, else from `value`, which the header knows.
  mutating func pan(
    _ input: Int, by way: Double, duration: ExactTime, easing: Easing, at time: ExactTime,
    value: Double
  ) {
    guard let number = numbers[input] else { return }
    let said = number.said(at: time).flatMap { $0 == number.own ? nil : $0 }
    let from = number.pan?.value(at: time, number.description) ?? said ?? number.left ?? value
    numbers[input]?.pan = Pan(
      start: time, duration: duration, from: number.description.limited(from), by: way,
      easing: easing)
    numbers[input]?.left = nil
    panned = input
  }

  /// The finger lets go without a release: the input stays where it is.
  mutating func dropPan(at time: ExactTime) {
    guard let input = panned, let number = numbers[input], let pan = number.pan else { return }
    panned = nil
    numbers[input]?.left = pan.value(at: time, number.description)
    numbers[input]?.pan = nil
  }

  /// The finger lets go, at `velocity` units a second, nil: its own. Gives when the input has settled.
  mutating func releasePan(velocity: Double?, at time: ExactTime) -> ExactTime {
    guard let input = panned, let number = numbers[input], let pan = number.pan else { return time }
    let description = number.description
    let value = pan.value(at: time, description)
    dropPan(at: time)
    guard let step = description.step else { return time }
    let wanted = value + (velocity ?? pan.velocity(at: time)) * Self.projection
    let target = description.limited((wanted / step + 0.5).rounded(.down) * step)
    guard target != value else { return time }
    numbers[input]?.left = nil
    numbers[input]?.pan = Pan(
      start: time, duration: Self.settling, from: value, by: target - value,
      easing: .cubicBezier(.easeOut), isDown: false)
    return time + Self.settling
  }

  func isSettling(_ input: Int) -> Bool { numbers[input]?.pan?.isDown == false }
}
