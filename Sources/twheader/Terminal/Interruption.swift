import Foundation
import Synchronization
import TwitterHeaderKit

/// Leaves on INT and TERM without unfinished files: status 130 or 143.
enum Interruption {
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if number == SIGTERM, let ending = ending.withLock({ $0 }) { return ending() }
        TemporaryFiles.removeAll()
        exit(128 + number)
      }
      source.activate()
      sources.append(source)
    }
  }

  /// Replaces what TERM does: a command that has results to write ends by itself.
  static func onTermination(_ action: @escaping @Sendable () -> Void) {
    ending.withLock { $0 = action }
  }

  private static let ending = Mutex<(@Sendable () -> Void)?>(nil)
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
