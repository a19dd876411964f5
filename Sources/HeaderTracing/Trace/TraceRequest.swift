public import FileAccess
import HeaderModel
import HeaderScene
public import Rendering
public import Scrolling
import StrictJSON

/// A request for a trace: the state of a header after each event.
///
/// ```swift
/// var request = TraceRequest()
/// request.header.style = .named("large-title")
/// request.events = .offsets([0, 40, 80])
/// for record in try request.run() {
///   print(record.state.offset, record.state.layers.map(\.id))
/// }
/// ```
public struct TraceRequest: Sendable {
  /// The events to apply to the header.
  public enum Events: Sendable {
    /// A sequence of offsets in points from rest.
    case offsets([Double])
    /// The events of a curve, with scroll events at this rate.
    case curve(CurveSource, EventRate)
  }

  /// The header. Pictures are optional; if a banner is given, its size determines `sourceCrop`.
  public var header = SceneRequest()
  /// The events to apply to the header.
  public var events = Events.offsets([])
  /// Whether every event is applied to a new header, so that memory does not carry over.
  public var fresh = false
  /// Whether the trace starts with the state before the first event.
  public var launch = false
  /// The ids of the layers to include. `nil` includes all.
  public var layers: [String]?

  /// Creates a request without events.
  public init() {}

  /// Runs the trace. Fonts are loaded only if the output depends on the sizes of texts.
  /// - Throws: `HeaderKitError` if the request is invalid, an input cannot be read, or a state
  ///   cannot be evaluated.
  public func run() throws(HeaderKitError) -> HeaderTrace { try run { _ in } }

  /// Runs the trace after calling `check` with the paths of the header's files.
  package func run(
    checking check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> HeaderTrace {
    let resolver = SceneResolver(header)
    let (interpreter, outline, measurer) = try resolver.resolveHeader()
    try check(resolver.files(of: outline))
    let known = interpreter.document.layerNames
    if let unknown = layers?.first(where: { !known.contains($0) }) {
      throw HeaderKitError(
        .usage, subject: .property("layers"), reason: "unknown layer \(unknown)",
        remedy: MessageText(NearestName(to: unknown, among: known).remedy))
    }
    var trace: HeaderTrace
    switch events {
    case .offsets(let offsets):
      trace = try HeaderKitError.evaluating(
        HeaderTrace(of: interpreter, offsets: offsets, fresh: fresh, launch: launch))
    case .curve(let source, let rate):
      let playback = try CurvePlayback(
        source, under: interpreter, scale: outline.device.scale, rate: rate, limits: header.limits)
      trace = try HeaderKitError.evaluating(
        HeaderTrace(
          of: interpreter, events: playback.events, isInteractive: playback.isInteractive,
          fresh: fresh, launch: launch))
    }
    try HeaderKitError.composing(measurer.check())
    trace.layers = layers
    return trace
  }
}

/// Parses and generates offsets for a trace.
public enum TraceOffsets {
  /// The maximum number of offsets in a trace, which equals that of a curve's samples.
  public static let limit = CurveLimits().entries
  /// The allowed offsets, in points from rest.
  public static var range: ClosedRange<Double> { RequestRanges.offset }

  /// Parses comma-separated offsets in points from rest, such as `0,40,-5`.
  /// - Throws: `HeaderKitError` if an element is not a number or out of range, or if there are too
  ///   many.
  public static func list(_ text: String) throws(HeaderKitError) -> [Double] {
    var offsets: [Double] = []
    for (position, part) in text.split(separator: ",", omittingEmptySubsequences: false)
      .enumerated()
    {
      let written = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      guard let offset = Double(String(written)), offset.isFinite else {
        throw HeaderKitError(
          .usage, subject: .location("offset \(position + 1)"),
          reason: "\"\(part)\" is not a number",
          remedy: "write points from rest, for example 0,40,-5")
      }
      try check(offset)
      offsets.append(offset)
    }
    guard offsets.count <= limit else { throw tooMany }
    return offsets
  }

  /// Returns start, start + step, and so on, including `end` if a step reaches it.
  /// - Throws: `HeaderKitError` if a bound is out of range, if the step is 0 or has the wrong sign,
  ///   or if there are too many offsets.
  public static func range(
    from start: Double, to end: Double, step: Double
  ) throws(HeaderKitError) -> [Double] {
    try check(start)
    try check(end)
    guard step.isFinite, step != 0, start == end || (step > 0) == (end > start) else {
      throw HeaderKitError(
        .usage,
        reason: "a step of \(RequestRanges.text(step)) does not lead from "
          + "\(RequestRanges.text(start)) to \(RequestRanges.text(end))",
        remedy: "give a nonzero step with the other sign")
    }
    // The tolerance allows for rounding errors: 0...0.3 in steps of 0.1 has four offsets, not
    // three.
    let steps = (end - start) / step + 1e-9
    guard steps < Double(limit) else { throw tooMany }
    return (0...Int(steps)).map { start + Double($0) * step }
  }

  private static func check(_ offset: Double) throws(HeaderKitError) {
    guard range.contains(offset) else {
      throw HeaderKitError(
        .usage, reason: "offset \(RequestRanges.text(offset)) is out of range",
        remedy: "give \(RequestRanges.text(range)) points")
    }
  }

  private static var tooMany: HeaderKitError {
    HeaderKitError(.usage, reason: "more than \(limit) offsets", remedy: "give a larger step")
  }
}
