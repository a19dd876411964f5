public import Files
import HeaderModel
import HeaderScene
import Numerics
public import Scrolling

/// A header's state, event by event.
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

  /// No events yet.
  public init() {}

  /// The trace.
  public func run() throws(HeaderKitError) -> HeaderTrace {
    let fonts = try SceneFonts.installed()
    let (machine, device) = try SceneResolver(header).resolveMachine(fonts: fonts)
    switch events {
    case .offsets(let offsets):
      return HeaderTrace(of: machine, offsets: offsets, fresh: fresh, launch: launch)
    case .curve(let source, let rate):
      let curve = try CurveFile.load(source, limits: header.limits)
      let motion = ScrollMotion(
        curve,
        in: ScrollEnvironment(
          viewportHeight: machine.viewportHeight, largestOffset: machine.largestOffset,
          scale: device.scale))
      let timeline = FrameTimeline(
        duration: motion.duration,
        options: FrameTimeline.Options(
          rate: curve.framesPerSecond ?? ScrollCurve.standardFramesPerSecond))
      return HeaderTrace(
        of: machine, events: motion.events(rate: rate, timeline: timeline), fresh: fresh,
        launch: launch)
    }
  }
}
