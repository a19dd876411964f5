public import HeaderModel
package import Scrolling

/// A header's states after each of some events, one record an event.
public struct HeaderTrace: Sequence, IteratorProtocol, Sendable {
  private enum Event {
    /// Without a time.
    case offset(Double)
    case scroll(ScrollEvent)
  }

  private let atLaunch: HeaderInterpreter
  private let reader: TraceReader?
  private let isInteractive: Bool
  private let fresh: Bool
  private let events: [Event]
  private var header: HeaderInterpreter
  /// The names of those that are told; nil: all.
  var layers: [String]?
  private var owesLaunch: Bool
  private var position = 0

  /// Feeds exactly these offsets, points from rest, in their order.
  ///
  /// `fresh`: every offset goes to a new header, so that none remembers another. `launch`: the state
  /// before any event comes first. Throws where a state cannot be evaluated.
  package init(
    of header: HeaderInterpreter, offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) throws(EvaluationError) {
    try self.init(header, offsets.map(Event.offset), header.isInteractive, fresh, launch)
  }

  /// Feeds the events of a curve; `isInteractive`: curve or header know more than offsets.
  package init(
    of header: HeaderInterpreter, events: [ScrollEvent], isInteractive: Bool = false,
    fresh: Bool = false, launch: Bool = false
  ) throws(EvaluationError) {
    var header = header
    // What a curve says of inputs from the beginning holds for every new header.
    if let first = events.first { try header.launch(first.launch) }
    try self.init(
      header, events.map(Event.scroll), isInteractive || header.isInteractive, fresh, launch)
  }

  private init(
    _ header: HeaderInterpreter, _ events: [Event], _ isInteractive: Bool, _ fresh: Bool,
    _ launch: Bool
  ) throws(EvaluationError) {
    atLaunch = header
    reader = try TraceReader(before: header)
    (self.header, self.events, self.isInteractive) = (header, events, isInteractive)
    self.fresh = fresh
    owesLaunch = launch
    // All of it once beforehand: a trace that cannot be finished is not begun.
    var rehearsal = self
    while try rehearsal.record() != nil {}
  }

  /// The next record, nil after the last event.
  public mutating func next() -> TraceRecord? {
    // The rehearsal has been through the same events.
    try? record()
  }

  private mutating func record() throws(EvaluationError) -> TraceRecord? {
    if owesLaunch {
      owesLaunch = false
      var launch = atLaunch
      return try record(&launch, index: nil, time: nil, event: nil)
    }
    guard position < events.count else { return nil }
    defer { position += 1 }
    if fresh { header = atLaunch }
    switch events[position] {
    case .offset(let offset):
      try header.receive(offset: offset)
      return try record(&header, index: position, time: nil, event: .scroll)
    case .scroll(let event):
      try header.receive(event)
      return try record(&header, index: position, time: event.time, event: event.kind)
    }
  }

  private func record(
    _ header: inout HeaderInterpreter, index: Int?, time: Double?, event: ScrollEvent.Kind?
  ) throws(EvaluationError) -> TraceRecord {
    var state = try header.state(rows: false)
    let fields = try reader?.fields(of: &header, state) ?? []
    if let layers { state.layers.removeAll { !layers.contains($0.id) } }
    return TraceRecord(
      index: index, time: time, isInteractive: isInteractive,
      event: isInteractive ? event?.name : nil, state: state,
      fields: fields, panels: layers == nil ? reader?.panels ?? [] : [],
      name: header.document.name, variant: header.document.variant)
  }
}

/// One line of a trace: what happened and how the header stands after it.
public struct TraceRecord: Hashable, Sendable {
  /// Which event it was, counted from 0; nil for the launch state, which no event made.
  public let index: Int?
  /// Seconds from the start of the curve; nil if the offsets were given without times.
  public let time: Double?
  /// Whether header or curve know more than offsets: only then are events and inputs told.
  package let isInteractive: Bool
  /// `scroll`, `input`, `tap`, `dragStart`, `dragEnd` or `rest`; nil for the launch state, and where
  /// nothing but scrolls can happen.
  public let event: String?
  /// After the event: what is remembered, and every layer.
  public let state: HeaderState
  /// What the document wants told beside them.
  package let fields: [TraceField]
  /// What a plot of these fields shows; empty: what moves of the layers.
  package let panels: [TracePanel]
  /// The header's own.
  public let name: String
  /// Which of the header's variants it is; nil: one without a name.
  public let variant: String?
}
