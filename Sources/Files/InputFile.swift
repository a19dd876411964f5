import Foundation
import Numerics

/// Reads input files whole, within a limit.
package enum InputFile {
  /// Bytes asked for at a time.
  private static let pieceLength = 1 << 20

  /// The bytes of a file, or of standard input for `-`.
  ///
  /// Throws `.noInput` for what is missing or unreadable, `.badData` for a path that is no regular
  /// file and for more than `limit` bytes: for a file before any of it is read.
  package static func read(_ path: String, limit: Int) throws(HeaderKitError) -> [UInt8] {
    if path == "-" {
      return try read(STDIN_FILENO, subject: "standard input", limit: limit)
    }
    // Without waiting: a pipe that nobody writes to would hold us for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? HeaderKitError(
          .noInput, subject: .file(path), reason: "no such file", remedy: "check the path")
        : HeaderKitError(.noInput, subject: .file(path), systemError: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw HeaderKitError(
        .badData, subject: .file(path), reason: "is a pipe or a device",
        remedy: "give - and direct it to standard input")
    }
    return try read(descriptor, subject: path, limit: limit)
  }

  /// What a path is called in messages.
  package static func subject(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The next bytes of standard input; empty at its end.
  package static func nextPiece() throws(HeaderKitError) -> [UInt8] {
    try piece(of: STDIN_FILENO, subject: "standard input")
  }

  private static func read(
    _ descriptor: Int32, subject: String, limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    var status = stat()
    var bytes: [UInt8] = []
    if fstat(descriptor, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw HeaderKitError(
          .noInput, subject: .file(subject), reason: "is a folder", remedy: "name a file in it")
      }
      guard status.st_size <= limit else { throw tooLarge(subject, limit) }
      bytes.reserveCapacity(Int(status.st_size))
    }
    while true {
      let piece = try piece(of: descriptor, subject: subject)
      if piece.isEmpty { return bytes }
      guard bytes.count + piece.count <= limit else { throw tooLarge(subject, limit) }
      bytes += piece
    }
  }

  private static func piece(
    of descriptor: Int32, subject: String
  ) throws(HeaderKitError) -> [UInt8] {
    while true {
      var error: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: pieceLength) { buffer, count in
        let got = Foundation.read(descriptor, buffer.baseAddress, pieceLength)
        error = got < 0 ? errno : 0
        count = max(0, got)
      }
      switch error {
      case 0: return piece
      case EINTR: continue
      case EAGAIN:
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
      default: throw HeaderKitError(.noInput, subject: .file(subject), systemError: error)
      }
    }
  }

  private static func tooLarge(_ subject: String, _ limit: Int) -> HeaderKitError {
    HeaderKitError(
      .badData, subject: .file(subject), reason: "more than \(limit.grouped) bytes",
      remedy: "raise the limit with \(.inputByteLimit)")
  }
}
