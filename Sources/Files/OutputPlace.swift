import Foundation

/// What stands under an output's name before anything is written.
enum OutputPlace: Equatable {
  /// A file, there already or not; `path` is what symbolic links lead to, `mode` the permissions of
  /// the file there.
  case file(path: String, mode: mode_t?)
  /// A device, a pipe or a socket: there is nothing to replace, it is written to.
  case stream

  /// As many as Linux follows.
  private static let longestChain = 40

  /// Throws `.cannotCreate` for a folder, a file that may not be written, links that go round.
  init(_ path: String) throws(HeaderKitError) {
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        guard access(path, W_OK) == 0 else {
          throw HeaderKitError(
            .cannotCreate, subject: path, reason: "is read-only",
            hint: "make it writable, or choose another name")
        }
        self = .file(path: try OutputPlace.end(of: path), mode: status.st_mode & 0o777)
      case S_IFDIR:
        throw HeaderKitError(
          .cannotCreate, subject: path, reason: "is a folder", hint: "name a file")
      default:
        self = .stream
      }
    } else if errno == ENOENT {
      self = .file(path: try OutputPlace.end(of: path), mode: nil)
    } else {
      throw HeaderKitError(.cannotCreate, subject: path, systemError: errno)
    }
  }

  /// What the symbolic link `path` leads to, be it there or not; `path` if it is none.
  static func end(of path: String) throws(HeaderKitError) -> String {
    var place = path
    for _ in 0..<longestChain {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      guard let target else { return place }
      place =
        target.hasPrefix("/")
        ? target
        : URL(fileURLWithPath: place).deletingLastPathComponent().appendingPathComponent(target)
          .path
    }
    throw HeaderKitError(.cannotCreate, subject: path, systemError: ELOOP)
  }
}
