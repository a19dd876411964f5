public import FrameEncoding
public import GIF
import ImageCodecs
public import PortableMath
public import Scrolling

/// An animation to be rendered: a header, a curve, the choice of frames, the outputs.
public struct RenderRequest: Sendable {
  /// The header and its screen.
  public var header = SceneRequest()
  /// How the content is scrolled.
  public var curve = CurveSource.builtIn
  /// Frames per second; nil: the curve's own, else 30.
  public var framesPerSecond: RationalTime?
  /// How often the header is told the offset.
  public var eventRate = EventRate.standard
  /// Seconds of the curve that pass in a second.
  public var speed: RationalTime = 1
  /// Seconds that the first frame is shown longer.
  public var holdFirst: RationalTime = 0
  /// Seconds that the last frame is shown longer.
  public var holdLast: RationalTime = 0
  /// Whether the frames are shown once more backwards.
  public var boomerang = false
  /// The frames that are kept, counted from 0 in the order of showing; nil: all.
  public var frames: ClosedRange<Int>?
  /// Frames painted, and frames of a GIF encoded, at a time, 1...; nil: as many as there are processors.
  public var jobs: Int?
  /// How a GIF is packed.
  public var gif = GIFOptions()
  /// The most bytes that a GIF may have: the quality, at most that of `gif`, or 100 where that is
  /// nil, is lowered until it fits. Nil: as large as it becomes.
  public var maxBytes: Int?
  /// What may give way beside quality where `maxBytes` is small.
  public var reductions: Set<GIFReductionPolicy> = []
  /// Whether GIFs are compared with their source frames, see `GIFReport`.
  public var measuresGIF = false
  /// Where a frame manifest is written beside the outputs; nil: nowhere.
  public var frameManifest: String?
  /// Where the first frame is written as a picture of its own, PNG, JPEG or WebP by its name; nil:
  /// nowhere.
  public var poster: String?
  /// Where an HTML snippet is written that shows the outputs, and the poster where a reader prefers
  /// reduced motion; nil: nowhere.
  public var page: String?
  /// Compression of PNG data, 0...9; nil: that of `PNGOptions.standard`.
  public var pngLevel: Int?
  /// Whether a GIF or an animated PNG records its frames' hashes and times before encoding, so that
  /// comparisons tell changes of frames from the noise of palettes.
  public var frameHashes = true
  /// Whether PNG frames carry the places of their layers, so that comparisons can name what moved.
  public var layers = true

  /// The built-in demo.
  public init() {}
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

  /// The files that are read.
  package var files: [String] {
    if case .file(let path) = self { [path] } else { [] }
  }
}
