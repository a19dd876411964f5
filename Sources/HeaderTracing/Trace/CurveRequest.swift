public import FileAccess
import HeaderModel
package import PortableMath
public import Rendering
public import Scrolling
import StrictJSON

/// A request to play a scroll curve in the scroll view of a header.
public struct CurveRequest: Sendable {
  /// The header whose scroll view the curve is played in.
  public var header = SceneRequest()
  /// The scroll curve.
  public var curve = CurveSource.builtIn
  /// The rate of scroll events.
  public var eventRate = EventRate.standard

  /// Creates a request for the built-in swipe in the built-in header `mimic`.
  public init() {}

  /// Plays the curve and returns its motion with a summary.
  /// - Throws: `HeaderKitError` if the header or the curve is invalid or cannot be read.
  public func run() throws(HeaderKitError) -> (motion: ScrollMotion, summary: CurveSummary) {
    try run { _ in }
  }

  /// Plays the curve after calling `check` with the paths of the header's files.
  package func run(
    checking check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> (motion: ScrollMotion, summary: CurveSummary) {
    let resolver = SceneResolver(header)
    let (interpreter, outline, _) = try resolver.resolveHeader(needsPictures: false)
    try check(resolver.files(of: outline))
    let scale = outline.device.scale
    let curve = try CurveFile.load(self.curve, limits: header.limits)
    let options = PlaybackOptions(framesPerSecond: curve.frameRate)
    let (motion, events): (ScrollMotion, [ScrollEvent])
    // Without an explicit header, the targets of the curve's taps and inputs are unknown.
    if curve.isInteractive, !header.hasHeader {
      motion = ScrollMotion(curve, in: ScrollEnvironment(of: interpreter, scale: scale))
      events = motion.events(rate: eventRate, frames: options)
    } else {
      let playback = try CurvePlayback(
        curve, file: self.curve.files.first, under: interpreter, scale: scale, rate: eventRate,
        frames: options)
      motion = playback.motion
      events = playback.events
    }
    return (motion, CurveSummary(curve, motion: motion, events: events, frames: options))
  }

  /// Converts a CSV log to the text of a curve document; see `CurveImport`. `columns` describes the
  /// columns that were read, with their units.
  package static func importLog(
    _ path: String, name: String?, options: CurveImport.Options, limits: RenderLimits
  ) throws(HeaderKitError) -> (text: String, columns: String) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    var entries = CurveLimits()
    entries.entries = limits.samples
    do {
      let (text, columns) = try CurveImport.document(
        fromCSV: bytes, file: InputFile.subject(path), name: name,
        options: options, limits: entries)
      return (text, columns)
    } catch {
      throw HeaderKitError(.badData, reason: MessageText(error.description))
    }
  }
}

/// The offset of a motion at a series of times.
package struct CurveSamples: Hashable, Sendable {
  /// The times in seconds.
  package let times: [Double]
  /// The offsets in points from rest.
  package let offsets: [Double]

  /// Samples a motion at the given times or, if they are `nil`, at each tick of `rate` and at the
  /// end.
  /// - Parameter snaps: Whether offsets are rounded as the scroll view reports them.
  package init(_ motion: ScrollMotion, at times: [Double]?, rate: RationalTime, snaps: Bool) {
    guard let times else {
      let ticks = motion.ticks(rate: rate, snaps: snaps)
      self.times = ticks.map(\.time)
      offsets = ticks.map(\.offset)
      return
    }
    self.times = times
    offsets = times.map { snaps ? motion.reportedOffset(at: $0) : motion.offset(at: $0) }
  }

  package var csv: String { "time,offset\n" + zip(times, offsets).map { "\($0),\($1)\n" }.joined() }

  package var json: String {
    var writer = JSONWriter()
    writer.array { array in
      for (time, offset) in zip(times, offsets) {
        array.array { pair in
          pair.element(.number(time))
          pair.element(.number(offset))
        }
      }
    }
    return writer.text + "\n"
  }
}

extension CurveSummary {
  package var jsonText: String { JSONWriter.object { write(to: &$0) } }
}
