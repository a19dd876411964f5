public import StrictJSON
public import FileAccess
public import HeaderModel
public import HeaderScene
public import PortableMath
public import Rendering
public import Scrolling
public import HeaderTracing

// Headers, their screens, and what they do when the content scrolls.

/// The four scroll systems.
public typealias HeaderStyle = HeaderModel.HeaderStyle

/// Which header is drawn.
public typealias HeaderSource = Rendering.HeaderSource

/// A header as data: layers, constants, expressions of the scroll offset, and what a scroll callback
/// remembers.
///
/// ```swift
/// var document = try HeaderDocument.builtIn("thinkandbuild")
/// try document.set(constant: "stop", to: 46)
/// var request = StillRequest()
/// request.header.style = .document(document)
/// request.header.scale = 1
/// request.moment = .offsets([100])
/// let picture = try StillRenderer(request).render().picture
/// ```
public typealias HeaderDocument = HeaderModel.HeaderDocument

/// A header whose document is part of the program.
public typealias BuiltInHeader = HeaderModel.BuiltInHeader

/// Why a constant, text, colour or image of a header document could not be set so.
public typealias DocumentSettingError = HeaderModel.DocumentSettingError

extension HeaderDocument {
  /// Reads the document in a file; `-` is standard input. Its images are looked for in the current
  /// folder; `HeaderSource.file` looks for them beside the document.
  public static func load(
    _ path: String, limits: RenderLimits = RenderLimits()
  ) throws(HeaderKitError) -> HeaderDocument {
    try HeaderDocument(path: path, limits: limits)
  }
}

/// The revisions and arrangements of a style; each style's first listed one is its default.
public typealias HeaderVariant = HeaderModel.HeaderVariant

/// A screen: its size in points, its device pixels per point, and what the system keeps clear.
public typealias Device = HeaderModel.Device

/// The system's two appearances.
public typealias SceneTheme = HeaderScene.SceneTheme

/// A scroll curve document: the recording, or the script, of a finger on a scroll view.
///
/// ```swift
/// let curve = ScrollCurve(
///   course: .gestures(
///     [
///       .hold(duration: 0.3),
///       .drag(by: 220, duration: 0.25, easing: .linear),
///       .release(velocity: nil, until: nil),
///     ], ScrollPhysics()))
/// var request = CurveRequest()
/// request.curve = .curve(curve)
/// let (motion, summary) = try request.run()
/// print(summary.frames, "frames; at 0.5 s", motion.reportedOffset(at: 0.5), "pt")
/// ```
public typealias ScrollCurve = Scrolling.ScrollCurve

/// What a curve document may hold.
public typealias CurveLimits = Scrolling.CurveLimits

/// When a scroll view reports its offset.
public typealias EventRate = Scrolling.EventRate

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
public typealias TraceRequest = HeaderTracing.TraceRequest

/// Offsets for a trace, as a user writes them.
public typealias TraceOffsets = HeaderTracing.TraceOffsets

/// One line of a trace: what happened and how the header stands after it.
public typealias TraceRecord = HeaderTracing.TraceRecord

/// Feeds events to a header and keeps what it says, one record an event.
public typealias HeaderTrace = HeaderTracing.HeaderTrace

/// A scroll curve played in the scroll view of a header.
public typealias CurveRequest = HeaderTracing.CurveRequest

/// A colour in sRGB, 8 bits a channel, not premultiplied.
public typealias DocumentColor = HeaderModel.DocumentColor

/// A header evaluated for one frame: what a painter draws and a trace prints. Exact values in
/// points, before any rounding to device pixels.
public typealias DocumentState = HeaderModel.DocumentState

/// One layer, evaluated for one frame. Invisible layers are evaluated like all others.
public typealias LayerState = HeaderModel.LayerState

/// One entry of a header's memory.
public typealias RememberedValue = HeaderModel.RememberedValue

/// What a curve does when it is played, for people and for `--json`.
public typealias CurveSummary = Scrolling.CurveSummary

/// A curve played in one scene: the offset at every moment.
public typealias ScrollMotion = Scrolling.ScrollMotion

/// What is wrong with a JSON text, and where: `swipe.json:7:13: keyframes[3].time: ...`.
public typealias JSONError = StrictJSON.JSONError

/// One entry of a gesture list. Offsets in points from rest, times in seconds.
public typealias Gesture = Scrolling.Gesture

/// The constants of the scroll view that gestures are played in.
public typealias ScrollPhysics = Scrolling.ScrollPhysics

/// An offset at a moment, and how the curve goes on from there.
public typealias Keyframe = Scrolling.Keyframe

/// Offsets at moments, as a device recorded them.
public typealias SampleTrack = Scrolling.SampleTrack

/// How progress runs between two keyframes, as in CSS.
public typealias Easing = PortableMath.Easing

/// A cubic Bézier easing, `cubic-bezier(x1, y1, x2, y2)`.
public typealias CubicBezier = PortableMath.CubicBezier

/// A stepwise easing, `steps(n, position)`.
public typealias StepEasing = PortableMath.StepEasing

/// A piecewise linear easing, `linear(...)`.
public typealias LinearEasing = PortableMath.LinearEasing

/// The easing of a damped spring.
public typealias SpringEasing = PortableMath.SpringEasing

/// What a screen's glass leaves out at the top, centred: a notch, an island or a camera's hole.
public typealias ScreenCutout = HeaderModel.ScreenCutout

/// A curve that is part of the program.
public typealias NamedCurve = Scrolling.NamedCurve

/// What a finger taps in a list of gestures.
public typealias TapPlace = Scrolling.TapPlace

/// What a curve says of a header's inputs.
public typealias CurveInputs = Scrolling.CurveInputs

/// What a curve says of one input over time.
public typealias InputTrack = Scrolling.InputTrack

/// What an input of a header is set to.
public typealias InputValue = HeaderModel.InputValue
