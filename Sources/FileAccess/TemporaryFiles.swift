import PortableFoundation
import Synchronization

/// Tracks the unfinished outputs of this process, so that an interruption can remove them.
package enum TemporaryFiles {
  private struct Unfinished {
    var files: Set<String> = []
    /// Folders created for outputs. Removed if they stay empty.
    var folders: Set<String> = []
    var writers: Set<Int32> = []

    /// Kills the writing processes, so that none of them creates a file again.
    func endWriters() {
      for writer in writers where kill(writer, SIGKILL) == 0 {
        var facts = siginfo_t()
        // Not reaped, because `ChildProcess.wait()` also waits for its status.
        while waitid(P_PID, id_t(writer), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      }
    }

    /// Removes empty folders that contain `path`, or all empty ones if it is `nil`. The innermost
    /// first.
    mutating func removeEmptyFolders(above path: String? = nil) {
      let inwards = folders.filter { folder in
        path.map { $0 == folder || FilePath.isDescendant($0, of: folder) } ?? true
      }.sorted { $0.utf8.count > $1.utf8.count }
      for folder in inwards where rmdir(folder) == 0 { folders.remove(folder) }
    }
  }

  /// Locked while files are created and renamed, so that an interruption occurs before or after.
  private static let unfinished = Mutex(Unfinished())
  /// Locked while outputs get their names, so that an interruption leaves all of them or none.
  private static let names = Mutex(())

  /// Creates a file or folder with `make` and registers it.
  ///
  /// - Throws: `.cannotCreate` for `subject` if `make` returns a negative number. Empty parent
  ///   folders are then removed.
  static func create(
    _ path: String, for subject: String, _ make: () -> Int32
  ) throws(HeaderKitError) -> Int32 {
    let (made, error) = unfinished.withLock { unfinished in
      let made = make()
      let error = errno
      if made >= 0 { unfinished.files.insert(path) }
      return (made, error)
    }
    guard made < 0 else { return made }
    removeEmptyFolders(above: FileIdentity.parts(of: path).folder)
    throw HeaderKitError(.cannotCreate, error, of: subject)
  }

  /// Runs `work` without interruption and without concurrent creation of other temporary files.
  package static func withoutInterruption<Result: Sendable>(_ work: () -> Result) -> Result {
    unfinished.withLock { _ in work() }
  }

  /// Starts a process that writes a temporary file. An interruption kills it. Returns `nil` if it
  /// cannot be started.
  package static func start(_ process: () -> sending ChildProcess?) -> sending ChildProcess? {
    unfinished.withLock { unfinished in
      let process = process()
      if let process { unfinished.writers.insert(process.identifier) }
      return process
    }
  }

  package static func unregister(_ process: ChildProcess) {
    let identifier = process.identifier
    unfinished.withLock { _ = $0.writers.remove(identifier) }
  }

  /// Unregisters a path that has become an output or was removed.
  package static func unregister(_ path: String) {
    unfinished.withLock { _ = $0.files.remove(path) }
  }

  /// Creates a folder and its missing parents. Returns `nil`, or the system's error number.
  package static func makeFolder(_ path: String) -> Int32? {
    unfinished.withLock { unfinished in
      var missing: [String] = []
      var current = path
      while !FileIdentity.isFolder(current) {
        missing.append(current)
        let parent = FileIdentity.parts(of: current).folder
        guard parent != current else { break }
        current = parent
      }
      // `..` in a folder that does not exist cannot be resolved.
      if missing.contains(where: { FileIdentity.parts(of: $0).name == ".." }) { return ENOENT }
      for folder in missing.reversed() {
        guard mkdir(folder, 0o777) == 0 else { return errno == EEXIST ? ENOTDIR : errno }
        unfinished.folders.insert(folder)
      }
      return nil
    }
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Throws: `.cannotCreate` for `subject` if that fails.
  package static func makeFolder(_ path: String, for subject: String) throws(HeaderKitError) {
    if let error = makeFolder(path) { throw HeaderKitError(.cannotCreate, error, of: subject) }
  }

  /// Creates the folder `name` in an open folder if necessary. Returns `nil`, or the system's error
  /// number.
  static func makeFolder(_ path: String, _ name: String, in folder: Int32) -> Int32? {
    unfinished.withLock { unfinished in
      guard mkdirat(folder, name, 0o777) == 0 else { return errno == EEXIST ? nil : errno }
      unfinished.folders.insert(path)
      return nil
    }
  }

  /// Removes the folders created for outputs that are empty: `path` and its parents.
  package static func removeEmptyFolders(above path: String) {
    unfinished.withLock { $0.removeEmptyFolders(above: path) }
  }

  /// Runs `commit`, which gives outputs their names. An interruption waits until it ends.
  package static func naming<Failure: Error>(_ commit: () throws(Failure) -> Void) throws(Failure) {
    try names.withLock { _ throws(Failure) in try commit() }
  }

  /// Removes all unfinished outputs, then calls `leave`. No new output can be created in between.
  package static func removeAll(then leave: () -> Void) {
    names.withLock { _ in
      unfinished.withLock { unfinished in
        unfinished.endWriters()
        for path in unfinished.files where unlink(path) != 0 {
          try? FileManager.default.removeItem(atPath: path)
        }
        unfinished.files = []
        unfinished.removeEmptyFolders()
        leave()
      }
    }
  }
}

/// The name of a temporary file: `.NAME.PROCESS-MACHINE-RANDOM.tmp` in the folder of the final
/// file.
package struct TemporaryName {
  /// The name of the final file without folder. Long names are shortened.
  let target: String
  let process: pid_t
  /// Whether the process is or was running on this machine.
  let isLocal: Bool

  /// Returns a unique path in the folder of `path`.
  package static func path(for path: String) -> String {
    let (folder, name) = FileIdentity.parts(of: path)
    let process = ProcessInfo.processInfo.processIdentifier
    let tail = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let start =
      path.hasPrefix("/") || path.contains("/") ? (folder == "/" ? "/" : folder + "/") : ""
    return "\(start).\(stem(of: name)).\(process)-\(machine)-\(tail).tmp"
  }

  init?(_ file: String, ending: String = "tmp") {
    guard file.hasSuffix("." + ending),
      let match = file.dropLast(ending.count + 1)
        .wholeMatch(of: /\.(.+)\.([0-9]+)-(?:([0-9a-z]+)-)?[0-9a-z]+/),
      let process = pid_t(match.2)
    else { return nil }
    target = String(match.1)
    self.process = process
    isLocal = match.3.map { $0 == Self.machine } ?? true
  }

  /// Whether the process that writes the file no longer exists.
  var isAbandoned: Bool { isLocal && kill(process, 0) != 0 && errno == ESRCH }

  /// Shortens a name so that the temporary name fits the limit of 255 bytes in file systems.
  static func stem(of name: String) -> String {
    name.utf8.count <= 200 ? name : String(name.prefix(45))
  }

  /// An identifier of this machine and container. Machines may share a folder, but process numbers
  /// are only valid within one of them.
  static let machine: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let container =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid"))
    var hash: UInt32 = 2_166_136_261  // FNV-1a
    for byte in name.prefix(while: { $0 != 0 }).map(UInt8.init(bitPattern:))
      + (container ?? "").utf8
    {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return String(hash, radix: 36)
  }()
}

/// Finds temporary files of killed processes. Lists each folder only once.
package enum AbandonedFiles {
  private static let found = Mutex<[String: [String: [String]]]>([:])

  /// Removes unfinished outputs for `path` whose process no longer exists.
  package static func remove(for path: String) {
    let (folder, name) = FileIdentity.parts(of: path)
    let left = found.withLock { found in
      if found[folder] == nil { found[folder] = list(folder) }
      return found[folder]?.removeValue(forKey: TemporaryName.stem(of: name)) ?? []
    }
    for file in left { try? FileManager.default.removeItem(atPath: folder + "/" + file) }
  }

  /// Returns the abandoned files of a folder, by the name of the final file.
  private static func list(_ folder: String) -> [String: [String]] {
    var files: [String: [String]] = [:]
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let name = TemporaryName(file), name.isAbandoned else { continue }
      files[name.target, default: []].append(file)
    }
    return files
  }
}

/// A temporary folder. Removed with the last reference, or if the process is interrupted.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Creates a folder in the system's temporary folder, and removes those of killed processes.
  package convenience init() throws(HeaderKitError) {
    let base = FileManager.default.temporaryDirectory.path + "/twheader"
    AbandonedFiles.remove(for: base)
    let path = TemporaryName.path(for: base)
    do throws(HeaderKitError) {
      try self.init(at: path, mode: 0o700, for: path)
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path), reason: "cannot be created",
        remedy: "check TMPDIR and its permissions")
    }
  }

  init(at path: String, mode: mode_t, for subject: String) throws(HeaderKitError) {
    _ = try TemporaryFiles.create(path, for: subject) { mkdir(path, mode) }
    self.path = path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    TemporaryFiles.unregister(path)
  }
}
