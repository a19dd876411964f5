import Foundation

/// The processors at hand.
enum Processors {
  /// 1...
  static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
