import Foundation
import Testing

/// A pseudo-terminal.
final class Terminal {
  /// The side that a program uses as its terminal.
  let user: FileHandle
  /// The end that receives the program's output.
  let screen: FileHandle

  /// True if the system provides pseudo-terminals.
  static let isAvailable = Terminal() != nil
  static let reason: Comment = "no pseudo-terminal: /dev/pts is not mounted"

  init?() {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0, let name = Terminal.nameOfOtherSide(of: descriptor) else { return nil }
    let other = open(name, O_RDWR | O_NOCTTY)
    guard other >= 0 else { return nil }
    screen = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    user = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }

  #if os(Linux)
    // The Glibc module does not export `grantpt` and similar functions. These are the requests of
    // their `ioctl` calls.
    private static let getNumber: UInt = 0x8004_5430
    private static let setLock: UInt = 0x4004_5431

    private static func nameOfOtherSide(of descriptor: Int32) -> String? {
      var (lock, number): (Int32, Int32) = (0, 0)
      guard ioctl(descriptor, setLock, &lock) == 0, ioctl(descriptor, getNumber, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    }
  #else
    private static func nameOfOtherSide(of descriptor: Int32) -> String? {
      guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0 else { return nil }
      return ptsname(descriptor).map { String(cString: $0) }
    }
  #endif
}
