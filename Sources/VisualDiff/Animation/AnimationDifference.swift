package import PortableMath

package struct AnimationDifference: Hashable, Sendable {
  /// What differs besides frames, a line each: canvas, plays and duration.
  let generalLines: [String]
  /// Every run of both, in presentation order.
  package fileprivate(set) var pairs: [FramePair]

  init(
    _ first: Timeline, _ second: Timeline, sizes: (first: PixelSize, second: PixelSize),
    timing: TimingPolicy, pairs: [FramePair]
  ) {
    func text(_ plays: Int?) -> String {
      switch plays {
      case nil: "for ever"
      case 1?: "once"
      case let times?: "\(times) times"
      }
    }
    var lines: [String] = []
    if sizes.first != sizes.second {
      lines.append(
        "canvas \(sizes.second.width) x \(sizes.second.height) "
          + "instead of \(sizes.first.width) x \(sizes.first.height)")
    }
    if first.plays != second.plays {
      lines.append("plays \(text(second.plays)) instead of \(text(first.plays))")
    }
    if !timing.agree(first.duration, second.duration) {
      lines.append(
        "lasts \(plainNumber(second.duration.seconds)) s "
          + "instead of \(plainNumber(first.duration.seconds)) s")
    }
    generalLines = lines
    self.pairs = pairs
  }

  package var isSame: Bool { generalLines.isEmpty && pairs.allSatisfy(\.isSame) }

  package var lines: [String] { generalLines + events.map(\.description) }

  /// The same with other numbers of frames: those of the files where what was compared were the
  /// frames before encoding.
  package func renumbered(
    first: (ClosedRange<Int>) -> ClosedRange<Int>, second: (ClosedRange<Int>) -> ClosedRange<Int>
  ) -> AnimationDifference {
    var result = self
    result.pairs = pairs.map { pair in
      var pair = pair
      if let run = pair.first { pair.first?.frames = first(run.frames) }
      if let run = pair.second { pair.second?.frames = second(run.frames) }
      switch pair.content {
      case .inserted(let copy?): pair.content = .inserted(copyOf: first(copy...copy).lowerBound)
      case .dropped(let copy?): pair.content = .dropped(copyOf: second(copy...copy).lowerBound)
      case .same, .tolerated, .changed, .inserted(nil), .dropped(nil): break
      }
      return pair
    }
    return result
  }
}

/// A run of one animation with its counterpart in the other, if there is one.
package struct FramePair: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case same
    /// Pixels differ within the tolerance.
    case tolerated(ImageDifference)
    case changed(ImageDifference)
    /// Only the second animation shows it; `copyOf` is a frame of the first that is its equal.
    case inserted(copyOf: Int?)
    /// Only the first animation shows it; `copyOf` is a frame of the second that is its equal.
    case dropped(copyOf: Int?)

    /// What was measured of two frames whose pixels are not the same; nil for others.
    package var difference: ImageDifference? {
      switch self {
      case .tolerated(let difference), .changed(let difference): difference
      case .same, .inserted, .dropped: nil
      }
    }
  }

  package enum Timing: Hashable, Sendable {
    /// Shown for the same duration, but earlier or later.
    case shifted(by: RationalTime)
    /// Shown shorter or longer.
    case retimed(from: RationalTime, to: RationalTime)
    /// Shown longer or shorter because the file has the frame more or fewer times in a row.
    case repeated(times: Int, insteadOf: Int)
  }

  /// Nil for an inserted run.
  package internal(set) var first: FrameRun?
  /// Nil for a dropped run.
  package internal(set) var second: FrameRun?
  package internal(set) var content: Content
  /// How the times differ; nil where they agree, there is no counterpart, or timing does not count.
  package let timing: Timing?

  package var isSame: Bool {
    switch content {
    case .same, .tolerated: timing == nil
    case .changed, .inserted, .dropped: false
    }
  }
}
