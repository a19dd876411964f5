import Foundation
import Synchronization

/// The unfinished outputs of this process, so that an interruption can remove them.
public enum TemporaryFiles {
  private struct Entries {
    var paths: Set<String> = []
    /// Made for outputs, in the order of making; removed where they stay empty.
    var folders: [String] = []
  }

  private static let entries = Mutex(Entries())
  /// Held while outputs get their names, so that an interruption sees all of them or none.
  private static let naming = Mutex(())

  /// Makes a file or a folder and remembers it, unless `make` gives nil.
  package static func create<Made: Sendable>(_ path: String, _ make: () -> Made?) -> Made? {
    entries.withLock { entries in
      let made = make()
      if made != nil { entries.paths.insert(path) }
      return made
    }
  }

  /// Forgets a path that has become an output or was removed.
  package static func forget(_ path: String) { entries.withLock { _ = $0.paths.remove(path) } }

  /// Makes a folder with those above it that are missing. Nil, or the system's error.
  package static func makeFolder(_ path: String) -> Int32? {
    entries.withLock { entries in
      var missing: [String] = []
      var place = path
      while !isFolder(place) {
        missing.append(place)
        let above = FileIdentity.parts(of: place).folder
        guard above != place else { break }
        place = above
      }
      for folder in missing.reversed() {
        guard mkdir(folder, 0o777) == 0 else { return errno == EEXIST ? ENOTDIR : errno }
        entries.folders.append(folder)
      }
      return nil
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the folders made for outputs in which nothing is, `path` and those above it.
  package static func removeEmptyFolders(above path: String) {
    entries.withLock { entries in
      for folder in entries.folders.reversed() where (path + "/").hasPrefix(folder + "/") {
        if rmdir(folder) == 0 { entries.folders.removeAll { $0 == folder } }
      }
    }
  }

  /// Gives outputs their names; an interruption waits for the end.
  package static func naming<Failure: Error>(_ commit: () throws(Failure) -> Void) throws(Failure) {
    try naming.withLock { _ throws(Failure) in try commit() }
  }

  /// Removes every unfinished output, then calls `leave`, before which no output can be begun.
  public static func removeAll(then leave: () -> Void = {}) {
    naming.withLock { _ in
      entries.withLock { entries in
        for path in entries.paths { try? FileManager.default.removeItem(atPath: path) }
        for folder in entries.folders.reversed() { rmdir(folder) }
        entries = Entries()
        leave()
      }
    }
  }

  /// A name beside `path` that no other process uses.
  package static func name(beside path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let number = ProcessInfo.processInfo.processIdentifier
    let tail = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    // A file system takes 255 bytes; a cut name stays within them.
    let stem =
      url.lastPathComponent.utf8.count <= 220
      ? url.lastPathComponent : String(url.lastPathComponent.prefix(50))
    return url.deletingLastPathComponent()
      .appendingPathComponent(".\(stem).\(number)-\(tail).tmp").path
  }

  /// Removes unfinished outputs of these names in a folder whose process no longer runs.
  package static func removeAbandoned(in folder: String, beside names: Set<String>) {
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let match = file.wholeMatch(of: /\.(.+)\.([0-9]+)-[0-9a-z]+\.tmp/),
        names.contains(String(match.1)), let process = pid_t(match.2),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + "/" + file)
    }
  }
}
