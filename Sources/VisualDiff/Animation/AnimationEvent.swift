package import PortableMath

/// One difference of two animations; neighbouring frames with the same difference are one event.
package struct AnimationEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Pixels changed: the most in one frame, their part of the frame, and the rectangle around
    /// all of them.
    case changed(pixels: Int, ratio: Double, bounds: PixelRect?)
    /// Only the second animation has the frames; a frame of the first may be an equal.
    case inserted(copyOf: Int?)
    /// Only the first animation has the frames; a frame of the second may be an equal.
    case dropped(copyOf: Int?)
    /// The file repeats the frame more or fewer times in a row, so that it shows longer or shorter.
    case repeated(times: Int, insteadOf: Int)
    /// Shown earlier or later than before.
    case shifted(by: RationalTime)
    /// Shown longer or shorter than before.
    case retimed(from: RationalTime, to: RationalTime)
  }

  package let kind: Kind
  /// Indices of the first animation, from 0; nil for inserted frames.
  package let first: ClosedRange<Int>?
  /// Indices of the second animation, from 0; nil for dropped frames.
  package let second: ClosedRange<Int>?
  /// When it begins, in the animation that has the frames, the first where both do.
  package let time: RationalTime
}

extension AnimationDifference {
  /// All differences of frames, in presentation order.
  package var events: [AnimationEvent] {
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
  /// Whether its frames come right after the other's and both can be joined.
  fileprivate func follows(_ other: AnimationEvent) -> Bool {
    func isNext(_ earlier: ClosedRange<Int>?, _ later: ClosedRange<Int>?) -> Bool {
      guard let earlier, let later else { return earlier == nil && later == nil }
      return later.lowerBound == earlier.upperBound + 1
    }
    return isNext(other.first, first) && isNext(other.second, second)
      && other.joinedKind(kind) != nil
  }

  /// Both as one event; nil for different kinds.
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

extension AnimationEvent: CustomStringConvertible {
  /// `frames 3-7: pixels changed: at most 1204 in a frame (0.12 %), within 120 x 88 at 40,20`
  package var description: String {
    let seconds = plainNumber(time.seconds)
    switch kind {
    case .changed(0, _, _): return "\(frames): changed before encoding, by less than the files show"
    case .changed(let pixels, let ratio, let bounds):
      let place = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
      let most = isOneFrame ? "\(pixels)" : "at most \(pixels) in a frame"
      return "\(frames): pixels changed: \(most) (\(percentage(ratio)))\(place)"
    case .inserted(let copy):
      return "second's \(frames) inserted at \(seconds) s"
        + (copy.map { ", a copy of the first's frame \($0)" } ?? "")
    case .dropped(let copy):
      return "\(frames) dropped, shown at \(seconds) s"
        + (copy.map { ", the second still shows it as frame \($0)" } ?? "")
    case .repeated(let times, let former):
      return "\(frames): repeated: \(times) in a row instead of \(former)"
    case .shifted(let shift):
      let late = shift > .zero
      let amount = plainNumber((late ? shift : .zero - shift).seconds)
      return "\(frames): shifted: \(amount) s \(late ? "later" : "earlier")"
    case .retimed(let from, let to):
      return "\(frames): re-timed: \(plainNumber(to.seconds)) s "
        + "instead of \(plainNumber(from.seconds)) s"
    }
  }

  private var isOneFrame: Bool { (first ?? second)?.count == 1 }

  /// Frame numbers of the first animation where it has the frames.
  private var frames: String {
    guard let range = first ?? second else { return "" }
    return range.count == 1
      ? "frame \(range.lowerBound)" : "frames \(range.lowerBound)-\(range.upperBound)"
  }
}

extension AnimationDifference {
  /// One line for each difference: canvas, plays and duration, then the frames.
  package var lines: [String] {
    var lines: [String] = []
    if firstSize != secondSize {
      lines.append(
        "canvas \(secondSize.width) x \(secondSize.height) "
          + "instead of \(firstSize.width) x \(firstSize.height)")
    }
    if !playsAgree { lines.append("plays \(text(secondPlays)) instead of \(text(firstPlays))") }
    if !durationsAgree {
      lines.append(
        "lasts \(plainNumber(secondDuration.seconds)) s "
          + "instead of \(plainNumber(firstDuration.seconds)) s")
    }
    return lines + events.map(\.description)
  }

  private func text(_ plays: Int?) -> String {
    switch plays {
    case nil: "for ever"
    case 1?: "once"
    case let times?: "\(times) times"
    }
  }
}

/// A ratio in per cent with up to three decimals; never "0 %" for a ratio above 0.
package func percentage(_ ratio: Double) -> String {
  ratio > 0 && ratio < 0.00001 ? "under 0.001 %" : plainNumber(ratio * 100) + " %"
}
