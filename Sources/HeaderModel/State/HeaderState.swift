/// A header evaluated for one frame: what a painter draws and a trace prints. Exact values in
/// points, before any rounding to device pixels.
public struct HeaderState: Hashable, Sendable {
  /// Seconds; 0 without times.
  public var time: Double
  /// Points from rest, of the last event.
  public var offset: Double
  /// The scroll view's own content offset, in points.
  public var contentOffset: Double
  /// The first phase whose condition holds; nil: none does.
  public var phase: String?
  /// What was remembered, as it is shown at `time`, in the order of the document.
  public var memory: [RememberedValue]
  /// As `memory`, at the ends of the transitions that are under way.
  public var memoryTargets: [RememberedValue]
  /// What else the user or the app did, in the order of the document.
  public var inputs: [RememberedValue]
  /// Whether a transition is under way or a visible layer uses the time: frames go on without events.
  public var isAnimating: Bool
  /// In the order of painting: siblings by z, a layer before the layers in it.
  public var layers: [LayerState]

  /// The layer of that name; nil where the document has none.
  public func layer(_ id: String) -> LayerState? { layers.first { $0.id == id } }
}

/// One entry of a header's memory.
public struct RememberedValue: Hashable, Sendable {
  /// As the document declares it.
  public var name: String
  /// A number or a condition.
  public var value: Value

  /// A number or a condition.
  public enum Value: Hashable, Sendable {
    case number(Double)
    case boolean(Bool)
  }
}
