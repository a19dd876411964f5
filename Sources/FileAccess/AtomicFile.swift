import Foundation

/// A file that appears under its name when it is complete, and not before.
///
/// Bytes go to a temporary name beside it; `commit` renames. Dropped without `commit`, nothing is
/// left and an older file stays as it was. Folders above it that are missing are made. A symbolic link stays: what it leads to is replaced. An
/// older file passes its permissions on; a new one has those of the umask. What a killed process left
/// beside the file is removed. Standard output (`-`), devices and pipes have no such guard: they are
/// written to at once.
package struct AtomicFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  /// Nil for what is written to at once.
  private let names: (temporary: String, final: String)?
  private var isOpen = true
  /// Bytes written so far.
  package private(set) var byteCount = 0

  /// Throws `.cannotCreate` when the place cannot be written, `.writeFailed` when the disk is full.
  package init(_ path: String) throws(HeaderKitError) {
    let opened = try AtomicFile.open(path)
    self.path = path
    descriptor = opened.descriptor
    names = opened.names
  }

  /// Throws what creating it would throw, for work that takes long before there is anything to write.
  /// Nothing is left.
  package static func tryCreating(_ path: String) throws(HeaderKitError) {
    guard path != "-", try OutputPlace(path) != .stream else { return }
    _ = try AtomicFile(path)
  }

  private static func open(
    _ path: String
  ) throws(HeaderKitError) -> (descriptor: Int32, names: (temporary: String, final: String)?) {
    guard path != "-" else { return (STDOUT_FILENO, nil) }
    switch try OutputPlace(path) {
    case .stream:
      let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw HeaderKitError(.cannotCreate, subject: .file(path), systemError: errno)
      }
      return (descriptor, nil)
    case .file(let final, let mode):
      if let error = TemporaryFiles.makeFolder(FileIdentity.parts(of: final).folder) {
        throw HeaderKitError(.cannotCreate, subject: .file(path), systemError: error)
      }
      AbandonedFiles.remove(beside: final)
      let temporary = TemporaryName.beside(final)
      var error: Int32 = 0
      let descriptor = TemporaryFiles.create(temporary) {
        let descriptor = Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        error = errno
        return descriptor >= 0 ? descriptor : nil
      }
      guard let descriptor else {
        TemporaryFiles.removeEmptyFolders(above: FileIdentity.parts(of: final).folder)
        throw HeaderKitError(.cannotCreate, subject: .file(path), systemError: error)
      }
      if let mode { fchmod(descriptor, mode) }
      return (descriptor, (temporary, final))
    }
  }

  /// Where the bytes go until `commit`, for another program to write them; nil for what is written
  /// to at once.
  package var temporaryPath: String? { names?.temporary }

  /// Throws `.writeFailed` (disk full, pipe closed).
  package mutating func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count >= 0 {
        start += count
        byteCount += count
      } else if errno == EAGAIN {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
      } else if errno != EINTR {
        throw failure(errno)
      }
    }
  }

  /// Gives the file its name.
  ///
  /// - Parameter durably: whether the bytes are on the disk before the name is given.
  package mutating func commit(durably: Bool = false) throws(HeaderKitError) {
    guard let names else { return }
    if durably, fsync(descriptor) != 0 { throw failure(errno) }
    isOpen = false
    let error = TemporaryFiles.undisturbed { [descriptor] in
      close(descriptor) == 0 && rename(names.temporary, names.final) == 0 ? 0 : errno
    }
    guard error == 0 else {
      unlink(names.temporary)
      TemporaryFiles.forget(names.temporary)
      throw failure(error)
    }
    TemporaryFiles.forget(names.temporary)
  }

  private func failure(_ systemError: Int32) -> HeaderKitError {
    HeaderKitError(
      .writeFailed, subject: .file(path == "-" ? "standard output" : path), systemError: systemError
    )
  }

  deinit {
    guard isOpen, descriptor > STDERR_FILENO else { return }
    close(descriptor)
    guard let names else { return }
    unlink(names.temporary)
    TemporaryFiles.forget(names.temporary)
    TemporaryFiles.removeEmptyFolders(above: FileIdentity.parts(of: names.final).folder)
  }
}

/// Writes text results.
package enum TextOutput {
  /// Bytes that are gathered before they are written.
  private static let pieceLength = 1 << 16

  /// Writes `text` to a file, which appears complete, or to standard output for nil and `-`.
  package static func write(_ text: String, to path: String?) throws(HeaderKitError) {
    var file = try AtomicFile(path ?? "-")
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// Writes lines one after the other, holding few of them at a time.
  package static func write(
    lines: some Sequence<String>, to path: String?
  ) throws(HeaderKitError) {
    var file = try AtomicFile(path ?? "-")
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
