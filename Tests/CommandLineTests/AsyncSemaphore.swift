/// Lets a few in at a time.
actor AsyncSemaphore {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  /// Waits for a place.
  func wait() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives the place to who has waited longest.
  func signal() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
