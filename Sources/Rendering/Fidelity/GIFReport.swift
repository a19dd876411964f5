import Files
public import GIF
import ImageCodecs

/// What a GIF became whose quality was searched or measured.
public struct GIFReport: Hashable, Sendable {
  /// As asked for or found; nil for a lossless one.
  public let quality: Int?
  /// 1...9
  public let effort: Int
  /// Pixels across; less than the frames' where the size gave way.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Frames that were taken for the file, equal neighbours counted as one.
  public let keptFrames: Int
  /// Bytes by cause.
  public let bytes: GIFByteCounts
  /// Nil unless it was asked for.
  public let fidelity: Fidelity?
}
