public import Files
public import HeaderModel
public import HeaderScene
import Numerics
public import Rendering
public import Scrolling

// Headers, their screens, and what they do when the content scrolls.

/// The four scroll systems.
public typealias HeaderStyle = HeaderModel.HeaderStyle

/// Which header is drawn.
public typealias HeaderSource = Rendering.HeaderSource

/// A header as data: layers, constants, expressions of the scroll offset, and what a scroll callback
/// remembers.
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
public typealias ScrollCurve = Scrolling.ScrollCurve

/// What a curve document may hold.
public typealias CurveLimits = Scrolling.CurveLimits

/// When a scroll view reports its offset.
public typealias EventRate = Scrolling.EventRate

/// A header's state, event by event.
public typealias TraceRequest = Rendering.TraceRequest

/// Offsets for a trace, as a user writes them.
public typealias TraceOffsets = Rendering.TraceOffsets

/// One line of a trace: what happened and how the header stands after it.
public typealias TraceRecord = Rendering.TraceRecord

/// Feeds events to a header and keeps what it says, one record an event.
public typealias HeaderTrace = Rendering.HeaderTrace

/// A scroll curve played in the scroll view of a header.
public typealias CurveRequest = Rendering.CurveRequest
