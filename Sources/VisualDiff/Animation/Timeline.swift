public import PortableMath

/// The frames of an animation as hashes with exact times.
package struct Timeline: Hashable, Sendable {
  /// In presentation order; each starts where the one before ends.
  package private(set) var frames: [FrameRun] = []
  /// How often the animation plays; nil for ever.
  package var plays: Int?

  package init(frames: [(hash: PixelHash, duration: RationalTime)] = [], plays: Int? = nil) {
    self.plays = plays
    for frame in frames { append(frame.hash, for: frame.duration) }
  }

  /// Adds a frame, of a quantised animation with its signature; a negative duration counts as 0.
  package mutating func append(
    _ hash: PixelHash, _ signature: FrameSignature? = nil, for duration: RationalTime
  ) {
    frames.append(
      FrameRun(
        frames: frames.count...frames.count, hash: hash, start: self.duration,
        duration: max(duration, .zero), signature: signature))
  }

  /// From the first frame's appearance to the last one's end, played once.
  package var duration: RationalTime { frames.last.map { $0.start + $0.duration } ?? .zero }

  /// Equal neighbours joined.
  var runs: [FrameRun] {
    frames.reduce(into: []) { runs, frame in
      guard let last = runs.last, last.hash == frame.hash,
        let joined = FrameRun.joining([last, frame])
      else { return runs.append(frame) }
      runs[runs.count - 1] = joined
    }
  }
}

/// A frame of an animation, or neighbouring frames with the same pixels as one.
package struct FrameRun: Hashable, Sendable {
  /// Indices in the file, from 0.
  package internal(set) var frames: ClosedRange<Int>
  package let hash: PixelHash
  /// When the first appears, counted from the start of the animation.
  package let start: RationalTime
  /// Their durations added.
  package internal(set) var duration: RationalTime
  /// What is seen, where frames are paired by likeness.
  package internal(set) var signature: FrameSignature?

  /// Neighbouring runs as one, with the pixels of the first; nil for none.
  static func joining(_ runs: ArraySlice<FrameRun>) -> FrameRun? {
    guard var run = runs.first, let last = runs.last else { return nil }
    run.frames = run.frames.lowerBound...last.frames.upperBound
    run.duration = last.start + last.duration - run.start
    return run
  }
}

/// How closely two animations must keep time.
public enum TimingPolicy: Hashable, Sendable {
  /// Starts and durations agree within this; zero means the same times. Hundredths of a
  /// second, as GIF has them, need `.within(RationalTime(duration: 1, over: 100))` against
  /// finer delays.
  case within(RationalTime)
  /// Only the order of the frames counts, as for a folder of pictures.
  case ignored

  /// The same times.
  public static let exact = TimingPolicy.within(.zero)

  func timing(_ first: FrameRun, _ second: FrameRun) -> FramePair.Timing? {
    guard case .within(let slack) = self else { return nil }
    let shift = second.start - first.start
    let stretch = second.duration - first.duration
    if magnitude(stretch) > slack {
      let (former, times) = (first.frames.count, second.frames.count)
      return times == former
        ? .retimed(from: first.duration, to: second.duration)
        : .repeated(times: times, insteadOf: former)
    }
    return magnitude(shift) > slack ? .shifted(by: shift) : nil
  }

  /// The same, but times agree that a format rounds to whole units: GIF to hundredths of a second,
  /// animated PNG to thousandths.
  package func rounded(toUnitsPerSecond units: Int) -> TimingPolicy {
    guard case .within(let slack) = self else { return self }
    return .within(max(slack, RationalTime(1, over: units) ?? .zero))
  }

  package func agree(_ first: RationalTime, _ second: RationalTime) -> Bool {
    guard case .within(let slack) = self else { return true }
    return magnitude(second - first) <= slack
  }

  private func magnitude(_ time: RationalTime) -> RationalTime {
    time < .zero ? .zero - time : time
  }
}
