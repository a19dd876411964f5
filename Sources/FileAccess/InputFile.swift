import PortableFoundation
import PortableMath

/// Reads input files.
package enum InputFile {
  /// Reads a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - tree: A folder that contains the path, to not follow symbolic links below it. `nil`
  ///     follows links.
  ///   - limit: The maximum number of bytes. The size of a file is checked before reading.
  /// - Throws: `.noInput` if the file is missing or unreadable; `.badData` if it is not a regular
  ///   file or has more than `limit` bytes.
  package static func read(
    _ path: String, in tree: FolderTree? = nil, limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    let pieces = if let tree { try tree.pieces(of: path) } else { try InputPieces(path) }
    let tooLarge = HeaderKitError(
      .badData, subject: .file(pieces.subject), reason: "more than \(limit.grouped) bytes",
      remedy: "raise the limit with \(.inputByteLimit)")
    guard pieces.count <= limit else { throw tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.count)
    while true {
      let piece = try pieces.next()
      if piece.isEmpty { return bytes }
      guard bytes.count + piece.count <= limit else { throw tooLarge }
      bytes += piece
    }
  }

  package static func subject(_ path: String) -> String { path == "-" ? "standard input" : path }
}

/// A file, or standard input for `-`, that is read in pieces.
package final class InputPieces {
  fileprivate let subject: String
  private let descriptor: Int32
  /// The size of the file in bytes when it was opened. 0 for standard input.
  package let count: Int

  private static let length = 1 << 20

  /// Opens a file.
  ///
  /// - Throws: `.noInput` if it is missing or unreadable; `.badData` if it is not a regular file.
  package convenience init(_ path: String) throws(HeaderKitError) {
    // Non-blocking, because opening a pipe without a writer would block forever.
    try self.init(
      path: path,
      opened: path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  init(path: String, opened file: Int32) throws(HeaderKitError) {
    subject = InputFile.subject(path)
    descriptor = file
    var status = stat()
    let error = file >= 0 && fstat(file, &status) == 0 ? 0 : errno
    count = path == "-" ? 0 : Int(status.st_size)
    guard path != "-" else { return }
    guard error == 0 else {
      throw error == ENOENT
        ? HeaderKitError(
          .noInput, subject: .file(path), reason: "no such file", remedy: "check the path")
        : HeaderKitError(.noInput, error, of: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "is a folder", remedy: "name a file in it")
    default:
      throw HeaderKitError(
        .badData, subject: .file(path), reason: "is a pipe or a device",
        remedy: "pass - and redirect it to standard input")
    }
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// Reads the next bytes. Empty at the end.
  package func next() throws(HeaderKitError) -> [UInt8] {
    while true {
      var error: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
        let got = PortableFoundation.read(descriptor, buffer.baseAddress, Self.length)
        error = got < 0 ? errno : 0
        count = max(0, got)
      }
      switch error {
      case 0: return piece
      case EINTR: continue
      case EAGAIN:
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = PortableFoundation.poll(&poll, 1, -1)
      default: throw HeaderKitError(.noInput, error, of: subject)
      }
    }
  }
}
