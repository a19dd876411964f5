public import FileAccess
import HeaderModel
package import PortableMath
public import Rendering
public import Scrolling
import StrictJSON

/// A scroll curve played in the scroll view of a header.
public struct CurveRequest: Sendable {
  /// The header in whose scroll view the curve is played.
  public var header = SceneRequest()
  /// The curve.
  public var curve = CurveSource.builtIn
  /// How often the header is told the offset.
  public var eventRate = EventRate.standard

  /// The demo's swipe in the demo's header.
  public init() {}

  /// The curve as it moves there, and what it does.
  public func run() throws(HeaderKitError) -> (motion: ScrollMotion, summary: CurveSummary) {
    try run { _ in }
  }

  /// The same, with a check of the files that the header is made of.
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
    // Without a header of its own, nobody knows what a curve's taps and inputs are meant for.
    if curve.isInteractive, !header.namesHeader {
      motion = ScrollMotion(curve, in: ScrollEnvironment(of: interpreter, scale: scale))
      events = motion.events(rate: eventRate, frames: options)
    } else {
      let playback = try CurvePlayback(
        curve, file: self.curve.files.first, under: interpreter, scale: scale, rate: eventRate,
        frames: options)
      (motion, events) = (playback.motion, playback.events)
    }
    return (motion, CurveSummary(curve, motion: motion, events: events, frames: options))
  }

  /// A CSV log as the text of a curve document; see `CurveImport`.
  package static func importLog(
    _ path: String, name: String?, options: CurveImport.Options, limits: RenderLimits
  ) throws(HeaderKitError) -> (text: String, taken: String) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    var entries = CurveLimits()
    entries.entries = limits.samples
    do {
      return try CurveImport.document(
        fromCSV: bytes, file: InputFile.subject(path), name: name,
        options: options, limits: entries)
    } catch {
      throw HeaderKitError(.badData, reason: MessageText(error.description))
    }
  }
}

package struct CurveSamples: Hashable, Sendable {
  /// Seconds.
  package let times: [Double]
  /// Points from rest.
  package let offsets: [Double]

  /// At the moments given, or at each tick of `rate` and the curve's end.
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
