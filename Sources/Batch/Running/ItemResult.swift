import Comparison
public import Files
import Rendering

/// What became of an item.
public struct ItemResult: Hashable, Sendable {
  /// How it ended.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Painted and written.
    case rendered
    /// Taken from the cache.
    case cached
    /// Not written; `error` says why.
    case failed
    /// Not finished when the batch was interrupted.
    case dropped
  }

  /// An output as it was written.
  public struct Output: Hashable, Sendable {
    /// Relative to the output folder.
    public var path: String
    /// Of all frames together, where there are several files.
    public var bytes: Int
    /// Of those bytes.
    public var digest: ContentDigest
  }

  /// As in the manifest.
  public var id: String
  /// How it ended.
  public var state: State
  /// Of each output.
  public var frames: Int
  /// Of an item that is done; in the order of the manifest.
  public var outputs: [Output] = []
  /// Of a failed item.
  public var error: HeaderKitError?
  /// What a user should know.
  public var warnings: [String] = []
  /// Spent on the item.
  public var seconds = 0.0

  /// Whether its outputs are there.
  public var isDone: Bool { state == .rendered || state == .cached }
}

extension HeaderKitError.Code {
  /// Whether the same may succeed later: a full disk, too little memory, an interruption.
  public var isTransient: Bool { self == .writeFailed || self == .tryAgain }
}
