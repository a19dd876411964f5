public import FileAccess
import HeaderModel
import HeaderScene
public import Rendering
public import Scrolling
import StrictJSON

/// A header's state, event by event.
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
  /// What the header is fed.
  public enum Events: Sendable {
    /// Exactly these offsets, points from rest.
    case offsets([Double])
    /// The events of a curve.
    case curve(CurveSource, EventRate)
  }

  /// Pictures are not needed; a banner given sets the picture that `sourceCrop` speaks of.
  public var header = SceneRequest()
  /// What the header is fed.
  public var events = Events.offsets([])
  /// Every event goes to a new header.
  public var fresh = false
  /// The state before any event comes first.
  public var launch = false
  /// The names of the layers that are told, with those in them; nil: all.
  public var layers: [String]?

  /// No events yet.
  public init() {}

  /// The trace. Fonts are asked for only by a header whose lines depend on its texts' sizes.
  public func run() throws(HeaderKitError) -> HeaderTrace { try run { _ in } }

  /// The same, with a check of the files that are read.
  package func run(
    checking check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> HeaderTrace {
    let resolver = SceneResolver(header)
    let (interpreter, outline, measurer) = try resolver.resolveHeader()
    try check(resolver.files(of: outline))
    let known = interpreter.document.layerNames
    if let unknown = layers?.first(where: { !known.contains($0) }) {
      throw HeaderKitError(
        .usage, subject: .property("layers"), reason: "\(unknown) is no layer of the header",
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

/// Offsets for a trace, as a user writes them.
public enum TraceOffsets {
  /// The most offsets one trace takes, as many as a curve's samples.
  public static let limit = CurveLimits().entries
  /// How far from rest an offset may be, in points.
  public static var range: ClosedRange<Double> { RequestRanges.offset }

  /// `0,40,-5`: points from rest, fed in this order.
  public static func list(_ text: String) throws(HeaderKitError) -> [Double] {
    var offsets: [Double] = []
    for (position, part) in text.split(separator: ",", omittingEmptySubsequences: false)
      .enumerated()
    {
      let written = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      guard let offset = Double(String(written)), offset.isFinite else {
        throw HeaderKitError(
          .usage, subject: .place("offset \(position + 1)"), reason: "\"\(part)\" is not a number",
          remedy: "write points from rest, like 0,40,-5")
      }
      try check(offset)
      offsets.append(offset)
    }
    guard offsets.count <= limit else { throw tooMany }
    return offsets
  }

  /// start, start + step, ... up to and with `end` where a step falls on it.
  public static func range(
    from start: Double, to end: Double, step: Double
  ) throws(HeaderKitError) -> [Double] {
    try check(start)
    try check(end)
    guard step.isFinite, step != 0, start == end || (step > 0) == (end > start) else {
      throw HeaderKitError(
        .usage, reason: "a step of \(step) does not lead from \(start) to \(end)",
        remedy: "give one of the other sign, and not 0")
    }
    // A hair more than the quotient: 0...0.3 in steps of 0.1 has four offsets, not three.
    let steps = (end - start) / step + 1e-9
    guard steps < Double(limit) else { throw tooMany }
    return (0...Int(steps)).map { start + Double($0) * step }
  }

  private static func check(_ offset: Double) throws(HeaderKitError) {
    guard range.contains(offset) else {
      throw HeaderKitError(
        .usage, reason: "offset \(offset) is out of range",
        remedy: "allowed is \(range.lowerBound) to \(range.upperBound) points")
    }
  }

  private static var tooMany: HeaderKitError {
    HeaderKitError(.usage, reason: "more than \(limit) offsets", remedy: "give a larger step")
  }
}
