import Synchronization

/// Turns TERM into the cancellation of a task, even of one that is only begun afterwards.
final class Termination: Sendable {
  private let state = Mutex<(isAsked: Bool, cancel: (@Sendable () -> Void)?)>((false, nil))

  /// From now on TERM does nothing else.
  init() {
    Interruption.onTermination { [self] in
      let cancel = state.withLock { state in
        state.isAsked = true
        return state.cancel
      }
      cancel?()
    }
  }

  var isAsked: Bool { state.withLock { $0.isAsked } }

  /// Cancels the task when TERM comes, or at once when it came before.
  func cancels<Success>(_ task: Task<Success, Never>) {
    let isLate = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.isAsked
    }
    if isLate { task.cancel() }
  }
}
