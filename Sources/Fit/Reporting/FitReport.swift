public import HeaderModel
public import Scrolling

/// The result of a fit.
public struct FitReport: Sendable {
  /// The path of the recording.
  public var recording: String
  /// The header's name.
  public var header: String
  /// The recording's duration in seconds.
  public var duration: Double
  /// The scale and position of the screen in the recording.
  public var placement: ScreenPlacement
  /// Whether the recording shows this header, and whether the header behaves as specified.
  public var verdict: Verdict
  /// The fitted constants. Offsets and verdict are computed with these values.
  public var constants: [FittedConstant]
  /// The differences from the header, by layer. Empty unless the verdict is `deviates`.
  public var deviations: [Deviation]
  /// Additional observations, such as several screens or another device. One line each.
  public var notes: [String] = []
  /// The layers that were not compared, sorted by name.
  public var leftOut: [LeftOut] = []
  /// The frames in recording order.
  public var frames: [Frame]
  /// The events other than scrolls that the frames show, in order.
  public var events: [Event] = []
  /// Whether the header responds to other events than scrolls. Then the curve lists all events.
  var isInteractive = false
  /// The first values of inputs that change, or that differ from the header's own.
  public var inputs: [RememberedValue] = []
  /// Pictures of deviating frames and of others at even distances. Empty unless requested.
  public var pictures: [FitPicture] = []

  /// The verdict on a recording.
  public enum Verdict: Hashable, Sendable {
    /// The recording shows the header as its document specifies.
    case behaves
    /// The recording shows the header, but it differs from its document.
    case deviates
    /// The recording does not show the header. The reason is in lower case.
    case noFit(reason: String)
  }

  /// A layer that was not compared.
  public struct LeftOut: Hashable, Sendable {
    /// The layer's name.
    public var layer: String
    /// The reason, in lower case.
    public var reason: String
  }

  /// A frame of the recording.
  public struct Frame: Sendable {
    /// The start of the frame in seconds.
    public var time: Double
    /// The offset in points from rest.
    public var offset: Double
    /// The half width of the 95 % confidence interval of the offset in points, or `nil` if the
    /// picture does not determine the offset.
    public var uncertainty: Double?
    /// The root mean square difference to the header's picture, of channel values in 0...255.
    public var distance: Double
    /// The header's phase, or `nil` if it has none.
    public var phase: String?
    /// The header's memory.
    public var memory: [RememberedValue]
    /// The range of the offsets that explain the frame equally well, in points from rest, such as
    /// those one row period apart in a list. `nil` if no other offset does.
    public var possibleOffsets: ClosedRange<Double>?
    /// Whether the frame shows that a finger drags.
    public var isDragging = false
  }

  /// An event other than a scroll.
  public struct Event: Hashable, Sendable {
    /// The time in seconds, between two frames.
    public var time: Double
    /// The kind of event.
    public var kind: Kind

    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
      /// A tap on a layer. In a list, `row` is the row, counted from 0.
      case tap(layer: String, row: Int?)
      /// An input gets a value.
      case input(RememberedValue)
      /// A finger starts a drag.
      case dragStart
      /// A dragging finger is lifted.
      case dragEnd
      /// The content has come to rest.
      case rest

      /// The input and its value, or `nil` for other events.
      var input: RememberedValue? { if case .input(let value) = self { value } else { nil } }
    }
  }

  /// The frames' offsets and events as a curve. `nil` without frames.
  public var curve: ScrollCurve? { FittedCurve(self).curve(named: "from \(recording)") }

  /// Whether the header behaves as specified.
  public var isGood: Bool { verdict == .behaves }
}

/// A difference of one layer from its header.
public struct Deviation: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// The kind of difference.
  public var kind: Kind
  /// The indices of the frames with this difference.
  public var frames: [Int]
  /// The range of the frames' offsets, in points from rest.
  public var offsets: ClosedRange<Double>
  /// The expected state and the explanation of the recorded one. One line, in lower case.
  public var explanation: String

  /// The kinds of differences.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The layer is at another position.
    case moved
    /// The layer is painted above a layer that should cover it.
    case order
    /// The layer has another size.
    case scaled
    /// The layer is more or less blurred.
    case blur
    /// The layer is missing.
    case absent
    /// The layer differs, but no tried change explains it.
    case unexplained
  }
}
