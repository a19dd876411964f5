public import HeaderModel
import Numerics
public import Scrolling

/// Feeds events to a header and keeps what it says, one record an event.
public struct HeaderTrace: Sequence, IteratorProtocol, Sendable {
  /// An offset and, where there is a curve behind it, its time.
  private struct Event {
    var time: Double?
    var offset: Double
  }

  private let atLaunch: HeaderMachine
  private let fresh: Bool
  private let events: [Event]
  private var machine: HeaderMachine
  private var owesLaunch: Bool
  private var position = 0

  /// Feeds exactly these offsets, points from rest, in their order.
  ///
  /// `fresh`: every one to a new machine, so that none remembers another. `launch`: the state before
  /// any event comes first.
  public init(
    of machine: HeaderMachine, offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) {
    self.init(machine, offsets.map { Event(time: nil, offset: $0) }, fresh, launch)
  }

  /// Feeds the events of a curve.
  public init(
    of machine: HeaderMachine, events: [ScrollEvent], fresh: Bool = false, launch: Bool = false
  ) {
    self.init(machine, events.map { Event(time: $0.time, offset: $0.offset) }, fresh, launch)
  }

  private init(_ machine: HeaderMachine, _ events: [Event], _ fresh: Bool, _ launch: Bool) {
    atLaunch = machine
    self.machine = machine
    self.events = events
    self.fresh = fresh
    owesLaunch = launch
  }

  /// The next record, nil after the last event.
  public mutating func next() -> TraceRecord? {
    if owesLaunch {
      owesLaunch = false
      return TraceRecord(index: nil, time: nil, state: atLaunch.state)
    }
    guard position < events.count else { return nil }
    defer { position += 1 }
    if fresh { machine = atLaunch }
    let event = events[position]
    return TraceRecord(
      index: position, time: event.time, state: machine.receive(offset: event.offset))
  }
}

/// One line of a trace: what happened and how the header stands after it.
public struct TraceRecord: Hashable, Sendable {
  /// Which event it was, counted from 0; nil for the launch state, which no event made.
  public var index: Int?
  /// Seconds from the start of the curve; nil if the offsets were given without times.
  public var time: Double?
  /// After the event.
  public var state: HeaderState

  /// A line from its three parts.
  public init(index: Int?, time: Double?, state: HeaderState) {
    self.index = index
    self.time = time
    self.state = state
  }
}

/// A blur taken apart into what a trace tells of it.
struct BlurParts {
  /// `none`, `crossfade`, `ladder`, or `systemLight` (mimic's older revisions).
  var kind: String
  /// Opacity of the blurred picture over the sharp one, 0...1.
  var alpha: Double?
  /// Step of the ladder.
  var step: Int?
  /// Points.
  var radius: Double?

  init(_ blur: HeaderState.Blur) {
    switch blur {
    case .none:
      kind = "none"
    case .systemLight:
      kind = "systemLight"
    case .crossfade(let alpha):
      kind = "crossfade"
      self.alpha = alpha
    case .ladder(let step, let radius):
      kind = "ladder"
      self.step = step
      self.radius = radius
    }
  }
}
