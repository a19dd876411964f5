/// Limits the number of concurrent tasks.
actor AsyncSemaphore {
  private var slots: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(slots: Int) { self.slots = slots }

  /// Waits until a slot is free.
  func wait() async {
    if slots > 0 {
      slots -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Releases a slot to the task that has waited longest.
  func signal() {
    if waiting.isEmpty {
      slots += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
