import Files
public import Numerics
public import Scrolling
import StrictJSON

/// Offsets of a curve at moments.
public struct CurveSamples: Hashable, Sendable {
  /// Seconds.
  public let times: [Double]
  /// Points from rest.
  public let offsets: [Double]

  /// At the moments given, or at each tick of `rate` and the curve's end.
  public init(_ motion: ScrollMotion, at times: [Double]?, rate: RationalTime, snaps: Bool) {
    let moments =
      times
      ?? FrameTimeline(
        duration: motion.duration, options: FrameTimeline.Options(rate: rate)
      ).moments
    self.times = moments
    offsets = moments.map { snaps ? motion.reportedOffset(at: $0) : motion.offset(at: $0) }
  }

  /// A line of names, then `time,offset` lines.
  public var csv: String {
    "time,offset\n" + zip(times, offsets).map { "\($0),\($1)\n" }.joined()
  }

  /// An array of pairs, on one line.
  public var json: String {
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
