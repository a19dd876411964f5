import Files
import Rendering

/// The result of a comparison of two files or folders.
public struct ComparisonReport: Hashable, Sendable {
  /// The baseline's path as it was given.
  public var first: String
  /// The judged path as it was given.
  public var second: String
  /// The metric's name with its version.
  public var metric: String
  /// In order of their names.
  public var items: [ComparedItem]
  /// What else should be said, a line each.
  public var notes: [String]

  /// A report of items in order.
  public init(
    first: String, second: String, metric: String, items: [ComparedItem], notes: [String] = []
  ) {
    self.first = first
    self.second = second
    self.metric = metric
    self.items = items
    self.notes = notes
  }

  /// How many items have this status.
  public func count(_ status: ComparedItem.Status) -> Int {
    items.count { $0.status == status }
  }

  /// How many baselines were written.
  public var writtenBaselines: Int { items.count { $0.baseline != nil } }

  /// The process's exit status.
  ///
  /// Trouble first (the error's own code, above 1), then 1 for what differs and for written
  /// baselines unless those are `acceptedUpdates`, else 0.
  public func exitStatus(acceptedUpdates: Bool = false) -> Int32 {
    if let trouble = items.lazy.compactMap(\.problem).first { return trouble.code.rawValue }
    if !items.allSatisfy(\.passes) { return 1 }
    return writtenBaselines > 0 && !acceptedUpdates ? 1 : 0
  }

  /// `12 same, 1 different, 2 missing`: the statuses that occur.
  public var summary: String {
    let parts = ComparedItem.Status.allCases.compactMap { status -> String? in
      let count = count(status)
      return count == 0 ? nil : "\(count) \(status.rawValue)"
    }
    let written = writtenBaselines
    let update =
      written == 0 ? "" : "; \(written) baseline\(written == 1 ? "" : "s") written"
    return parts.joined(separator: ", ") + update
  }
}
