import Foundation

/// A second implementation of drags, waits, caught releases and programmatic scrolls. It evaluates
/// the formulas of the scroll view model in sequence, with the system's logarithms. Easings are
/// linear, and content bounces.
struct ReferenceScroll {
  enum Step {
    case hold(Double)
    case drag(by: Double, Double)
    case release(velocity: Double?, until: Double)
    case scrollTo(Double, Double)
  }

  private let height: Double
  private let largest: Double
  private let pixel: Double
  /// The laws of motion, each with its start time. A law takes the seconds since its start.
  private var laws: [(start: Double, law: (Double) -> Double, isExact: Bool)]
  private(set) var end = 0.0

  init(_ steps: [Step], height: Double, largest: Double, scale: Double) {
    (self.height, self.largest, pixel) = (height, largest, 1 / scale)
    laws = [(0, { _ in 0 }, true)]
    var finger: (wanted: Double, velocity: Double)?
    for step in steps {
      let here = offset(at: end).value
      switch step {
      case .hold(let duration):
        finger?.velocity = 0
        end += duration
      case .drag(let by, let duration):
        let from = finger?.wanted ?? wanted(here)
        let (height, largest) = (height, largest)
        laws.append(
          (
            end,
            { Self.shown(from + by * min(1, $0 / duration), height: height, largest: largest) },
            true
          ))
        finger = (from + by, by / duration)
        end += duration
      case .release(let velocity, let until):
        let speed = velocity ?? finger?.velocity ?? 0
        laws.append((end, free(from: here, velocity: speed), false))
        finger = nil
        end += until
      case .scrollTo(let offset, let duration):
        laws.append((end, { here + (offset - here) * min(1, $0 / duration) }, true))
        finger = nil
        end += duration
      }
    }
  }

  /// Returns the offset, and whether it is exact except for rounding. Free content stops when it is
  /// within half a pixel of its final position, so it is not exact there.
  func offset(at time: Double) -> (value: Double, isExact: Bool) {
    guard let (start, law, isExact) = laws.last(where: { $0.start <= time }) else {
      return (0, true)
    }
    return (law(time - start), isExact)
  }

  /// Returns (1 - 1 / (x c / d + 1)) d beyond an edge.
  private static func shown(_ wanted: Double, height: Double, largest: Double) -> Double {
    let edge = min(max(wanted, 0), largest)
    let past = abs(wanted - edge)
    let band = (1 - 1 / (past * 0.55 / height + 1)) * height
    return wanted < edge ? edge - band : edge + band
  }

  private func wanted(_ shown: Double) -> Double {
    let edge = min(max(shown, 0), largest)
    let past = min(abs(shown - edge), height * 1023 / 1024)
    let wanted = past * height / (0.55 * (height - past))
    return shown < edge ? edge - wanted : edge + wanted
  }

  /// Returns a deceleration followed by the spring at the edge that it crosses, or that spring
  /// alone.
  private func free(from offset: Double, velocity: Double) -> (Double) -> Double {
    let edge = min(max(offset, 0), largest)
    guard abs(offset - edge) < 1e-6 else { return spring(edge, offset - edge, velocity) }
    let k = 1000 * log(0.998)
    func place(_ time: Double) -> Double { offset + velocity * (exp(k * time) - 1) / k }
    let target = velocity < 0 ? 0 : largest
    // The time at which x(t) is at the edge.
    let left = 1 + (target - offset) * k / velocity
    let crossing = velocity != 0 && left > 0 && left <= 1 ? log(left) / k : .infinity
    let toCome = abs(velocity / k)
    let rest = toCome > pixel / 2 ? log(pixel / 2 / toCome) / k : 0
    guard crossing < rest else { return { place(min($0, rest)) } }
    let bounce = spring(target, 0, velocity * exp(k * crossing))
    return { $0 < crossing ? place($0) : bounce($0 - crossing) }
  }

  /// Returns a critically damped spring of mass 1 and stiffness 100. It ends when it stays within
  /// half a device pixel of the edge.
  private func spring(_ edge: Double, _ displacement: Double, _ velocity: Double) -> (Double) ->
    Double
  {
    func away(_ time: Double) -> Double {
      (displacement + (velocity + 10 * displacement) * time) * exp(-10 * time)
    }
    let half = pixel / 2
    let steps = (0..<40_000).reversed()
    let last = steps.first { abs(away(Double($0) / 4000)) >= half }.map { Double($0 + 1) / 4000 }
    return { $0 < last ?? 0 ? edge + away($0) : edge }
  }
}
