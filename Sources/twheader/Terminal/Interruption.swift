import FileAccess
import Foundation
import Synchronization

/// Leaves on HUP, INT, QUIT and TERM without unfinished files: status 129, 130, 131 or 143; and where
/// the processor's time is used up, with 75.
enum Interruption {
  static func install() {
    // A closed pipe and a file that grows too large are errors of writing, not the end.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU] {
      // What a parent has switched off (`nohup`, a shell's background job) stays off.
      guard [SIGTERM, SIGXCPU].contains(number) || !isIgnored(number) else { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if number == SIGTERM, let ending = ending.withLock({ $0 }) { return ending() }
        TemporaryFiles.removeAll {
          guard number == SIGXCPU else { _exit(128 + number) }
          Diagnostics.error("the processor's time is used up; raise the limit (ulimit -t)")
          _exit(HeaderKitError.Code.tryAgain.rawValue)
        }
      }
      source.activate()
      sources.append(source)
    }
  }

  /// Replaces the action of TERM, for a command that still has results to write.
  static func onTermination(_ action: @escaping @Sendable () -> Void) {
    ending.withLock { $0 = action }
  }

  private static let ending = Mutex<(@Sendable () -> Void)?>(nil)

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}

/// Turns TERM into the cancellation of a task, also of one that starts later.
final class Termination: Sendable {
  private let state = Mutex<(isAsked: Bool, cancel: (@Sendable () -> Void)?)>((false, nil))

  /// From now on TERM has no other effect.
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

  /// Cancels the task on TERM, at once if TERM was received already.
  func cancels<Success>(_ task: Task<Success, Never>) {
    let isLate = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.isAsked
    }
    if isLate { task.cancel() }
  }
}
