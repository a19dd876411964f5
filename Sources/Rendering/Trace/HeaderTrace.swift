import Files
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
