import PortableFoundation

/// An open folder whose contents are read, written and removed without following symbolic links,
/// even if another process creates links concurrently.
///
/// The folder itself may be given by a link. Names are relative to it, such as `a/b.png`, and must
/// not contain `..`.
package final class FolderTree: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Opens a folder.
  ///
  /// - Throws: `.cannotCreate` if the path is not a folder.
  package init(_ path: String) throws(HeaderKitError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, errno, of: path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Removes a file, or a folder with its contents. Does nothing if it does not exist.
  ///
  /// - Throws: `.cannotCreate` for a symbolic link, or if it cannot be removed.
  package func remove(_ name: String) throws(HeaderKitError) {
    guard let entry = try entry(of: name) else { return }
    switch entry.kind {
    case nil: return
    case S_IFLNK: throw FolderTree.link(entry.path)
    // Symbolic links in the folder are removed, not followed.
    case S_IFDIR: if (try? FileManager.default.removeItem(atPath: entry.path)) != nil { return }
    default: if unlinkat(entry.folder, entry.last, 0) == 0 { return }
    }
    throw HeaderKitError(
      .cannotCreate, subject: .file(entry.path), reason: "cannot be removed",
      remedy: "check its permissions")
  }

  /// Runs `work` with a lock on the folder that excludes other processes, if the file system
  /// supports locks.
  package func withLock<Result>(
    _ work: () throws(HeaderKitError) -> Result
  ) throws(HeaderKitError) -> Result {
    flock(descriptor, LOCK_EX)
    defer { flock(descriptor, LOCK_UN) }
    return try work()
  }

  /// Removes a file or a symbolic link. Returns `false` if it cannot be removed.
  package func removeEntry(_ name: String) -> Bool {
    guard let entry = try? entry(of: name) else { return false }
    return unlinkat(entry.folder, entry.last, 0) == 0
  }

  /// Creates a folder if necessary.
  ///
  /// - Throws: `.cannotCreate` if the path is a symbolic link or a file.
  package func makeFolder(_ name: String) throws(HeaderKitError) {
    // Creates the parent folders of an entry called `-`, which is not created itself.
    _ = try entry(of: name + "/-", makesFolders: true)
  }

  /// Returns whether a file, folder or symbolic link of this name exists.
  ///
  /// - Throws: `.cannotCreate` if a parent folder is a symbolic link.
  package func has(_ name: String) throws(HeaderKitError) -> Bool {
    try entry(of: name)?.kind != nil
  }

  /// Checks that neither the path nor a parent folder is a symbolic link.
  ///
  /// - Throws: `.cannotCreate` if one is.
  package func refuseLink(_ name: String) throws(HeaderKitError) {
    if let entry = try entry(of: name), entry.kind == S_IFLNK { throw FolderTree.link(entry.path) }
  }

  /// Opens a file for reading.
  ///
  /// - Throws: `.cannotCreate` for a symbolic link; `.noInput` if the file is missing.
  package func pieces(of name: String) throws(HeaderKitError) -> InputPieces {
    guard let entry = try entry(of: name) else {
      throw HeaderKitError(.noInput, ENOENT, of: path + "/" + name)
    }
    guard entry.kind != S_IFLNK else { throw FolderTree.link(entry.path) }
    let file = openat(entry.folder, entry.last, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    return try InputPieces(path: entry.path, opened: file)
  }

  /// Opens a file whose bytes are not used, and creates it if necessary. Returns its descriptor, or
  /// `nil` if that fails.
  ///
  /// - Throws: `.cannotCreate` for a symbolic link.
  package func openForLocks(_ name: String) throws(HeaderKitError) -> Int32? {
    try refuseLink(name)
    guard let entry = try entry(of: name) else { return nil }
    let file = openat(
      entry.folder, entry.last, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    return file >= 0 ? file : nil
  }

  /// Sets the modification time of a file or a symbolic link to now, if it exists.
  package func touch(_ name: String) {
    guard let entry = try? entry(of: name) else { return }
    utimensat(entry.folder, entry.last, nil, AT_SYMLINK_NOFOLLOW)
  }

  fileprivate static let linkReason: MessageText = "is a symbolic link, which is not followed"

  static func link(_ path: String) -> HeaderKitError {
    HeaderKitError(.cannotCreate, subject: .file(path), reason: linkReason, remedy: "remove it")
  }

  /// A path in an open folder, and the type of the file that exists there.
  final class Entry: Sendable {
    /// The descriptor of the folder, or `AT_FDCWD` if `last` is a path relative to the working
    /// folder.
    let folder: Int32
    /// The last component of the path, or a path relative to the working folder.
    let last: String
    /// The path for messages and for `TemporaryFiles`.
    let path: String
    /// The file type: `S_IFREG`, `S_IFDIR` etc. `nil` if nothing exists there.
    let kind: mode_t?
    /// The regular file that exists there, or `nil`.
    let replaced: ReplacedFile?

    init(folder: Int32, last: String, path: String) {
      self.folder = folder
      self.last = last
      self.path = path
      var status = stat()
      let exists = fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) == 0
      kind = exists ? status.st_mode & S_IFMT : nil
      replaced = kind == S_IFREG ? ReplacedFile(status) : nil
    }

    deinit { if folder != AT_FDCWD { close(folder) } }
  }

  /// Opens the parent folder of a name, one component at a time. `nil` if one is missing.
  ///
  /// - Parameter makesFolders: Whether to create missing folders.
  func entry(of name: String, makesFolders: Bool = false) throws(HeaderKitError) -> Entry? {
    let parts = FilePath.parts(of: name)
    guard let last = parts.last, !parts.contains("..") else {
      throw HeaderKitError(.cannotCreate, ENOENT, of: path + "/" + name)
    }
    var current = path
    var folder = dup(descriptor)
    for part in parts.dropLast() {
      current += "/" + part
      if makesFolders, let error = TemporaryFiles.makeFolder(current, part, in: folder) {
        close(folder)
        throw HeaderKitError(.cannotCreate, error, of: current)
      }
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let error = errno
      let isLink = next < 0 && Entry(folder: dup(folder), last: part, path: current).kind == S_IFLNK
      close(folder)
      if next < 0, error == ENOENT { return nil }
      guard next >= 0 else {
        throw isLink
          ? FolderTree.link(current)
          : HeaderKitError(.cannotCreate, error, of: current)
      }
      folder = next
    }
    return Entry(folder: folder, last: last, path: current + "/" + last)
  }
}

extension HeaderKitError {
  package var isOfLink: Bool { reason == FolderTree.linkReason }
}

/// The owner, group and permissions of a file that will be replaced.
struct ReplacedFile: Equatable {
  let owner: uid_t
  let group: gid_t
  let mode: mode_t

  /// Checks that the replacement can have the same owner.
  ///
  /// - Throws: `.cannotCreate` if the file belongs to another user, because only the superuser can
  ///   change the owner.
  func check(replacedBy user: uid_t = geteuid(), at path: String) throws(HeaderKitError) {
    guard owner != user, user != 0 else { return }
    throw HeaderKitError(
      .cannotCreate, subject: .file(path), reason: "belongs to another user",
      remedy: "remove it, or choose another name")
  }

  /// Applies owner, group and permissions to the new file. If the user is not a member of the
  /// group, it is left out.
  func apply(to descriptor: Int32) {
    if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, owner, gid_t.max) }
    fchmod(descriptor, mode)
  }
}

extension ReplacedFile {
  init(_ status: stat) {
    self.init(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o777)
  }
}
