public import PortableMath

/// The hashes of an animation's frames with exact times.
package struct Timeline: Hashable, Sendable {
  /// The frames in presentation order. Each starts when the previous one ends.
  package private(set) var frames: [FrameRun] = []
  /// The play count, or `nil` to loop forever.
  package var plays: Int?

  package init(frames: [(hash: PixelHash, duration: RationalTime)] = [], plays: Int? = nil) {
    self.plays = plays
    for frame in frames { append(frame.hash, for: frame.duration) }
  }

  /// Appends a frame. Frames of quantized animations have a signature. A negative duration counts
  /// as 0.
  package mutating func append(
    _ hash: PixelHash, _ signature: FrameSignature? = nil, for duration: RationalTime
  ) {
    frames.append(
      FrameRun(
        frames: frames.count...frames.count, hash: hash, start: self.duration,
        duration: max(duration, .zero), signature: signature))
  }

  /// The duration of one play.
  package var duration: RationalTime { frames.last.map { $0.start + $0.duration } ?? .zero }

  /// The frames with consecutive equal ones joined.
  var runs: [FrameRun] {
    frames.reduce(into: []) { runs, frame in
      guard let last = runs.last, last.hash == frame.hash,
        let joined = FrameRun.joining([last, frame])
      else { return runs.append(frame) }
      runs[runs.count - 1] = joined
    }
  }
}

/// A frame of an animation, or consecutive equal frames.
package struct FrameRun: Hashable, Sendable {
  /// The frame indices in the file, from 0.
  package internal(set) var frames: ClosedRange<Int>
  package let hash: PixelHash
  /// The start time relative to the start of the animation.
  package let start: RationalTime
  /// The total duration of the frames.
  package internal(set) var duration: RationalTime
  /// The visual signature. `nil` unless frames are paired by similarity.
  package internal(set) var signature: FrameSignature?

  /// Joins consecutive runs, with the pixels of the first. Returns `nil` if there are none.
  static func joining(_ runs: ArraySlice<FrameRun>) -> FrameRun? {
    guard var run = runs.first, let last = runs.last else { return nil }
    run.frames = run.frames.lowerBound...last.frames.upperBound
    run.duration = last.start + last.duration - run.start
    return run
  }
}

/// The required accuracy of frame times.
public enum TimingPolicy: Hashable, Sendable {
  /// The starts and durations must differ by at most this time. To compare a GIF, whose times are
  /// in hundredths of a second, with finer times, use `.within(RationalTime(duration: 1, over:
  /// 100))`.
  case within(RationalTime)
  /// Only the order of the frames matters, as in a folder of pictures.
  case ignored

  /// The times must be equal.
  public static let exact = TimingPolicy.within(.zero)

  func timing(_ first: FrameRun, _ second: FrameRun) -> FramePair.Timing? {
    guard case .within(let slack) = self else { return nil }
    let shift = second.start - first.start
    let stretch = second.duration - first.duration
    if magnitude(stretch) > slack {
      let firstCount = first.frames.count
      let secondCount = second.frames.count
      return secondCount == firstCount
        ? .retimed(from: first.duration, to: second.duration)
        : .repeated(times: secondCount, insteadOf: firstCount)
    }
    return magnitude(shift) > slack ? .shifted(by: shift) : nil
  }

  /// Returns a policy that also accepts differences from rounding to whole units: hundredths of a
  /// second in GIF, thousandths in APNG.
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
