import Foundation
import TwitterHeaderKit

/// Leaves on INT and TERM without unfinished files: status 130 or 143.
enum Interruption {
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        TemporaryFiles.removeAll()
        exit(128 + number)
      }
      source.activate()
      sources.append(source)
    }
  }

  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
