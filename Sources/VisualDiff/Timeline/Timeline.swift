/// When an animation shows what: its frames as fingerprints with exact times.
public struct Timeline: Hashable, Sendable {
  /// One frame as the file has it.
  public struct Frame: Hashable, Sendable {
    /// What it shows.
    public let hash: PixelHash
    /// When it appears, from the start of the animation.
    public let start: Flicks
    /// How long it stays.
    public let duration: Flicks
  }

  /// In order of presentation, each starting where the one before ends.
  public let frames: [Frame]
  /// How often the animation plays; nil for ever.
  public let plays: Int?

  /// Frames in order, each shown for its duration; negative durations count as 0.
  public init(frames: [(hash: PixelHash, duration: Flicks)], plays: Int? = nil) {
    var start = Flicks.zero
    self.frames = frames.map { frame in
      let duration = max(frame.duration, .zero)
      defer { start = start + duration }
      return Frame(hash: frame.hash, start: start, duration: duration)
    }
    self.plays = plays
  }

  /// From the first frame's appearance to the last one's end, played once.
  public var duration: Flicks { frames.last.map { $0.start + $0.duration } ?? .zero }

  /// Equal neighbours put together.
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
