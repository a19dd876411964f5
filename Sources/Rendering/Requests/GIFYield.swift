import Files

/// What of a GIF gives way, beside its quality, where it must fit a size.
public enum GIFYield: String, CaseIterable, Hashable, Sendable {
  /// Width and height.
  case scale
  /// Frames a second.
  case fps

  /// The quality below which these give way first.
  public static let leastQuality = 40
}
