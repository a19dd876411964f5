import Files
import Rendering

/// Which baselines a comparison may write.
public enum BaselineUpdate: String, CaseIterable, Hashable, Sendable {
  /// None: only compare. The default.
  case none
  /// Those that do not exist yet.
  case missing
  /// Those that do not exist yet and those that differ.
  case changed
  /// Every one, also those whose pixels are the same.
  case all

  /// What may be done: nothing where the environment says `CI` (set, and neither empty, `0` nor
  /// `false`), so that a build server never turns a difference into its own baseline.
  public func permitted(environment: [String: String]) -> BaselineUpdate {
    let isCI = !["", "0", "false"].contains(environment["CI"] ?? "")
    return isCI ? .none : self
  }

  /// Whether an item of this status is to be written.
  package func writes(_ status: ComparedItem.Status) -> Bool {
    switch status {
    case .added: self != .none
    case .different: self == .changed || self == .all
    case .same: self == .all
    case .missing, .unreadable: false
    }
  }
}
