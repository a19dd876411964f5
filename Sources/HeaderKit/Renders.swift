public import FileAccess
public import FrameEncoding
public import GIF
public import HeaderStills
public import Rendering
public import Scrolling

// Animations, stills and sheets: what is asked for and what comes of it.

/// Renders animations: from a request to complete files.
///
/// ```swift
/// var request = RenderRequest()
/// request.header.style = .named("stretch")
/// request.header.device = "iphone-se"
/// request.header.scale = 1
/// request.playback.framesPerSecond = 20
/// request.playback.frames = 0...3
/// let outcome = try await Renderer(request).render(
///   to: [try OutputTarget(folder + "/capture.gif")])
/// print(outcome.frames, "frames,", outcome.outputs.map(\.bytes), "bytes")
/// ```
public typealias Renderer = Rendering.Renderer

/// An animation to be rendered: a header, a curve, the choice of frames, the outputs.
public typealias RenderRequest = Rendering.RenderRequest

/// What came of a render.
public typealias RenderOutcome = FrameEncoding.RenderOutcome

/// Paints single pictures of a header.
///
/// ```swift
/// var request = StillRequest()
/// request.header.style = .named("contacts")
/// request.header.scale = 1
/// request.moment = .offsets([40, 80])
/// let (picture, warnings) = try StillRenderer(request).render()
/// print(picture.size.width, "x", picture.size.height, warnings)
/// ```
public typealias StillRenderer = HeaderStills.StillRenderer

/// One picture of a header.
public typealias StillRequest = HeaderStills.StillRequest

/// Paints contact sheets.
///
/// ```swift
/// var request = SheetRequest()
/// request.styles = [.named("mimic"), .named("x-profile")]
/// request.themes = [.dark]
/// request.offsets = [0, 80]
/// request.cellWidth = 60
/// let sheet = try SheetRenderer(request).render().picture
/// ```
public typealias SheetRenderer = HeaderStills.SheetRenderer

/// A contact sheet: one row for each combination of styles, themes and devices, one column for each
/// offset.
public typealias SheetRequest = HeaderStills.SheetRequest

/// Frames that a user already has, to be encoded.
public typealias EncodeRequest = FrameEncoding.EncodeRequest

/// Encodes frames that a user already has through the encoders of renders.
///
/// ```swift
/// var request = EncodeRequest()
/// request.inputs = [folder + "/red.png", folder + "/green.png"]
/// request.playback.framesPerSecond = 10
/// request.encoding.gif.quality = 90
/// let outcome = try FrameSequenceEncoder(request).encode(
///   to: [try OutputTarget(folder + "/colours.gif")])
/// ```
public typealias FrameSequenceEncoder = FrameEncoding.FrameSequenceEncoder

/// How fast frames follow each other, which are shown, and how they are repeated.
public typealias PlaybackOptions = Scrolling.PlaybackOptions

/// How frames are encoded; each format takes what it knows.
public typealias EncodingOptions = FrameEncoding.EncodingOptions

/// Which header is to be drawn on which screen: what a user says; what is nil or empty is taken
/// from the scene document, then from the style.
public typealias SceneRequest = Rendering.SceneRequest

/// Where a banner or an avatar comes from.
public typealias PictureSource = Rendering.PictureSource

/// Where a scroll curve comes from.
public typealias CurveSource = Rendering.CurveSource

/// Which part of the screen is shown, how large, and what surrounds it.
public typealias SceneFraming = Rendering.SceneFraming

/// The frames of a render one after the other, for whoever wants no file.
public typealias RenderedFrames = Rendering.RenderedFrames

/// A destination of one's own for the frames of a render: an encoder, a view, a connection.
///
/// ```swift
/// final class Clock: FrameSink {
///   var seconds = 0.0
///   func begin(size: PixelSize, duration: RationalTime) {}
///   func append(_ frame: AnimationFrame) { seconds += frame.duration.seconds }
///   func finish() { print(seconds, "s") }
/// }
/// ```
public typealias FrameSink = Rendering.FrameSink

/// What a request may cost; each refusal names the property that raises its limit.
public typealias RenderLimits = FileAccess.RenderLimits

/// What of a GIF gives way, beside its quality, where it must fit a size.
public typealias GIFReductionPolicy = FrameEncoding.GIFReductionPolicy

/// Where an animation goes, and as what.
public typealias OutputTarget = FileAccess.OutputTarget

/// What an output is written as.
public typealias OutputFormat = FileAccess.OutputFormat

/// Why a request was not carried out.
public typealias HeaderKitError = FileAccess.HeaderKitError

/// A part of an error's words, with the request properties it speaks of kept apart.
public typealias MessageText = FileAccess.MessageText

/// A property of a request that an error speaks of.
public typealias RequestProperty = FileAccess.RequestProperty

/// This renderer.
public typealias Engine = Rendering.Engine

/// What a GIF became whose quality was searched or measured.
public typealias GIFReport = FrameEncoding.GIFReport

/// How close an animation comes to the frames it was made of.
public typealias Fidelity = FrameEncoding.Fidelity

/// Where the bytes of a GIF went.
public typealias GIFByteCounts = GIF.GIFByteCounts

/// What a render took.
public typealias RenderCost = FrameEncoding.RenderCost

/// What one stage of a render took.
public typealias StageCost = FrameEncoding.StageCost

/// The stages of a render, in the order of the data's way.
public typealias RenderStage = FrameEncoding.RenderStage

/// How a picture is packed in its file.
public typealias PicturePacking = FrameEncoding.PicturePacking
