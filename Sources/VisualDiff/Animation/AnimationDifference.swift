package import PortableMath

package struct AnimationDifference: Hashable, Sendable {
  /// The differences in canvas, play count and duration, one line each.
  let generalLines: [String]
  /// The pairs of all runs of both animations, in presentation order.
  package fileprivate(set) var pairs: [FramePair]

  init(
    _ first: Timeline, _ second: Timeline, sizes: (first: PixelSize, second: PixelSize),
    timing: TimingPolicy, pairs: [FramePair]
  ) {
    func text(_ plays: Int?) -> String {
      switch plays {
      case nil: "forever"
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

  /// Returns the same difference with other frame numbers: those of the files, if the frames before
  /// encoding were compared.
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

/// A run of one animation and its counterpart in the other, if any.
package struct FramePair: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case same
    /// The pixels differ within the tolerance.
    case tolerated(ImageDifference)
    case changed(ImageDifference)
    /// The run exists only in the second animation. `copyOf` is an equal frame of the first.
    case inserted(copyOf: Int?)
    /// The run exists only in the first animation. `copyOf` is an equal frame of the second.
    case dropped(copyOf: Int?)

    /// The measured difference, or `nil` if the pixels are the same or the run has no counterpart.
    package var difference: ImageDifference? {
      switch self {
      case .tolerated(let difference), .changed(let difference): difference
      case .same, .inserted, .dropped: nil
      }
    }
  }

  package enum Timing: Hashable, Sendable {
    /// The duration is the same but the start differs.
    case shifted(by: RationalTime)
    /// The duration differs.
    case retimed(from: RationalTime, to: RationalTime)
    /// The duration differs because the file repeats the frame more or fewer times.
    case repeated(times: Int, insteadOf: Int)
  }

  /// The run of the first animation, or `nil` if it was inserted.
  package internal(set) var first: FrameRun?
  /// The run of the second animation, or `nil` if it was dropped.
  package internal(set) var second: FrameRun?
  package internal(set) var content: Content
  /// The difference in timing. `nil` if the times agree, timing is ignored, or there is no
  /// counterpart.
  package let timing: Timing?

  package var isSame: Bool {
    switch content {
    case .same, .tolerated: timing == nil
    case .changed, .inserted, .dropped: false
    }
  }
}
