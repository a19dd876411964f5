import PortableMath
import StrictJSON

/// Offsets at moments, as a device recorded them, and what lies between them.
public struct SampleTrack: Hashable, Sendable {
  /// What lies between two samples.
  public enum Interpolation: String, CaseIterable, Hashable, Sendable {
    case linear
    /// A cubic that never overshoots its samples.
    case monotone
    /// The earlier sample's offset.
    case hold
  }

  /// Seconds, strictly increasing, at least one.
  public let times: [Double]
  /// Points from rest, one for each time.
  public let offsets: [Double]
  /// What lies between the samples.
  public let interpolation: Interpolation
  /// From which samples on a finger drags, and from which none does, by turns; nil: it is not said.
  public private(set) var dragging: [Int]?
  /// Points a second at each sample; empty unless `interpolation` is monotone.
  private let slopes: [Double]

  /// nil when there is no sample, the counts differ or times do not strictly increase.
  public init?(times: [Double], offsets: [Double], interpolation: Interpolation) {
    guard !times.isEmpty, times.count == offsets.count,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    (self.times, self.offsets, self.interpolation) = (times, offsets, interpolation)
    slopes = interpolation == .monotone ? SampleTrack.slopes(times, offsets) : []
  }

  /// The same with a finger that drags from each sample where `dragging` turns true to the one where
  /// it turns false.
  public func dragged(_ dragging: [Bool]) -> SampleTrack {
    var track = self
    let states = [false] + dragging.prefix(times.count)
    track.dragging = states.indices.dropLast().filter { states[$0] != states[$0 + 1] }
    return track
  }

  /// Points a second from the sample before to this one; 0 at the first.
  func slope(to index: Int) -> Double {
    guard index > 0 else { return 0 }
    return (offsets[index] - offsets[index - 1]) / (times[index] - times[index - 1])
  }

  /// The offset at `time`, in points; before the first and after the last sample theirs.
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
      // The cubic of Hermite with the slopes at both ends.
      let rest = 1 - s
      let start = offsets[k] * (1 + 2 * s) + width * slopes[k] * s
      let end = offsets[k + 1] * (1 + 2 * rest) - width * slopes[k + 1] * rest
      return start * rest * rest + end * s * s
    }
  }

  /// F. Fritsch and R. Carlson, Monotone Piecewise Cubic Interpolation, 1980: mean slopes, flat at
  /// every turn, and drawn into the circle of radius 3 where they would overshoot.
  private static func slopes(_ times: [Double], _ offsets: [Double]) -> [Double] {
    guard times.count > 1 else { return [0] }
    // Held at a speed whose square is finite: times may be as close as two Doubles are.
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
        (slopes[k], slopes[k + 1]) = (0, 0)
        continue
      }
      let a = slopes[k] / secants[k]
      let b = slopes[k + 1] / secants[k]
      let length = (a * a + b * b).squareRoot()
      if !length.isFinite {
        // Far above 3: the same circle without the ratios.
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

  /// `[[time, offset], ...]` or `[{"time": ..., "offset": ...}, ...]`.
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
    else { throw value.error("times have to increase strictly") }
    self = saysDragging ? track.dragged(dragging) : track
  }
}
