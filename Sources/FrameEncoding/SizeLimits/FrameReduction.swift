import PortableMath

/// What of an animation gives way, beside its quality, where it must fit a size.
public enum ReductionPolicy: String, CaseIterable, Hashable, Sendable {
  /// Width and height.
  case scale
  /// Frames a second.
  case fps

  /// The quality below which these give way first.
  public static let leastQuality = 40
}

/// How much smaller and sparser an animation is than the frames it is made of.
struct FrameReduction: Hashable, Sendable {
  /// How many quarters of width and height remain, 1...4.
  var quarters = 4
  /// A frame follows the one before it after so many of the shortest times of a frame, 1...
  var step = 1

  /// The frames as they are, then less and less of what may give way, in turn where both may.
  static func steps(_ reductions: Set<ReductionPolicy>) -> [FrameReduction] {
    let (scales, rates) = (reductions.contains(.scale), reductions.contains(.fps))
    var steps = [FrameReduction()]
    for round in 1...3 where scales || rates {
      var next = steps[steps.count - 1]
      if scales {
        next.quarters = 4 - round
        steps.append(next)
      }
      if rates {
        next.step = 1 + round
        steps.append(next)
      }
    }
    return steps
  }

  /// Less than what remains of a file's bytes: small pictures and rare frames are harder to pack.
  var share: Double { Double(quarters * quarters) / 16 / Double(step) }

  func size(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: max(1, size.width * quarters / 4), height: max(1, size.height * quarters / 4)) ?? size
  }
}
