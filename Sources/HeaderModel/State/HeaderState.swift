/// The state of a header for one frame, which the renderer draws and a trace prints. Values are
/// exact and not rounded to device pixels.
public struct HeaderState: Hashable, Sendable {
  /// The time in seconds. 0 if events have no times.
  public var time: Double
  /// The scroll offset of the last event, in points from rest.
  public var offset: Double
  /// The scroll view's content offset, in points.
  public var contentOffset: Double
  /// The first phase whose condition holds, or `nil` if none does.
  public var phase: String?
  /// The memory, with the animated values of transitions in progress, in the order of the document.
  public var memory: [RememberedValue]
  /// The memory, with the end values of transitions in progress, in the order of the document.
  public var memoryTargets: [RememberedValue]
  /// The inputs, in the order of the document.
  public var inputs: [RememberedValue]
  /// Whether a transition is in progress or a visible layer depends on the time. Frames are then
  /// rendered even without events.
  public var isAnimating: Bool
  /// The layers in painting order: siblings by z, a layer before its descendants.
  public var layers: [LayerState]

  /// Returns the layer with an id, or `nil` if the document has no such layer.
  public func layer(_ id: String) -> LayerState? { layers.first { $0.id == id } }
}

/// The value of a memory entry or an input.
public struct RememberedValue: Hashable, Sendable {
  /// The name that the document declares.
  public var name: String
  /// The current value.
  public var value: Value

  /// The value of a memory entry or an input: a number or a condition.
  public enum Value: Hashable, Sendable {
    case number(Double)
    case boolean(Bool)
  }
}
