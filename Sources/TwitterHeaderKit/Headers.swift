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
