import PortableFoundation

/// A file that appears under its name only when it is complete.
///
/// Bytes are written to a temporary file in the same folder, and `commit` renames it. If the writer
/// is released without `commit`, the temporary file is removed and an existing file stays
/// unchanged. Missing parent folders are created. If the path is a symbolic link, its target is
/// replaced. The file has the owner and permissions of the one it replaces, or those of the umask.
/// Temporary files of killed processes are removed.
///
/// Standard output (`-`), devices and pipes are written directly.
package final class AtomicFile {
  package let path: String
  private let descriptor: Int32
  /// The names of the temporary file. `nil` if the output is written directly.
  private let names: Names?
  private var isOpen = true
  package private(set) var byteCount = 0

  private struct Names {
    /// The folder and name of the final file.
    let entry: FolderTree.Entry
    /// The name of the temporary file in the folder of `entry`.
    let temporary: String
    /// The path of the temporary file, under which it is registered for removal on interruption.
    let registeredPath: String

    func remove() {
      unlinkat(entry.folder, temporary, 0)
      TemporaryFiles.unregister(registeredPath)
    }
  }

  /// Creates a file below a folder without following symbolic links.
  ///
  /// - Throws: `.cannotCreate` if the path contains a symbolic link or cannot be written;
  ///   `.writeFailed` if the disk is full.
  package convenience init(_ name: String, in tree: FolderTree) throws(HeaderKitError) {
    let path = tree.path + "/" + name
    guard let entry = try tree.entry(of: name, makesFolders: true) else {
      throw HeaderKitError(.cannotCreate, ENOENT, of: path)
    }
    switch entry.kind {
    case S_IFLNK: throw FolderTree.link(entry.path)
    case S_IFDIR: throw HeaderKitError(.cannotCreate, EISDIR, of: path)
    case S_IFREG where faccessat(entry.folder, entry.last, W_OK, 0) != 0:
      throw HeaderKitError(.cannotCreate, errno, of: path)
    default: break
    }
    try entry.replaced?.check(at: entry.path)
    try self.init(path, at: entry)
  }

  /// Creates a file.
  ///
  /// - Throws: `.cannotCreate` if the path cannot be written; `.writeFailed` if the disk is full.
  package convenience init(_ path: String) throws(HeaderKitError) {
    let entry = try FolderTree.Entry(ofOutput: path)
    if let entry {
      try TemporaryFiles.makeFolder(FileIdentity.parts(of: entry.path).folder, for: path)
    }
    try self.init(path, at: entry)
  }

  /// Opens the temporary file with the permissions of the file it will replace. If `entry` is
  /// `nil`, opens `path` itself.
  private init(_ path: String, at entry: FolderTree.Entry?) throws(HeaderKitError) {
    self.path = path
    guard let entry else {
      names = nil
      descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, errno, of: path) }
      return
    }
    AbandonedFiles.remove(for: entry.path)
    let registeredPath = TemporaryName.path(for: entry.path)
    let temporary = entry.folder == AT_FDCWD ? registeredPath : FilePath.split(registeredPath).name
    descriptor = try TemporaryFiles.create(registeredPath, for: path) {
      openat(entry.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    entry.replaced?.apply(to: descriptor)
    names = Names(entry: entry, temporary: temporary, registeredPath: registeredPath)
  }

  /// Checks that a file can be created, before long work. Leaves no file.
  ///
  /// - Throws: What creating the file throws.
  package static func tryCreating(_ path: String) throws(HeaderKitError) {
    if try FolderTree.Entry(ofOutput: path) != nil { _ = try AtomicFile(path) }
  }

  /// The path to which another program can write the bytes before `commit`. `nil` if the output is
  /// written directly.
  package var temporaryPath: String? { names?.registeredPath }

  /// Writes bytes.
  ///
  /// - Throws: `.writeFailed` if the disk is full or the pipe is closed.
  package func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    if let error = bytes.write(to: descriptor) { throw failure(error) }
    byteCount += bytes.count
  }

  /// Completes the file and gives it its name.
  ///
  /// - Parameter durably: Whether to sync the bytes to the disk before renaming.
  package func commit(durably: Bool = false) throws(HeaderKitError) {
    guard let names else { return }
    if durably, fsync(descriptor) != 0 { throw failure(errno) }
    isOpen = false
    let entry = names.entry
    let temporary = names.temporary
    let error = TemporaryFiles.withoutInterruption { [descriptor] in
      close(descriptor) == 0
        && renameat(entry.folder, temporary, entry.folder, entry.last) == 0 ? 0 : errno
    }
    guard error == 0 else {
      names.remove()
      throw failure(error)
    }
    TemporaryFiles.unregister(names.registeredPath)
  }

  /// Writes a file at once.
  ///
  /// - Parameter tree: A folder that contains the path, to not follow symbolic links below it.
  ///   `nil` follows links.
  package static func write(
    _ bytes: [UInt8], to path: String, in tree: FolderTree? = nil, durably: Bool = false
  ) throws(HeaderKitError) {
    let file = if let tree { try AtomicFile(path, in: tree) } else { try AtomicFile(path) }
    try file.write(bytes)
    try file.commit(durably: durably)
  }

  private func failure(_ systemError: Int32) -> HeaderKitError {
    HeaderKitError(.writeFailed, systemError, of: path == "-" ? "standard output" : path)
  }

  deinit {
    guard isOpen, descriptor > STDERR_FILENO else { return }
    close(descriptor)
    guard let names else { return }
    names.remove()
    TemporaryFiles.removeEmptyFolders(above: FileIdentity.parts(of: names.registeredPath).folder)
  }
}

extension [UInt8] {
  /// Writes all bytes to a file descriptor. Returns `nil`, or the system's error number.
  package func write(to descriptor: Int32) -> Int32? {
    var start = 0
    while start < count {
      let written = withUnsafeBytes { buffer in
        PortableFoundation.write(descriptor, buffer.baseAddress?.advanced(by: start), count - start)
      }
      if written >= 0 {
        start += written
      } else if errno == EAGAIN {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = PortableFoundation.poll(&poll, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// Writes text to files or standard output.
package enum TextOutput {
  /// The number of bytes to collect before writing.
  private static let pieceLength = 1 << 16

  /// Writes `text` to a file, or to standard output if `path` is `nil` or `-`.
  package static func write(_ text: String, to path: String?) throws(HeaderKitError) {
    try AtomicFile.write(Array(text.utf8), to: path ?? "-")
  }

  /// Writes a document for the user to edit.
  ///
  /// - Throws: `.cannotCreate` if the file already exists and `replaces` is false.
  package static func write(
    _ text: String, toNew path: String?, replaces: Bool
  ) throws(HeaderKitError) {
    if let path, path != "-", !replaces, FileManager.default.fileExists(atPath: path) {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path), reason: "already exists",
        remedy: "pass \(.replacesFiles) to overwrite it, or choose another name")
    }
    try write(text, to: path)
  }

  /// Writes lines with a limited amount of memory.
  package static func write(lines: some Sequence<String>, to path: String?) throws(HeaderKitError) {
    let file = try AtomicFile(path ?? "-")
    var piece: [UInt8] = []
    for line in lines {
      piece += line.utf8
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= pieceLength {
        try file.write(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try file.write(piece)
    try file.commit()
  }
}
