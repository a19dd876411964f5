/// What an output is written as.
public enum OutputForm: String, CaseIterable, Hashable, Sendable {
  /// An animated GIF.
  case gif
  /// An animated PNG.
  case apng
  /// PNG files, one a frame.
  case frames
  /// An animated PNG by its other name, which shows its first frame where animation is not known.
  case png
  /// Uncompressed YUV4MPEG2, for pipes.
  case y4m
}
