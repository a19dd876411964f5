public import Files
import HeaderModel
import HeaderScene
import Numerics
public import Scrolling

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
    let fonts = try SceneFonts.installed()
    let (machine, device) = try SceneResolver(header).resolveMachine(fonts: fonts)
    let curve = try CurveFile.load(curve, limits: header.limits)
    let environment = ScrollEnvironment(
      viewportHeight: machine.viewportHeight, largestOffset: machine.largestOffset,
      scale: device.scale)
    let options = FrameTimeline.Options(
      rate: curve.framesPerSecond ?? ScrollCurve.standardFramesPerSecond)
    return (
      ScrollMotion(curve, in: environment),
      CurveSummary(curve, in: environment, frames: options, rate: eventRate)
    )
  }

  /// A CSV log as the text of a curve document; see `CurveImport`.
  public static func importLog(
    _ path: String, name: String?, restOffset: Double, limits: RenderLimits
  ) throws(HeaderKitError) -> String {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    var entries = CurveLimits()
    entries.entries = limits.samples
    do {
      return try CurveImport.document(
        fromCSV: bytes, file: path == "-" ? "standard input" : path, name: name,
        restOffset: restOffset, limits: entries)
    } catch {
      throw HeaderKitError(.badData, reason: error.description)
    }
  }
}
