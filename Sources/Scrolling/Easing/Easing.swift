/// How progress in time becomes progress on the way: an easing function of CSS Easing Level 2, or
/// a spring.
public enum Easing: Hashable, Sendable {
  case linear
  case cubicBezier(CubicBezier)
  case steps(StepEasing)
  case points(LinearEasing)
  case spring(SpringEasing)

  /// Progress out for progress in.
  public func value(at progress: Double) -> Double {
    switch self {
    case .linear: progress
    case .cubicBezier(let curve): curve.value(at: progress)
    case .steps(let steps): steps.value(at: progress)
    case .points(let points): points.value(at: progress)
    case .spring(let spring): spring.value(at: progress)
    }
  }

  /// Progress out for progress in, at the very end; 0 for steps and vertical ends.
  public var endSlope: Double {
    switch self {
    case .linear: 1
    case .cubicBezier(let curve): curve.endSlope
    case .steps: 0
    case .points(let points): points.endSlope
    case .spring(let spring): spring.endSlope
    }
  }
}
