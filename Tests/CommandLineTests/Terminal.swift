import Foundation

/// A terminal without a screen.
final class Terminal {
  /// What a program sees as its terminal.
  let user: FileHandle
  /// What the screen and the keyboard would be.
  let screen: FileHandle

  init?() {
    let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
    guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
      let name = ptsname(descriptor)
    else { return nil }
    let other = open(name, O_RDWR | O_NOCTTY)
    guard other >= 0 else { return nil }
    screen = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    user = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }
}
