import Foundation

extension HeaderKitError {
  /// What the system says of a file, in the kit's words: the same in every locale.
  package init(_ code: Code, subject: String, systemError: Int32) {
    let (reason, hint) = HeaderKitError.words(for: systemError)
    let isFull = [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains(systemError)
    self.init(
      code == .cannotCreate && isFull ? .writeFailed : code, subject: subject, reason: reason,
      hint: hint)
  }

  private static func words(for systemError: Int32) -> (reason: String, hint: String) {
    switch systemError {
    case ENOENT: ("no such file or folder", "check that its folder exists")
    case ENOTDIR: ("a part of the path is not a folder", "check the path")
    case EISDIR: ("is a folder", "name a file")
    case EACCES, EPERM: ("permission denied", "check the permissions of the file and its folder")
    case EROFS: ("is on a file system that cannot be written", "choose another folder")
    case ENAMETOOLONG: ("the name is too long", "choose a shorter one")
    case ELOOP: ("symbolic links lead round in a circle", "check where they lead")
    case ENOSPC, EDQUOT: ("no room is left on the disk", "make room, or choose another folder")
    case EFBIG: ("the file would be larger than is allowed", "raise the limit of file sizes")
    case EPIPE: ("the reader closed the pipe", "let it read to the end")
    case EMFILE, ENFILE: ("too many files are open", "raise the limit of open files")
    case EIO: ("the device failed", "check the disk")
    default: ("the system refuses with error \(systemError)", "check the path and the disk")
    }
  }
}
