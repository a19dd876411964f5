public import FileAccess
import PortableMath

/// The result of an item.
public struct ItemResult: Hashable, Sendable {
  /// The state of an item.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Painted and written.
    case rendered
    /// Copied from the cache.
    case cached
    /// Not written. `error` has the reason.
    case failed
    /// Not finished when the batch was interrupted.
    case dropped
  }

  /// A written output.
  public struct Output: Hashable, Sendable {
    /// The path relative to the output folder.
    public var path: String
    /// The size in bytes. For frames, the total of all files.
    public var bytes: Int
    /// The digest of these bytes.
    public var digest: ContentDigest
  }

  /// The id of the item, as in the manifest.
  public var id: String
  /// The state.
  public var state: State
  /// The number of frames per output.
  public var frames: Int
  /// The outputs of a completed item, in the order of the manifest. Empty otherwise.
  public var outputs: [Output] = []
  /// The error of a failed item. `nil` otherwise.
  public var error: HeaderKitError?
  /// Warnings about inputs, fonts and the cache.
  public var warnings: [String] = []
  /// The time spent on the item, in seconds.
  public var seconds = 0.0

  /// Whether all outputs exist.
  public var isDone: Bool { state == .rendered || state == .cached }
}

/// The totals of a batch.
public struct BatchSummary: Hashable, Sendable {
  /// The number of items copied from the cache.
  public var cached = 0
  /// The number of items painted and written.
  public var rendered = 0
  /// The number of failed items.
  public var failed = 0
  /// The number of items not finished when the batch was interrupted.
  public var dropped = 0
  /// The total size of all outputs in bytes.
  public var bytes = 0

  /// Counts the results by state.
  public init(_ results: [ItemResult]) {
    func count(_ state: ItemResult.State) -> Int { results.count { $0.state == state } }
    cached = count(.cached)
    rendered = count(.rendered)
    failed = count(.failed)
    dropped = count(.dropped)
    bytes = results.flatMap(\.outputs).map(\.bytes).reduce(0, +)
  }

  /// Returns a heading and a row with aligned columns. `seconds` is the duration of the batch.
  public func table(seconds: Double) -> [String] {
    let tenths = Int((seconds * 10).rounded())
    var columns = [
      ("items", (cached + rendered + failed + dropped).grouped), ("cached", cached.grouped),
      ("rendered", rendered.grouped), ("failed", failed.grouped),
    ]
    if dropped > 0 { columns.append(("dropped", dropped.grouped)) }
    columns += [("seconds", "\(tenths / 10).\(tenths % 10)"), ("bytes", bytes.grouped)]
    let cells = columns.map { head, value in
      let width = max(head.count, value.count)
      return [head, value].map { String(repeating: " ", count: width - $0.count) + $0 }
    }
    return [0, 1].map { row in cells.map { $0[row] }.joined(separator: "  ") }
  }
}
