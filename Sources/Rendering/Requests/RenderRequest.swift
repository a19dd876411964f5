public import FrameEncoding
public import HeaderScene
public import Scrolling

/// A request to render an animation: the header, the curve, the choice of frames and the outputs.
public struct RenderRequest: Sendable {
  /// The header and its screen.
  public var header = SceneRequest()
  /// The scroll curve.
  public var curve = CurveSource.builtIn
  /// The frame rate, the speed, the holds and the range of frames. The range counts frames after
  /// repetition and reversal.
  public var playback = PlaybackOptions()
  /// The times of the frames, so that they can be laid over a recording: a curve of samples or
  /// keyframes, or the output of `fit --json`. The last time ends the last frame. `nil` uses the
  /// frame rate of `playback`.
  public var frameTimes: CurveSource?
  /// The rate of the scroll events that the header receives.
  public var eventRate = EventRate.standard
  /// The number of frames painted, and of GIF frames encoded, concurrently. Must be at least 1.
  /// `nil` uses the processor count.
  public var jobs: Int?
  /// The encoding options of the outputs.
  public var encoding = EncodingOptions()
  /// The path of the frame manifest, or `nil` to write none.
  public var frameManifest: String?
  /// The path of a still of the first frame, or `nil` to write none. Its extension selects PNG,
  /// JPEG or WebP.
  public var poster: String?
  /// The path of a snippet that shows the outputs, or `nil` to write none. It shows the poster if
  /// the reader prefers reduced motion.
  public var snippet: String?
  /// The kind of page that the snippet is for. `nil` writes HTML without the `loading` attribute.
  public var pageKind: PageKind?
  /// The URL of the files' folder in the snippet, or `nil` if they are in the folder of the snippet.
  public var baseURL: String?
  /// A second appearance, which the snippet shows to readers whose system prefers it. Requires
  /// `header.theme` and `snippet`. Its files are named after it: `hero-dark.gif` in addition to
  /// `hero.gif`.
  public var secondTheme: SceneTheme?
  /// The text alternative in the snippet. `nil` generates a sentence about the header and its
  /// motion.
  public var alternativeText: String?
  /// Whether PNG frames record the frames of their layers, so that a comparison can name the layers
  /// that moved.
  public var recordsLayers = true

  /// Creates a request for the built-in demo.
  public init() {}
}

extension RenderRequest {
  /// The paths of the curve and of the frame times that are read from files.
  var files: [String] { curve.files + (frameTimes?.files ?? []) }

  /// The themes of the appearances: one, or two for a page. `nil` uses the style's own.
  package var themes: [SceneTheme]? {
    get { header.theme.map { [$0] + (secondTheme.map { [$0] } ?? []) } }
    set {
      header.theme = newValue?.first
      secondTheme = newValue?.dropFirst().first
    }
  }
}

/// The source of a scroll curve.
public enum CurveSource: Sendable {
  /// The demo's swipe.
  case builtIn
  /// The path of a curve document; `-` is standard input.
  case file(String)
  /// A curve in memory.
  case curve(ScrollCurve)

  /// Creates a source from the text of an option: the name of a built-in swipe, else the path of a
  /// curve document.
  public init(_ text: String) {
    if let swipe = NamedCurve(rawValue: text), let curve = try? swipe.curve() {
      self = .curve(curve)
    } else {
      self = .file(text)
    }
  }

  package var files: [String] { if case .file(let path) = self { [path] } else { [] } }
}
