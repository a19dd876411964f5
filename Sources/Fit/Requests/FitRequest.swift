import FileAccess
public import PortableMath
public import Rendering

/// A recording, and the header that it is held against.
public struct FitRequest: Sendable {
  /// A GIF, an animated PNG, a Y4M file or a folder of PNG files; where ffmpeg is installed, a video
  /// too; `-`: standard input.
  public var recording: String
  /// The header, its screen and its pictures.
  public var header = SceneRequest()
  /// Frames a second; nil: the recording's own times, 30 for pictures.
  public var framesPerSecond: RationalTime?
  /// Where the recording shows the whole screen, in its pixels; the rectangle may go beyond the
  /// recording where that is cut, and miss the screen's edges a little. Nil: it is looked for.
  public var region: PointRect?
  /// Points of the screen per pixel of the recording; nil: it is looked for.
  public var pointsPerPixel: Double?
  /// Constants of the header whose values are looked for.
  public var freeConstants = FreeConstants.none
  /// Layers of the document, by name, that are not judged and whose pixels do not count.
  public var ignoredLayers: Set<String> = []
  /// By how much, in points, a layer may stand elsewhere than the header has it.
  public var tolerance = 1.0
  /// Whether the header is judged, beside its offsets.
  public var judges = true
  /// Whether the report holds pictures, for its page.
  public var keepsPictures = false
  /// Pictures worked on at a time, 1...; nil: as many as there are processors.
  public var jobs: Int?

  /// Frames are read one by one: more than of a render, five minutes of 60 a second.
  private static let mostFrames = 18_000

  /// A recording of mimic.
  public init(recording: String) {
    self.recording = recording
    header.limits.frames = FitRequest.mostFrames
  }
}

/// Which constants of a header are looked for in a recording.
public enum FreeConstants: Hashable, Sendable {
  /// All stay as the document has them.
  case none
  /// All that are numbers.
  case all
  /// Those of these names.
  case named([String])
}
