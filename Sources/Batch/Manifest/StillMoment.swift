import Comparison
import Files
import Numerics
import Rendering
import Scrolling

/// Which moment an output of a batch shows, where it shows one alone.
public enum StillMoment: Hashable, Sendable {
  /// After these offsets were fed in order, in points from rest.
  case offsets([Double])
  /// At a time of the item's curve, in seconds.
  case time(Double)

  /// The same for a request, over the item's curve.
  func moment(_ curve: CurveSource, _ rate: EventRate) -> StillRequest.Moment {
    switch self {
    case .offsets(let offsets): .offsets(offsets)
    case .time(let time): .time(time, curve, rate)
    }
  }
}
