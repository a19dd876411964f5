import Foundation

/// A folder of its own among the system's temporary files, gone with its last user and with an
/// interrupted process.
public final class ScratchFolder: Sendable {
  /// Absolute.
  public let path: String

  /// Makes it. Throws `.cannotCreate`.
  public init() throws(HeaderKitError) {
    let path = NSTemporaryDirectory() + "twheader-" + UUID().uuidString
    let made = TemporaryFiles.create(path) { mkdir(path, 0o700) == 0 ? path : nil }
    guard made != nil else {
      throw HeaderKitError(
        .cannotCreate, subject: path, reason: "cannot be created",
        hint: "check TMPDIR and its permissions")
    }
    self.path = path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    TemporaryFiles.forget(path)
  }
}
