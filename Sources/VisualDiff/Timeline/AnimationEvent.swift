public import Numerics

/// One thing that differs between two animations, neighbouring frames of the same fate together.
public struct AnimationEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// Pixels changed: the most in one frame, their part of the frame, and the rectangle around
    /// all of them.
    case changed(pixels: Int, ratio: Double, bounds: PixelRect?)
    /// Only the second animation has the frames; a frame of the first may be an equal.
    case inserted(copyOf: Int?)
    /// Only the first animation has the frames; a frame of the second may be an equal.
    case dropped(copyOf: Int?)
    /// The frame stands more or fewer times in a row, and longer or shorter for it.
    case repeated(times: Int, insteadOf: Int)
    /// Shown earlier or later than before.
    case shifted(by: Flicks)
    /// Shown longer or shorter than before.
    case retimed(from: Flicks, to: Flicks)
  }

  /// What happened.
  public let kind: Kind
  /// Indices of the first animation, from 0; nil for inserted frames.
  public let first: ClosedRange<Int>?
  /// Indices of the second animation, from 0; nil for dropped frames.
  public let second: ClosedRange<Int>?
  /// When it begins, in the animation that has the frames, the first where both do.
  public let time: Flicks
}

extension AnimationDifference {
  /// All that differs in the frames, in order of time.
  public var events: [AnimationEvent] {
    var events: [AnimationEvent] = []
    for pair in pairs {
      for event in pair.events {
        if let index = events.lastIndex(where: { event.follows($0) }),
          let joined = events[index].joined(event)
        {
          events[index] = joined
        } else {
          events.append(event)
        }
      }
    }
    return events
  }
}

extension FramePair {
  /// What differs in this pair.
  fileprivate var events: [AnimationEvent] {
    guard let time = (first ?? second)?.start else { return [] }
    func event(_ kind: AnimationEvent.Kind) -> AnimationEvent {
      AnimationEvent(kind: kind, first: first?.frames, second: second?.frames, time: time)
    }
    var events: [AnimationEvent] = []
    switch content {
    case .same, .tolerated: break
    case .changed(let difference):
      events.append(
        event(
          .changed(
            pixels: difference.differentPixels, ratio: difference.differentRatio,
            bounds: difference.bounds)))
    case .inserted(let copy): events.append(event(.inserted(copyOf: copy)))
    case .dropped(let copy): events.append(event(.dropped(copyOf: copy)))
    }
    switch timing {
    case .same, .none: break
    case .shifted(let shift): events.append(event(.shifted(by: shift)))
    case .retimed(let from, let to, _): events.append(event(.retimed(from: from, to: to)))
    case .repeated(let times, let former, _, _, _):
      events.append(event(.repeated(times: times, insteadOf: former)))
    }
    return events
  }
}

extension AnimationEvent {
  /// Whether this one's frames come right after the other's.
  fileprivate func follows(_ other: AnimationEvent) -> Bool {
    func isNext(_ earlier: ClosedRange<Int>?, _ later: ClosedRange<Int>?) -> Bool {
      guard let earlier, let later else { return earlier == nil && later == nil }
      return later.lowerBound == earlier.upperBound + 1
    }
    return isNext(other.first, first) && isNext(other.second, second)
      && other.joinedKind(kind) != nil
  }

  /// Both as one; nil when they are of different kinds.
  fileprivate func joined(_ next: AnimationEvent) -> AnimationEvent? {
    guard let kind = joinedKind(next.kind) else { return nil }
    func hull(_ left: ClosedRange<Int>?, _ right: ClosedRange<Int>?) -> ClosedRange<Int>? {
      guard let left, let right else { return nil }
      return left.lowerBound...right.upperBound
    }
    return AnimationEvent(
      kind: kind, first: hull(first, next.first), second: hull(second, next.second), time: time)
  }

  private func joinedKind(_ next: Kind) -> Kind? {
    switch (kind, next) {
    case (.changed(let pixels, let ratio, let bounds), .changed(let more, let part, let box)):
      let around = bounds.flatMap { bounds in box.map(bounds.union) } ?? bounds ?? box
      return .changed(pixels: max(pixels, more), ratio: max(ratio, part), bounds: around)
    case (.inserted(nil), .inserted(nil)), (.dropped(nil), .dropped(nil)): return kind
    case (.shifted(let shift), .shifted(let other)) where shift == other: return kind
    case (.retimed(let from, let to), .retimed(let nextFrom, let nextTo))
    where from == nextFrom && to == nextTo: return kind
    default: return nil
    }
  }
}
