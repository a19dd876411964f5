public import FileAccess
import PortableMath

/// The result of an item.
public struct ItemResult: Hashable, Sendable {
  /// Its state.
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
  /// Its state.
  public var state: State
  /// Of each output.
  public var frames: Int
  /// Of an item that is done; in the order of the manifest.
  public var outputs: [Output] = []
  /// Of a failed item.
  public var error: HeaderKitError?
  /// Warnings.
  public var warnings: [String] = []
  /// The time spent on the item, in seconds.
  public var seconds = 0.0

  /// Whether its outputs are there.
  public var isDone: Bool { state == .rendered || state == .cached }
}

/// The totals of a batch.
public struct BatchSummary: Hashable, Sendable {
  /// Items taken from the cache.
  public var cached = 0
  /// Items painted and written.
  public var rendered = 0
  /// Items that are not written.
  public var failed = 0
  /// Not finished when the batch was interrupted.
  public var dropped = 0
  /// Bytes of all outputs.
  public var bytes = 0

  /// Counts.
  public init(_ results: [ItemResult]) {
    func count(_ state: ItemResult.State) -> Int { results.count { $0.state == state } }
    cached = count(.cached)
    rendered = count(.rendered)
    failed = count(.failed)
    dropped = count(.dropped)
    bytes = results.flatMap(\.outputs).map(\.bytes).reduce(0, +)
  }

  /// A header and a row, aligned. `seconds` is the duration of the batch.
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
