import Comparison
import Files
import Numerics
import Rendering

/// A batch in one line of numbers.
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
    for result in results {
      switch result.state {
      case .cached: cached += 1
      case .rendered: rendered += 1
      case .failed: failed += 1
      case .dropped: dropped += 1
      }
      bytes += result.outputs.map(\.bytes).reduce(0, +)
    }
  }

  /// A head and a row, aligned. `seconds` is the time that all of it took.
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
      return (
        String(repeating: " ", count: width - head.count) + head,
        String(repeating: " ", count: width - value.count) + value
      )
    }
    return [
      cells.map(\.0).joined(separator: "  "), cells.map(\.1).joined(separator: "  "),
    ]
  }
}
