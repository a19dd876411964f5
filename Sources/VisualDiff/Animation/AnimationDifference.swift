package import PortableMath

/// The result of comparing two animations.
package struct AnimationDifference: Hashable, Sendable {
  /// The first animation's canvas.
  package let firstSize: PixelSize
  /// The second animation's canvas.
  package let secondSize: PixelSize
  /// How often each plays; nil for ever.
  package let firstPlays: Int?
  /// How often the second plays; nil for ever.
  package let secondPlays: Int?
  /// How long the first lasts.
  package let firstDuration: RationalTime
  /// How long the second lasts.
  package let secondDuration: RationalTime
  /// Whether the durations agree within the timing policy.
  package let durationsAgree: Bool
  /// Every run of both, in presentation order.
  package let pairs: [FramePair]

  /// Whether both have the same number of plays.
  package var playsAgree: Bool { firstPlays == secondPlays }

  /// Whether no difference counts.
  package var isSame: Bool {
    firstSize == secondSize && playsAgree && durationsAgree && pairs.allSatisfy(\.isSame)
  }
}

/// A run of one animation with its counterpart in the other, if there is one.
package struct FramePair: Hashable, Sendable {
  /// How the pixels differ.
  package enum Content: Hashable, Sendable {
    case same
    /// Pixels differ within the tolerance.
    case tolerated(ImageDifference)
    /// Pixels differ.
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

  /// How the times differ.
  package enum Timing: Hashable, Sendable {
    case same
    /// Shown for the same duration, but earlier or later.
    case shifted(by: RationalTime)
    /// Shown shorter or longer; `shift` is how much later it appears.
    case retimed(from: RationalTime, to: RationalTime, shift: RationalTime)
    /// Shown longer or shorter because the file has the frame more or fewer times in a row.
    case repeated(
      times: Int, insteadOf: Int, from: RationalTime, to: RationalTime, shift: RationalTime)
    /// There is no counterpart, or timing does not count.
    case none
  }

  /// Nil for an inserted run.
  package let first: FrameRun?
  /// Nil for a dropped run.
  package let second: FrameRun?
  /// How the pixels differ.
  package let content: Content
  /// How the times differ.
  package let timing: Timing

  /// Whether no difference counts.
  package var isSame: Bool {
    switch content {
    case .same, .tolerated: timing == .same || timing == .none
    case .changed, .inserted, .dropped: false
    }
  }
}
