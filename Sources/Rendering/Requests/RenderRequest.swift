public import FrameEncoding
public import HeaderScene
public import Scrolling

/// An animation to be rendered: a header, a curve, the choice of frames, the outputs.
public struct RenderRequest: Sendable {
  /// The header and its screen.
  public var header = SceneRequest()
  /// How the content is scrolled.
  public var curve = CurveSource.builtIn
  /// The frames of the curve; those that are kept are counted as they are shown.
  public var playback = PlaybackOptions()
  /// A curve of samples or keyframes, or what `fit --json` prints, at whose times frames stand, so that they can be laid
  /// over a recording; the last time ends the last frame. Nil: `playback` says when.
  public var frameTimes: CurveSource?
  /// How often the header is told the offset.
  public var eventRate = EventRate.standard
  /// Frames painted, and frames of a GIF encoded, at a time, 1...; nil: as many as there are processors.
  public var jobs: Int?
  /// How the outputs are encoded.
  public var encoding = EncodingOptions()
  /// Where a frame manifest is written beside the outputs; nil: nowhere.
  public var frameManifest: String?
  /// Where the first frame is written as a picture of its own, PNG, JPEG or WebP by its name; nil:
  /// nowhere.
  public var poster: String?
  /// Where an HTML snippet is written that shows the outputs, and the poster where a reader prefers
  /// reduced motion; nil: nowhere.
  public var page: String?
  /// Where the snippet is pasted; nil: on a page of HTML, without a word about loading.
  public var place: PagePlace?
  /// What the addresses of the snippet begin with, a folder's; nil: the files lie beside it.
  public var base: String?
  /// A second appearance, which the snippet shows to readers whose systems have it; needs
  /// `header.theme` and `page`. Its files have its name: `hero-dark.gif` beside `hero.gif`.
  public var secondTheme: SceneTheme?
  /// What the snippet says where the animation is not seen; nil: whose header it is and how it is
  /// scrolled.
  public var alternative: String?
  /// Whether PNG frames carry the places of their layers, so that comparisons can name what moved.
  public var layers = true

  /// The built-in demo.
  public init() {}
}

extension RenderRequest {
  /// The curve's file and that of the frames' times.
  var files: [String] { curve.files + (frameTimes?.files ?? []) }

  /// One appearance, or two for a page.
  var themes: [SceneTheme]? {
    get { header.theme.map { [$0] + (secondTheme.map { [$0] } ?? []) } }
    set {
      header.theme = newValue?.first
      secondTheme = newValue?.dropFirst().first
    }
  }
}

/// Where a scroll curve comes from.
public enum CurveSource: Sendable {
  /// The demo's swipe.
  case builtIn
  /// A curve document; `-` is standard input.
  case file(String)
  case curve(ScrollCurve)

  /// As a user names it: a swipe that has a name, else the path of a curve document.
  public init(_ text: String) {
    if let swipe = NamedCurve(rawValue: text), let curve = try? swipe.curve() {
      self = .curve(curve)
    } else {
      self = .file(text)
    }
  }

  package var files: [String] { if case .file(let path) = self { [path] } else { [] } }
}
