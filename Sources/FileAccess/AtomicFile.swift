import PortableFoundation

/// A file that appears under its name when it is complete, and not before.
///
/// Bytes go to a temporary name beside it; `commit` renames. Dropped without `commit`, nothing is
/// left and an older file stays as it was. Folders above it that are missing are made. A symbolic link stays: what it leads to is replaced. An
/// older file passes owner and permissions on; a new one has those of the umask. What a killed process left
/// beside the file is removed. Standard output (`-`), devices and pipes have no such guard: they are
/// written to at once.
package final class AtomicFile {
  package let path: String
  private let descriptor: Int32
  /// Nil for what is written to at once.
  private let names: Names?
  private var isOpen = true
  package private(set) var byteCount = 0

  private struct Names {
    /// Where the file comes to be.
    let place: FolderTree.Place
    /// In the place's folder.
    let temporary: String
    /// The path of `temporary`, by which an interruption finds it.
    let listed: String

    func remove() {
      unlinkat(place.folder, temporary, 0)
      TemporaryFiles.forget(listed)
    }
  }

  /// A file below a folder, reached without following a link. Throws `.cannotCreate` where one is in the
  /// way or the place cannot be written, `.writeFailed` when the disk is full.
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

  /// Throws `.cannotCreate` when the place cannot be written, `.writeFailed` when the disk is full.
  package convenience init(_ path: String) throws(HeaderKitError) {
    let place = try FolderTree.Place(ofOutput: path)
    if let place {
      try TemporaryFiles.makeFolder(FileIdentity.parts(of: place.path).folder, for: path)
    }
    try self.init(path, at: place)
  }

  /// Opens the temporary file, which gets the rights of the one it will replace; `place` nil: the
  /// stream itself.
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

  /// Throws what creating it would throw, for work that takes long before there is anything to write.
  /// Nothing is left.
  package static func tryCreating(_ path: String) throws(HeaderKitError) {
    if try FolderTree.Place(ofOutput: path) != nil { _ = try AtomicFile(path) }
  }

  /// Where the bytes go until `commit`, for another program to write them; nil for what is written
  /// to at once.
  package var temporaryPath: String? { names?.listed }

  /// Throws `.writeFailed` (disk full, pipe closed).
  package func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    if let error = bytes.write(to: descriptor) { throw failure(error) }
    byteCount += bytes.count
  }

  /// Gives the file its name.
  ///
  /// - Parameter durably: whether the bytes are on the disk before the name is given.
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

  /// - Parameter tree: the folder that the path is below, reached without following a link; nil: any.
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
  /// Writes all bytes to an open file. Returns the system's error number, or `nil` on success.
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

package enum TextOutput {
  /// Bytes that are gathered before they are written.
  private static let pieceLength = 1 << 16

  /// Writes `text` to a file, which appears complete, or to standard output for nil and `-`.
  package static func write(_ text: String, to path: String?) throws(HeaderKitError) {
    try AtomicFile.write(Array(text.utf8), to: path ?? "-")
  }

  /// Writes a document that a user goes on to write; throws `.cannotCreate` for one that is there already
  /// unless it may be replaced.
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

  /// Writes lines one after the other, holding few of them at a time.
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
