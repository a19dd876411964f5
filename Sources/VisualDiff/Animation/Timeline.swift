public import Numerics

/// The frames of an animation as hashes with exact times.
public struct Timeline: Hashable, Sendable {
  /// One frame of the file.
  public struct Frame: Hashable, Sendable {
    /// The hash of its pixels.
    public let hash: PixelHash
    /// When it appears, counted from the start of the animation.
    public let start: RationalTime
    /// How long it stays.
    public let duration: RationalTime
  }

  /// In presentation order; each starts where the one before ends.
  public let frames: [Frame]
  /// How often the animation plays; nil for ever.
  public let plays: Int?

  /// Frames in order, each shown for its duration; negative durations count as 0.
  public init(frames: [(hash: PixelHash, duration: RationalTime)], plays: Int? = nil) {
    var start = RationalTime.zero
    self.frames = frames.map { frame in
      let duration = max(frame.duration, .zero)
      defer { start = start + duration }
      return Frame(hash: frame.hash, start: start, duration: duration)
    }
    self.plays = plays
  }

  /// From the first frame's appearance to the last one's end, played once.
  public var duration: RationalTime { frames.last.map { $0.start + $0.duration } ?? .zero }

  /// Equal neighbours joined.
  var runs: [FrameRun] {
    var runs: [FrameRun] = []
    for (index, frame) in frames.enumerated() {
      if let last = runs.last, last.hash == frame.hash {
        runs[runs.count - 1] = FrameRun(
          frames: last.frames.lowerBound...index, hash: last.hash, start: last.start,
          duration: last.duration + frame.duration)
      } else {
        runs.append(
          FrameRun(
            frames: index...index, hash: frame.hash, start: frame.start,
            duration: frame.duration))
      }
    }
    return runs
  }
}

/// Neighbouring frames with the same pixels, as one.
public struct FrameRun: Hashable, Sendable {
  /// Indices in the file, from 0.
  public let frames: ClosedRange<Int>
  /// The hash of their pixels.
  public let hash: PixelHash
  /// When the first appears.
  public let start: RationalTime
  /// Their durations added.
  public let duration: RationalTime
}

/// How closely two animations must keep time.
public enum TimingPolicy: Hashable, Sendable {
  /// Starts and durations agree within this; zero means the same times. Hundredths of a
  /// second, as GIF has them, need `.within(RationalTime(numerator: 1, denominator: 100))` against
  /// finer delays.
  case within(RationalTime)
  /// Only the order of the frames counts, as for a folder of pictures.
  case ignored

  /// The same times.
  public static let exact = TimingPolicy.within(.zero)

  /// How the times of two runs differ.
  func timing(_ first: FrameRun, _ second: FrameRun) -> FramePair.Timing {
    guard case .within(let slack) = self else { return .none }
    let shift = second.start - first.start
    let stretch = second.duration - first.duration
    if magnitude(stretch) > slack {
      return first.frames.count == second.frames.count
        ? .retimed(from: first.duration, to: second.duration, shift: shift)
        : .repeated(
          times: second.frames.count, insteadOf: first.frames.count, from: first.duration,
          to: second.duration, shift: shift)
    }
    return magnitude(shift) > slack ? .shifted(by: shift) : .same
  }

  /// Whether the durations of two animations agree.
  func agree(_ first: RationalTime, _ second: RationalTime) -> Bool {
    guard case .within(let slack) = self else { return true }
    return magnitude(second - first) <= slack
  }

  private func magnitude(_ time: RationalTime) -> RationalTime {
    time < .zero ? .zero - time : time
  }
}
