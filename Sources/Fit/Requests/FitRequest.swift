import FileAccess
public import PortableMath
public import Rendering

/// A recording and the header to compare it with.
public struct FitRequest: Sendable {
  /// The path of a GIF, an animated PNG, a Y4M file or a folder of PNG files, or a video if ffmpeg
  /// is installed. `-` reads standard input.
  public var recording: String
  /// The header with its screen and pictures.
  public var header = SceneRequest()
  /// The frame rate in frames per second. `nil` uses the recording's own times, or 30 for a folder
  /// of pictures.
  public var framesPerSecond: RationalTime?
  /// The rectangle of the whole screen, in pixels of the recording. It may extend beyond a cropped
  /// recording and may be slightly inaccurate. `nil` searches for the screen.
  public var region: PointRect?
  /// The screen points per pixel of the recording. `nil` searches for the scale.
  public var pointsPerPixel: Double?
  /// The constants of the header whose values are fitted.
  public var freeConstants = FreeConstants.none
  /// The names of layers that are not judged and whose pixels are ignored.
  public var ignoredLayers: Set<String> = []
  /// The position tolerance in points.
  public var tolerance = 1.0
  /// Whether the header is judged. `false` finds the offsets only.
  public var judges = true
  /// Whether the report contains pictures, which its HTML page needs.
  public var keepsPictures = false
  /// The maximum number of pictures processed concurrently, at least 1. `nil` uses the processor
  /// count.
  public var jobs: Int?

  /// The maximum number of frames: five minutes at 60 frames per second. It is larger than for a
  /// render because frames are read one at a time.
  private static let maxFrames = 18_000

  /// Creates a request for a recording of the default header.
  public init(recording: String) {
    self.recording = recording
    header.limits.frames = FitRequest.maxFrames
  }
}

/// The constants of a header that are fitted to a recording.
public enum FreeConstants: Hashable, Sendable {
  /// Keeps all constants at the document's values.
  case none
  /// Fits all numeric constants.
  case all
  /// Fits the named constants.
  case named([String])
}
