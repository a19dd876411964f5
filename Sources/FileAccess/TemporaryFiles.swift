import PortableFoundation
import Synchronization

/// The unfinished outputs of this process, so that an interruption can remove them, and those that
/// killed processes left.
package enum TemporaryFiles {
  private struct Unfinished {
    var files: Set<String> = []
    /// Folders made for outputs, which go again where they stay empty.
    var folders: Set<String> = []
    var writers: Set<Int32> = []

    /// Ends the processes, so that none of them makes a file again.
    func endWriters() {
      for writer in writers where kill(writer, SIGKILL) == 0 {
        var facts = siginfo_t()
        // Not reaped: `ChildProcess.wait()` asks for the status, too.
        while waitid(P_PID, id_t(writer), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      }
    }

    /// Removes the empty ones among the folders that hold `path`, or among all; the innermost first.
    mutating func removeEmptyFolders(above path: String? = nil) {
      let inwards = folders.filter { folder in
        path.map { $0 == folder || FilePath.lies($0, in: folder) } ?? true
      }.sorted { $0.utf8.count > $1.utf8.count }
      for folder in inwards where rmdir(folder) == 0 { folders.remove(folder) }
    }
  }

  /// Held while files are made and renamed, so that an interruption comes before or after.
  private static let unfinished = Mutex(Unfinished())
  /// Held while outputs get their names, so that an interruption sees all of them or none.
  private static let names = Mutex(())

  /// Makes a file or a folder and remembers it. Throws `.cannotCreate` of `subject` where `make` gives
  /// a negative number; then the empty folders around it go.
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

  /// Does something within temporary folders that neither an interruption nor the making of another
  /// temporary file may come between.
  package static func undisturbed<Result: Sendable>(_ work: () -> Result) -> Result {
    unfinished.withLock { _ in work() }
  }

  /// Starts a process that writes a temporary file; an interruption ends it. `nil` if it cannot be
  /// started.
  package static func start(_ process: () -> sending ChildProcess?) -> sending ChildProcess? {
    unfinished.withLock { unfinished in
      let process = process()
      if let process { unfinished.writers.insert(process.identifier) }
      return process
    }
  }

  package static func forget(_ process: ChildProcess) {
    let identifier = process.identifier
    unfinished.withLock { _ = $0.writers.remove(identifier) }
  }

  /// Forgets a path that has become an output or was removed.
  package static func forget(_ path: String) { unfinished.withLock { _ = $0.files.remove(path) } }

  /// Makes a folder with those above it that are missing. Nil, or the system's error.
  package static func makeFolder(_ path: String) -> Int32? {
    unfinished.withLock { unfinished in
      var missing: [String] = []
      var place = path
      while !FileIdentity.isFolder(place) {
        missing.append(place)
        let above = FileIdentity.parts(of: place).folder
        guard above != place else { break }
        place = above
      }
      // There is no way out of what is not there.
      if missing.contains(where: { FileIdentity.parts(of: $0).name == ".." }) { return ENOENT }
      for folder in missing.reversed() {
        guard mkdir(folder, 0o777) == 0 else { return errno == EEXIST ? ENOTDIR : errno }
        unfinished.folders.insert(folder)
      }
      return nil
    }
  }

  /// The same; throws `.cannotCreate` of `subject`.
  package static func makeFolder(_ path: String, for subject: String) throws(HeaderKitError) {
    if let error = makeFolder(path) { throw HeaderKitError(.cannotCreate, error, of: subject) }
  }

  /// Makes the folder `name` in an open one where it is missing. Nil, or the system's error.
  static func makeFolder(_ path: String, _ name: String, in folder: Int32) -> Int32? {
    unfinished.withLock { unfinished in
      guard mkdirat(folder, name, 0o777) == 0 else { return errno == EEXIST ? nil : errno }
      unfinished.folders.insert(path)
      return nil
    }
  }

  /// Removes the folders made for outputs in which nothing is, `path` and those above it.
  package static func removeEmptyFolders(above path: String) {
    unfinished.withLock { $0.removeEmptyFolders(above: path) }
  }

  /// Gives outputs their names; an interruption waits for the end.
  package static func naming<Failure: Error>(_ commit: () throws(Failure) -> Void) throws(Failure) {
    try names.withLock { _ throws(Failure) in try commit() }
  }

  /// Removes every unfinished output, then calls `leave`, before which no output can be begun.
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

/// The name of a temporary file: `.NAME.PROCESS-MACHINE-RANDOM.tmp` beside what it will become.
package struct TemporaryName {
  /// What it will become, without folder; shortened where it is long.
  let target: String
  let process: pid_t
  /// Whether the process is, or was, one of this machine.
  let isLocal: Bool

  /// A path beside `path` that no other process uses.
  package static func beside(_ path: String) -> String {
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

  /// Whether nobody can be writing it any more.
  var isAbandoned: Bool { isLocal && kill(process, 0) != 0 && errno == ESRCH }

  /// A file system takes 255 bytes; a cut name stays within them.
  static func stem(of name: String) -> String {
    name.utf8.count <= 200 ? name : String(name.prefix(45))
  }

  /// Tells apart machines, and containers of one, that share a folder: numbers of processes mean
  /// something within one alone.
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

/// What killed processes left in folders, each of which is listed once.
package enum AbandonedFiles {
  private static let found = Mutex<[String: [String: [String]]]>([:])

  /// Removes unfinished outputs of `path` whose process no longer runs.
  package static func remove(beside path: String) {
    let (folder, name) = FileIdentity.parts(of: path)
    let left = found.withLock { found in
      if found[folder] == nil { found[folder] = list(folder) }
      return found[folder]?.removeValue(forKey: TemporaryName.stem(of: name)) ?? []
    }
    for file in left { try? FileManager.default.removeItem(atPath: folder + "/" + file) }
  }

  /// Those of a folder, by the name of what they should have become.
  private static func list(_ folder: String) -> [String: [String]] {
    var files: [String: [String]] = [:]
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let name = TemporaryName(file), name.isAbandoned else { continue }
      files[name.target, default: []].append(file)
    }
    return files
  }
}

/// A folder of its own, gone with its last user and with an interrupted process.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// One among the system's temporary files. What a killed process left goes when the next is made.
  package convenience init() throws(HeaderKitError) {
    let place = FileManager.default.temporaryDirectory.path + "/twheader"
    AbandonedFiles.remove(beside: place)
    let path = TemporaryName.beside(place)
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
    TemporaryFiles.forget(path)
  }
}
