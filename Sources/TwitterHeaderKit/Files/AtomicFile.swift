import Foundation

/// A file that appears under its name when it is complete, and not before.
///
/// Bytes go to a temporary name beside it; `commit` renames. Dropped without `commit`, nothing is
/// left and an older file stays as it was. `-` is standard output and has no such guard.
package struct AtomicFile: ~Copyable {
  private let path: String
  private let temporary: String?
  private let handle: FileHandle
  private var isCommitted = false

  /// Throws `.cannotCreate` when the place cannot be written.
  package init(_ path: String) throws(HeaderKitError) {
    self.path = path
    if path == "-" {
      temporary = nil
      handle = .standardOutput
      return
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw HeaderKitError(
        .cannotCreate, subject: path, reason: "is a folder", hint: "name a file")
    }
    let name = TemporaryFiles.name(beside: path)
    guard FileManager.default.createFile(atPath: name, contents: nil),
      let handle = FileHandle(forWritingAtPath: name)
    else {
      throw HeaderKitError(
        .cannotCreate, subject: path, reason: "cannot be created",
        hint: "check that its folder exists and can be written")
    }
    TemporaryFiles.add(name)
    temporary = name
    self.handle = handle
  }

  /// Throws `.writeFailed` (disk full, pipe closed).
  package func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    guard !bytes.isEmpty else { return }
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw HeaderKitError(
        .writeFailed, subject: path == "-" ? "standard output" : path, reason: "writing failed",
        hint: "check that the disk has room and the reader of a pipe stays")
    }
  }

  /// Gives the file its name.
  ///
  /// - Parameter durably: whether the bytes are on the disk before the name is given.
  package mutating func commit(durably: Bool = false) throws(HeaderKitError) {
    guard let temporary else { return }
    do {
      if durably { try handle.synchronize() }
      try handle.close()
      guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      throw HeaderKitError(.writeFailed, subject: path, reason: "cannot be completed")
    }
    TemporaryFiles.forget(temporary)
    isCommitted = true
  }

  deinit {
    guard let temporary, !isCommitted else { return }
    try? handle.close()
    try? FileManager.default.removeItem(atPath: temporary)
    TemporaryFiles.forget(temporary)
  }
}
