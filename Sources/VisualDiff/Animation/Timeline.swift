public import PortableMath

/// The frames of an animation as hashes with exact times.
package struct Timeline: Hashable, Sendable {
  /// One frame of the file.
  package struct Frame: Hashable, Sendable {
    package let hash: PixelHash
    /// When it appears, counted from the start of the animation.
    package let start: RationalTime
    package let duration: RationalTime
    /// Its signature where frames are paired by likeness.
    package let signature: FrameSignature?
  }

  /// In presentation order; each starts where the one before ends.
  package let frames: [Frame]
  /// How often the animation plays; nil for ever.
  package let plays: Int?

  /// Frames in order, each shown for its duration; negative durations count as 0.
  package init(frames: [(hash: PixelHash, duration: RationalTime)], plays: Int? = nil) {
    self.init(signed: frames.map { ($0.hash, nil, $0.duration) }, plays: plays)
  }

  /// Frames of a quantised animation with their signatures. Hashes are of the decoded pixels.
  package init(
    signed frames: [(hash: PixelHash, signature: FrameSignature?, duration: RationalTime)],
    plays: Int? = nil
  ) {
    var start = RationalTime.zero
    self.frames = frames.map { frame in
      let duration = max(frame.duration, .zero)
      defer { start = start + duration }
      return Frame(hash: frame.hash, start: start, duration: duration, signature: frame.signature)
    }
    self.plays = plays
  }

  /// Frames that are equal where their hashes are, whatever an encoder made of them: `hashes` are
  /// of the pixels before quantisation.
  package init(hashes: [UInt64], durations: [RationalTime], plays: Int? = nil) {
    self.init(frames: zip(hashes, durations).map { (PixelHash(value: $0), $1) }, plays: plays)
  }

  /// From the first frame's appearance to the last one's end, played once.
  package var duration: RationalTime { frames.last.map { $0.start + $0.duration } ?? .zero }

  /// Equal neighbours joined, with their signature; nil without signatures.
  var signedRuns: [(run: FrameRun, signature: FrameSignature)]? {
    let runs = runs
    let signatures = runs.compactMap { frames[$0.frames.lowerBound].signature }
    return signatures.count == runs.count ? Array(zip(runs, signatures)) : nil
  }

  /// Equal neighbours joined.
  var runs: [FrameRun] {
    frames.enumerated().reduce(into: []) { runs, next in
      let (index, frame) = next
      let run = FrameRun(
        frames: index...index, hash: frame.hash, start: frame.start, duration: frame.duration)
      guard let last = runs.last, last.hash == frame.hash,
        let joined = FrameRun.joining([last, run])
      else { return runs.append(run) }
      runs[runs.count - 1] = joined
    }
  }
}

/// Neighbouring frames with the same pixels, as one.
package struct FrameRun: Hashable, Sendable {
  /// Indices in the file, from 0.
  package internal(set) var frames: ClosedRange<Int>
  package let hash: PixelHash
  /// When the first appears.
  package let start: RationalTime
  /// Their durations added.
  package let duration: RationalTime

  /// Neighbouring runs as one, with the hash of the first; nil for none.
  static func joining(_ runs: ArraySlice<FrameRun>) -> FrameRun? {
    guard let first = runs.first, let last = runs.last else { return nil }
    return FrameRun(
      frames: first.frames.lowerBound...last.frames.upperBound, hash: first.hash,
      start: first.start, duration: last.start + last.duration - first.start)
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

  /// The same, but times that GIF rounds to different hundredths of a second agree.
  var roundedToCentiseconds: TimingPolicy { atLeast(RationalTime(1, over: 100)) }

  /// The same, but times that animated PNG rounds to thousandths of a second agree.
  package var roundedToMilliseconds: TimingPolicy { atLeast(RationalTime(1, over: 1000)) }

  private func atLeast(_ least: RationalTime?) -> TimingPolicy {
    guard case .within(let slack) = self else { return self }
    return .within(max(slack, least ?? .zero))
  }

  package func agree(_ first: RationalTime, _ second: RationalTime) -> Bool {
    guard case .within(let slack) = self else { return true }
    return magnitude(second - first) <= slack
  }

  private func magnitude(_ time: RationalTime) -> RationalTime {
    time < .zero ? .zero - time : time
  }
}
