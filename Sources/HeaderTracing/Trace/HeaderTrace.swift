public import HeaderModel
package import Scrolling

/// The states of a header after each event of a sequence, as one record per event.
public struct HeaderTrace: Sequence, IteratorProtocol, Sendable {
  private enum Event {
    /// A scroll offset without a time.
    case offset(Double)
    case scroll(ScrollEvent)
  }

  private let atLaunch: HeaderInterpreter
  private let reader: TraceReader?
  private let isInteractive: Bool
  private let fresh: Bool
  private let events: [Event]
  private var header: HeaderInterpreter
  /// The ids of the layers to include. `nil` includes all.
  var layers: [String]?
  /// Whether the next record is the launch state.
  private var isLaunchStatePending: Bool
  private var position = 0

  /// Traces a sequence of offsets in points from rest.
  ///
  /// - Parameters:
  ///   - fresh: Whether every offset is applied to a new header, so that memory does not carry
  ///     over.
  ///   - launch: Whether the state before the first event is included.
  /// - Throws: `EvaluationError` if a state cannot be evaluated.
  package init(
    of header: HeaderInterpreter, offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) throws(EvaluationError) {
    try self.init(header, offsets.map(Event.offset), header.isInteractive, fresh, launch)
  }

  /// Traces the events of a curve.
  ///
  /// - Parameters:
  ///   - isInteractive: Whether the curve has events other than scrolls.
  ///   - fresh: Whether every event is applied to a new header, so that memory does not carry over.
  ///   - launch: Whether the state before the first event is included.
  /// - Throws: `EvaluationError` if a state cannot be evaluated.
  package init(
    of header: HeaderInterpreter, events: [ScrollEvent], isInteractive: Bool = false,
    fresh: Bool = false, launch: Bool = false
  ) throws(EvaluationError) {
    var header = header
    // The launch values that a curve gives for inputs apply to every new header.
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
    self.header = header
    self.events = events
    self.isInteractive = isInteractive
    self.fresh = fresh
    isLaunchStatePending = launch
    // Runs through all events first: a trace that would fail halfway throws here instead.
    var rehearsal = self
    while try rehearsal.record() != nil {}
  }

  /// Returns the next record, or `nil` after the last event.
  public mutating func next() -> TraceRecord? {
    // Cannot throw: `init` has evaluated the same events.
    try? record()
  }

  private mutating func record() throws(EvaluationError) -> TraceRecord? {
    if isLaunchStatePending {
      isLaunchStatePending = false
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

/// A record of a trace: an event and the header's state after it.
public struct TraceRecord: Hashable, Sendable {
  /// The index of the event, from 0. `nil` for the launch state.
  public let index: Int?
  /// The time in seconds from the start of the curve. `nil` if the offsets have no times.
  public let time: Double?
  /// Whether the header or the curve has events other than scrolls. Otherwise events and inputs are
  /// omitted from the output.
  package let isInteractive: Bool
  /// The kind of the event: `scroll`, `input`, `touch`, `tap`, `dragStart`, `dragEnd`, `rest` or
  /// `delay`. `nil` for the launch state, and if only scrolls can occur.
  public let event: String?
  /// The state after the event: the memory and all layers.
  public let state: HeaderState
  /// The additional fields that the document defines.
  package let fields: [TraceField]
  /// The panels of a plot of these fields. If empty, the plot shows the layers that move.
  package let panels: [TracePanel]
  /// The name of the header.
  public let name: String
  /// The name of the header's variant. `nil` if it has no name.
  public let variant: String?
}
