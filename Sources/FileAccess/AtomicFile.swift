import Foundation

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
    /// The place of the final file.
    let place: FolderTree.Place
    /// The name of the temporary file in the folder of `place`.
    let temporary: String
    /// The path of the temporary file, under which it is registered for removal on interruption.
    let listed: String

    func remove() {
      unlinkat(place.folder, temporary, 0)
      TemporaryFiles.forget(listed)
    }
  }

  /// Creates a file below a folder without following symbolic links.
  ///
  /// - Throws: `.cannotCreate` if the path contains a symbolic link or cannot be written;
  ///   `.writeFailed` if the disk is full.
  package convenience init(_ name: String, in tree: FolderTree) throws(HeaderKitError) {
    let path = tree.path + "/" + name
    guard let place = try tree.place(of: name, makesFolders: true) else {
      throw HeaderKitError(.cannotCreate, ENOENT, of: path)
    }
    switch place.kind {
    case S_IFLNK: throw FolderTree.link(place.path)
    case S_IFDIR: throw HeaderKitError(.cannotCreate, EISDIR, of: path)
    case S_IFREG where faccessat(place.folder, place.last, W_OK, 0) != 0:
      throw HeaderKitError(.cannotCreate, errno, of: path)
    default: break
    }
    try place.older?.check(at: place.path)
    try self.init(path, at: place)
  }

  /// Creates a file.
  ///
  /// - Throws: `.cannotCreate` if the path cannot be written; `.writeFailed` if the disk is full.
  package convenience init(_ path: String) throws(HeaderKitError) {
    let place = try FolderTree.Place(ofOutput: path)
    if let place {
      try TemporaryFiles.makeFolder(FileIdentity.parts(of: place.path).folder, for: path)
    }
    try self.init(path, at: place)
  }

  /// Opens the temporary file with the permissions of the file it will replace. If `place` is
  /// `nil`, opens `path` itself.
  private init(_ path: String, at place: FolderTree.Place?) throws(HeaderKitError) {
    self.path = path
    guard let place else {
      names = nil
      descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, errno, of: path) }
      return
    }
    AbandonedFiles.remove(beside: place.path)
    let listed = TemporaryName.beside(place.path)
    let temporary = place.folder == AT_FDCWD ? listed : FilePath.split(listed).name
    descriptor = try TemporaryFiles.create(listed, for: path) {
      openat(place.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    place.older?.passOn(to: descriptor)
    names = Names(place: place, temporary: temporary, listed: listed)
  }

  /// Checks that a file can be created, before long work. Leaves no file.
  ///
  /// - Throws: What creating the file throws.
  package static func tryCreating(_ path: String) throws(HeaderKitError) {
    if try FolderTree.Place(ofOutput: path) != nil { _ = try AtomicFile(path) }
  }

  /// The path to which another program can write the bytes before `commit`. `nil` if the output is
  /// written directly.
  package var temporaryPath: String? { names?.listed }

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
    let (place, temporary) = (names.place, names.temporary)
    let error = TemporaryFiles.undisturbed { [descriptor] in
      close(descriptor) == 0
        && renameat(place.folder, temporary, place.folder, place.last) == 0 ? 0 : errno
    }
    guard error == 0 else {
      names.remove()
      throw failure(error)
    }
    TemporaryFiles.forget(names.listed)
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
    TemporaryFiles.removeEmptyFolders(above: FileIdentity.parts(of: names.listed).folder)
  }
}

extension [UInt8] {
  /// Writes all bytes to a file descriptor. Returns `nil`, or the system's error number.
  func write(to descriptor: Int32) -> Int32? {
    var start = 0
    while start < count {
      let written = withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress?.advanced(by: start), count - start)
      }
      if written >= 0 {
        start += written
      } else if errno == EAGAIN {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
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
        .cannotCreate, subject: .file(path), reason: "exists already",
        remedy: "give another name, or replace it with \(.replacesFiles)")
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
