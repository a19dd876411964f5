import PortableMath
import StrictJSON

/// Recorded offsets over time with an interpolation.
public struct SampleTrack: Hashable, Sendable {
  /// The interpolation between two samples.
  public enum Interpolation: String, CaseIterable, Hashable, Sendable {
    case linear
    /// A monotone cubic that never overshoots its samples.
    case monotone
    /// Keeps the earlier sample's offset.
    case hold
  }

  /// The sample times in seconds, strictly increasing. At least one.
  public let times: [Double]
  /// The offsets in points from rest, one per time.
  public let offsets: [Double]
  /// The interpolation between samples.
  public let interpolation: Interpolation
  /// The indices of the samples at which dragging alternately starts and ends, or `nil` if the
  /// samples have no dragging flags.
  public private(set) var dragging: [Int]?
  /// The events other than scrolls, sorted by time, without the drags in `dragging`. `nil` if the
  /// curve does not list them. Then the content rests a moment after its offset last changed.
  public private(set) var events: [SampleEvent]?
  /// The slope at each sample in points per second. Empty unless `interpolation` is `monotone`.
  private let slopes: [Double]

  /// Returns `nil` if `times` is empty, the counts differ or times are not strictly increasing.
  public init?(times: [Double], offsets: [Double], interpolation: Interpolation) {
    guard !times.isEmpty, times.count == offsets.count,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.times = times
    self.offsets = offsets
    self.interpolation = interpolation
    slopes = interpolation == .monotone ? SampleTrack.slopes(times, offsets) : []
  }

  /// Returns a copy with dragging flags, one per sample. A drag starts where the flag turns true
  /// and ends where it turns false.
  public func dragged(_ dragging: [Bool]) -> SampleTrack {
    var track = self
    let states = [false] + dragging.prefix(times.count)
    track.dragging = states.indices.dropLast().filter { states[$0] != states[$0 + 1] }
    return track
  }

  /// Returns a copy with a complete list of events other than scrolls. Events after the last sample
  /// are never sent.
  public func withEvents(_ events: [SampleEvent]) -> SampleTrack {
    var track = self
    track.events = events.sorted { $0.time < $1.time }
    return track
  }

  /// Whether the header receives events other than scrolls.
  var isInteractive: Bool { dragging != nil || events != nil }

  /// All events other than scrolls, sorted by time. Those of `events` with their index in it.
  var allEvents: [(event: SampleEvent, index: Int?)] {
    let flags = (dragging ?? []).enumerated().map { number, sample in
      (event: SampleEvent(time: times[sample], dragging: number % 2 == 0), index: Int?.none)
    }
    let listed = (events ?? []).enumerated().map { (event: $1, index: Int?.some($0)) }
    return (flags + listed).enumerated().sorted {
      ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
    }.map(\.element)
  }

  /// The mean velocity between the samples around `time`, in points per second. At a sample: from
  /// the previous sample to this one. 0 at the first sample and after the last.
  func slope(at time: Double) -> Double { slope(to: times.partitioningIndex { $0 >= time }) }

  /// The mean velocity from the previous sample to this one, in points per second. 0 for the first
  /// sample, and after the last.
  func slope(to index: Int) -> Double {
    guard index > 0, index < times.count else { return 0 }
    return (offsets[index] - offsets[index - 1]) / (times[index] - times[index - 1])
  }

  /// The offset in points at `time` seconds. Clamped to the first and last sample.
  public func offset(at time: Double) -> Double {
    let k = times.partitioningIndex { $0 > time } - 1
    guard k >= 0 else { return offsets[0] }
    guard k + 1 < times.count else { return offsets[k] }
    let width = times[k + 1] - times[k]
    let s = (time - times[k]) / width
    switch interpolation {
    case .hold: return offsets[k]
    case .linear: return offsets[k] + (offsets[k + 1] - offsets[k]) * s
    case .monotone:
      // A cubic Hermite segment with the slopes of both samples.
      let rest = 1 - s
      let start = offsets[k] * (1 + 2 * s) + width * slopes[k] * s
      let end = offsets[k + 1] * (1 + 2 * rest) - width * slopes[k + 1] * rest
      return start * rest * rest + end * s * s
    }
  }

  /// Returns monotone slopes after F. Fritsch and R. Carlson, Monotone Piecewise Cubic
  /// Interpolation, 1980: mean slopes, 0 at each extremum, limited to the circle of radius 3 to
  /// prevent overshoot.
  private static func slopes(_ times: [Double], _ offsets: [Double]) -> [Double] {
    guard times.count > 1 else { return [0] }
    // Clamped so that the square stays finite: two times may be adjacent Doubles.
    let fastest = 1e150
    let secants = (1..<times.count).map { (k: Int) -> Double in
      min(max((offsets[k] - offsets[k - 1]) / (times[k] - times[k - 1]), -fastest), fastest)
    }
    var slopes = [secants[0]]
    for k in 1..<secants.count {
      let turns = secants[k - 1] * secants[k] <= 0
      slopes.append(turns ? 0 : (secants[k - 1] + secants[k]) / 2)
    }
    slopes.append(secants[secants.count - 1])
    for k in 0..<secants.count {
      guard secants[k] != 0 else {
        slopes[k] = 0
        slopes[k + 1] = 0
        continue
      }
      let a = slopes[k] / secants[k]
      let b = slopes[k + 1] / secants[k]
      let length = (a * a + b * b).squareRoot()
      if !length.isFinite {
        // The ratios overflow, so apply the circle without them.
        let speed = (slopes[k] * slopes[k] + slopes[k + 1] * slopes[k + 1]).squareRoot()
        slopes[k] *= 3 * secants[k].magnitude / speed
        slopes[k + 1] *= 3 * secants[k].magnitude / speed
      } else if length > 3 {
        slopes[k] = 3 / length * a * secants[k]
        slopes[k + 1] = 3 / length * b * secants[k]
      }
    }
    return slopes
  }

  /// Parses `[[time, offset], ...]` or `[{"time": ..., "offset": ..., "dragging": ...}, ...]`.
  init(_ value: JSONValue, interpolation: Interpolation, limits: CurveLimits) throws(JSONError) {
    var times: [Double] = []
    var offsets: [Double] = []
    var dragging: [Bool] = []
    var saysDragging = false
    var rising = RisingTimes()
    for sample in try value.entries(within: limits, of: "samples") {
      let (time, offset, finger) = try sample.moment("offset", else: "dragging", "numbers")
      saysDragging = saysDragging || finger != nil
      dragging.append(try finger?.boolean() ?? dragging.last ?? false)
      times.append(try rising.next(time))
      offsets.append(try offset.offset())
    }
    guard let track = SampleTrack(times: times, offsets: offsets, interpolation: interpolation)
    else { throw value.error("times must strictly increase") }
    self = saysDragging ? track.dragged(dragging) : track
  }
}
