import Comparison
import Files
import Rendering

/// Bytes that several renders share.
actor MemoryBudget {
  private let limit: Int
  private var used = 0
  private var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Waits until there is room; what exceeds the whole budget waits until it is alone.
  func take(_ bytes: Int) async {
    if waiting.isEmpty, fits(bytes) {
      used += bytes
      return
    }
    await withCheckedContinuation { waiting.append((bytes, $0)) }
  }

  /// Gives back what was taken; who waits longest comes first.
  func giveBack(_ bytes: Int) {
    used -= bytes
    while let first = waiting.first, fits(first.bytes) {
      waiting.removeFirst()
      used += first.bytes
      first.turn.resume()
    }
  }

  private func fits(_ bytes: Int) -> Bool { used == 0 || used + bytes <= limit }
}
