import Files
import Foundation

/// The processors at hand.
package enum Processors {
  /// 1...
  package static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
