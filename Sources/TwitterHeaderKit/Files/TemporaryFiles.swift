import Foundation
import Synchronization

/// The unfinished outputs of this process, so that an interruption can remove them.
public enum TemporaryFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Forgets a path that has become an output or was removed.
  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes every unfinished output. Call it before leaving on a signal.
  public static func removeAll() {
    let left = paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
    for path in left { try? FileManager.default.removeItem(atPath: path) }
  }

  /// A name beside `path` that no other process uses.
  static func name(beside path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let number = ProcessInfo.processInfo.processIdentifier
    let tail = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    return url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(number)-\(tail).tmp").path
  }

  /// Removes unfinished outputs of these names in a folder whose process no longer runs.
  static func removeAbandoned(in folder: String, beside names: Set<String>) {
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let match = file.wholeMatch(of: /\.(.+)\.([0-9]+)-[0-9a-z]+\.tmp/),
        names.contains(String(match.1)), let process = pid_t(match.2),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + "/" + file)
    }
  }
}
