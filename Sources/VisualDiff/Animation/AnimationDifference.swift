package import PortableMath

/// The result of comparing two animations.
package struct AnimationDifference: Hashable, Sendable {
  package let firstSize: PixelSize
  package let secondSize: PixelSize
  /// How often each plays; nil for ever.
  package let firstPlays: Int?
  /// How often the second plays; nil for ever.
  package let secondPlays: Int?
  package let firstDuration: RationalTime
  package let secondDuration: RationalTime
  package let durationsAgree: Bool
  /// Every run of both, in presentation order.
  package internal(set) var pairs: [FramePair]

  package var playsAgree: Bool { firstPlays == secondPlays }

  package var isSame: Bool {
    firstSize == secondSize && playsAgree && durationsAgree && pairs.allSatisfy(\.isSame)
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
  package internal(set) var first: FrameRun?
  /// Nil for a dropped run.
  package internal(set) var second: FrameRun?
  package internal(set) var content: Content
  package let timing: Timing

  package var isSame: Bool {
    switch content {
    case .same, .tolerated: timing == .same || timing == .none
    case .changed, .inserted, .dropped: false
    }
  }
}
