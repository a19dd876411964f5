public import HeaderModel
public import Scrolling

/// What a fit found.
public struct FitReport: Sendable {
  /// The recording's path.
  public var recording: String
  /// The header's name.
  public var header: String
  /// Seconds.
  public var duration: Double
  /// How the recording shows the screen.
  public var placement: ScreenPlacement
  /// Whether the recording shows this header at all, and whether the header behaves.
  public var verdict: Verdict
  /// The constants that were looked for; offsets and verdict are those of a header that has them.
  public var constants: [FittedConstant]
  /// What differs from the header, by layers; empty unless it deviates.
  public var deviations: [Deviation]
  /// What else is worth knowing: several screens in the picture, another device; one line each.
  public var notes: [String] = []
  /// The layers that were not compared, each with the reason, by name.
  public var leftOut: [LeftOut] = []
  /// In the recording's order.
  public var frames: [Frame]
  /// Frames as pictures, those that deviate and others spread over the recording; empty unless they
  /// were asked for.
  public var pictures: [FitPicture] = []

  /// Verdict on a recording.
  public enum Verdict: Hashable, Sendable {
    /// It shows the header as its document has it.
    case behaves
    /// It shows the header, but not as its document has it.
    case deviates
    /// It shows something else; says what, lower case.
    case noFit(reason: String)
  }

  /// A layer that was not compared.
  public struct LeftOut: Hashable, Sendable {
    /// The layer's name.
    public var layer: String
    /// Why, lower case.
    public var reason: String
  }

  /// One frame of the recording.
  public struct Frame: Sendable {
    /// When it starts, in seconds.
    public var time: Double
    /// Points from rest.
    public var offset: Double
    /// The offset is within this many points of the truth, 95 times of 100; nil: the picture does
    /// not determine it.
    public var uncertainty: Double?
    /// The root of the mean squared difference to the header's picture, in levels.
    public var distance: Double
    /// The header's phase; nil: none.
    public var phase: String?
    /// What the header remembers.
    public var memory: [RememberedValue]
  }

  /// The frames' offsets over time, to the end of the last one. Frames of no duration are left out.
  var samples: [(time: Double, offset: Double)] {
    var samples: [(time: Double, offset: Double)] = []
    for frame in frames where samples.last.map({ $0.time < frame.time }) ?? true {
      samples.append((frame.time, frame.offset))
    }
    if let last = samples.last, last.time < duration { samples.append((duration, last.offset)) }
    return samples
  }

  /// The frames' offsets as a curve document.
  public var curve: ScrollCurve? {
    SampleTrack(
      times: samples.map(\.time), offsets: samples.map(\.offset), interpolation: .linear
    ).map { ScrollCurve(course: .samples($0), name: "from \(recording)") }
  }

  /// Whether the header behaves; anything else is for a build server to stop at.
  public var isGood: Bool { verdict == .behaves }
}

/// One way in which a layer is not as the header has it.
public struct Deviation: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// What differs.
  public var kind: Kind
  /// Frames that show it, by index.
  public var frames: [Int]
  /// Where in the scroll they lie, in points from rest.
  public var offsets: ClosedRange<Double>
  /// What was expected and what explains the recording: one line, lower case.
  public var explanation: String

  /// What can differ about a layer.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It stands elsewhere.
    case moved
    /// It is painted above what should cover it, or below what it should cover.
    case order
    /// It is larger or smaller.
    case scaled
    /// It is more or less blurred.
    case blur
    /// It is not there.
    case absent
    /// It differs in a way that nothing tried explains.
    case unexplained
  }
}
