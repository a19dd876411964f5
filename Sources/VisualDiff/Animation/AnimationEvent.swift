package import PortableMath

/// A difference between two animations. Consecutive frames with the same difference are one event.
package struct AnimationEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Pixels changed. Contains the maximum number of pixels in a frame, their fraction of the
    /// frame and the bounding box over all frames.
    case changed(pixels: Int, ratio: Double, bounds: PixelRect?)
    case inserted(copyOf: Int?)
    case dropped(copyOf: Int?)
    /// The time or duration of the frames changed.
    case timing(FramePair.Timing)
  }

  package let kind: Kind
  /// The indices in the first animation, from 0, or `nil` for inserted frames.
  package let first: ClosedRange<Int>?
  /// The indices in the second animation, from 0, or `nil` for dropped frames.
  package let second: ClosedRange<Int>?
  /// The start time in the first animation, or in the second for inserted frames.
  package let time: RationalTime
}

extension AnimationDifference {
  /// All differences between frames, in presentation order.
  package var events: [AnimationEvent] {
    var events: [AnimationEvent] = []
    for event in pairs.flatMap(\.events) { events.append(event) { $0.joined($1) } }
    return events
  }
}

extension Array {
  /// Joins an element with the last one possible, else appends it.
  mutating func append(_ element: Element, joining: (Element, Element) -> Element?) {
    for index in indices.reversed() {
      guard let joined = joining(self[index], element) else { continue }
      self[index] = joined
      return
    }
    append(element)
  }
}

extension FramePair {
  fileprivate var events: [AnimationEvent] {
    guard let time = (first ?? second)?.start else { return [] }
    var kinds: [AnimationEvent.Kind] = []
    switch content {
    case .same, .tolerated: break
    case .changed(let difference):
      kinds.append(
        .changed(
          pixels: difference.differentPixels, ratio: difference.differentRatio,
          bounds: difference.bounds))
    case .inserted(let copy): kinds.append(.inserted(copyOf: copy))
    case .dropped(let copy): kinds.append(.dropped(copyOf: copy))
    }
    if let timing { kinds.append(.timing(timing)) }
    return kinds.map {
      AnimationEvent(kind: $0, first: first?.frames, second: second?.frames, time: time)
    }
  }
}

extension AnimationEvent {
  /// Returns the union of two events, or `nil` unless they have the same kind and consecutive
  /// frames.
  fileprivate func joined(_ next: AnimationEvent) -> AnimationEvent? {
    func isNext(_ earlier: ClosedRange<Int>?, _ later: ClosedRange<Int>?) -> Bool {
      guard let earlier, let later else { return earlier == nil && later == nil }
      return later.lowerBound == earlier.upperBound + 1
    }
    func hull(_ left: ClosedRange<Int>?, _ right: ClosedRange<Int>?) -> ClosedRange<Int>? {
      guard let left, let right else { return nil }
      return left.lowerBound...right.upperBound
    }
    guard isNext(first, next.first), isNext(second, next.second), let kind = joinedKind(next.kind)
    else { return nil }
    return AnimationEvent(
      kind: kind, first: hull(first, next.first), second: hull(second, next.second), time: time)
  }

  private func joinedKind(_ next: Kind) -> Kind? {
    switch (kind, next) {
    case (.changed(let pixels, let ratio, let bounds), .changed(let more, let part, let box)):
      let around = bounds.flatMap { bounds in box.map(bounds.union) } ?? bounds ?? box
      return .changed(pixels: max(pixels, more), ratio: max(ratio, part), bounds: around)
    case (.inserted(nil), .inserted(nil)), (.dropped(nil), .dropped(nil)),
      (.timing(.shifted), .timing(.shifted)), (.timing(.retimed), .timing(.retimed)):
      return kind == next ? kind : nil
    default: return nil
    }
  }
}

extension AnimationEvent: CustomStringConvertible {
  /// A description such as `frames 3-7: pixels changed: at most 1204 in a frame (0.12 %), within
  /// 120 x 88 at 40,20`.
  package var description: String {
    let seconds = plainNumber(time.seconds)
    // The first animation's frame numbers are preferred.
    let range = first ?? second
    let frames = range?.frameNumbers ?? ""
    switch kind {
    case .changed(0, _, _): return "\(frames): changed before encoding, by less than the files show"
    case .changed(let pixels, let ratio, let bounds):
      let location = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
      let most = range?.count == 1 ? "\(pixels)" : "at most \(pixels) in a frame"
      return "\(frames): pixels changed: \(most) (\(percentage(ratio)))\(location)"
    case .inserted(let copy):
      return "second's \(frames) inserted at \(seconds) s"
        + (copy.map { ", a copy of the first's frame \($0)" } ?? "")
    case .dropped(let copy):
      return "\(frames) dropped, shown at \(seconds) s"
        + (copy.map { ", the second still shows it as frame \($0)" } ?? "")
    case .timing(.repeated(let times, let former)):
      return "\(frames): repeated: \(times) in a row instead of \(former)"
    case .timing(.shifted(let shift)):
      let late = shift > .zero
      let amount = plainNumber((late ? shift : .zero - shift).seconds)
      return "\(frames): shifted: \(amount) s \(late ? "later" : "earlier")"
    case .timing(.retimed(let from, let to)):
      return "\(frames): re-timed: \(plainNumber(to.seconds)) s "
        + "instead of \(plainNumber(from.seconds)) s"
    }
  }
}

extension ClosedRange<Int> {
  /// A description such as `frame 3` or `frames 3-7`.
  package var frameNumbers: String {
    count == 1 ? "frame \(lowerBound)" : "frames \(lowerBound)-\(upperBound)"
  }
}

/// Returns a ratio in percent with up to three decimals. A positive ratio is never printed as "0
/// %".
package func percentage(_ ratio: Double) -> String {
  ratio > 0 && ratio < 0.00001 ? "under 0.001 %" : plainNumber(ratio * 100) + " %"
}
