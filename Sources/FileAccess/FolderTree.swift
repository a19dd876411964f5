import PortableFoundation

/// A folder that a user named, held open: what lies below it is written, read and removed without
/// following a symbolic link, whatever other processes put there meanwhile.
///
/// The folder itself may be named by a link. Names are relative to it, `a/b.png`, without `..`.
package final class FolderTree: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Throws `.cannotCreate` for what is no folder.
  package init(_ path: String) throws(HeaderKitError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, errno, of: path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Removes a file, or a folder with what is in it. Throws `.cannotCreate` for a symbolic link and for
  /// what cannot be removed.
  package func remove(_ name: String) throws(HeaderKitError) {
    guard let place = try place(of: name) else { return }
    switch place.kind {
    case nil: return
    case S_IFLNK: throw FolderTree.link(place.path)
    // Nothing in a folder is reached by a link: those in it are removed themselves.
    case S_IFDIR: if (try? FileManager.default.removeItem(atPath: place.path)) != nil { return }
    default: if unlinkat(place.folder, place.last, 0) == 0 { return }
    }
    throw HeaderKitError(
      .cannotCreate, subject: .file(place.path), reason: "cannot be removed",
      remedy: "check its permissions")
  }

  /// Does what no other process does in this folder meanwhile, where the file system has locks.
  package func alone<Result>(
    _ work: () throws(HeaderKitError) -> Result
  ) throws(HeaderKitError) -> Result {
    flock(descriptor, LOCK_EX)
    defer { flock(descriptor, LOCK_UN) }
    return try work()
  }

  /// Removes a file that may be a link, which then goes itself. False where it stays.
  package func removeEntry(_ name: String) -> Bool {
    guard let place = try? place(of: name) else { return false }
    return unlinkat(place.folder, place.last, 0) == 0
  }

  /// Makes a folder where it is missing. Throws `.cannotCreate` for a link or a file in its place.
  package func makeFolder(_ name: String) throws(HeaderKitError) {
    _ = try place(of: name + "/-", makesFolders: true)
  }

  /// Whether something has this name; it may be a link. Throws for a link on the way to it.
  package func has(_ name: String) throws(HeaderKitError) -> Bool {
    try place(of: name)?.kind != nil
  }

  /// Throws `.cannotCreate` for a symbolic link of this name or on the way to it.
  package func refuseLink(_ name: String) throws(HeaderKitError) {
    if let place = try place(of: name), place.kind == S_IFLNK { throw FolderTree.link(place.path) }
  }

  /// Opens a file for reading. Throws `.cannotCreate` for a symbolic link, `.noInput` for what is missing.
  package func pieces(of name: String) throws(HeaderKitError) -> InputPieces {
    guard let place = try place(of: name) else {
      throw HeaderKitError(.noInput, ENOENT, of: path + "/" + name)
    }
    guard place.kind != S_IFLNK else { throw FolderTree.link(place.path) }
    let file = openat(place.folder, place.last, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    return try InputPieces(path: place.path, opened: file)
  }

  /// Opens a file whose bytes are not used, makes it where it is missing. Nil where that cannot be.
  /// Throws `.cannotCreate` for a symbolic link.
  package func openForLocks(_ name: String) throws(HeaderKitError) -> Int32? {
    try refuseLink(name)
    guard let place = try place(of: name) else { return nil }
    let file = openat(
      place.folder, place.last, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    return file >= 0 ? file : nil
  }

  package func touch(_ name: String) {
    guard let place = try? place(of: name) else { return }
    utimensat(place.folder, place.last, nil, AT_SYMLINK_NOFOLLOW)
  }

  fileprivate static let linkReason: MessageText = "is a symbolic link, which is not followed"

  static func link(_ path: String) -> HeaderKitError {
    HeaderKitError(.cannotCreate, subject: .file(path), reason: linkReason, remedy: "remove it")
  }

  final class Place: Sendable {
    /// Open, or the working folder, `AT_FDCWD`, where `last` is a path.
    let folder: Int32
    let last: String
    /// For messages and for `TemporaryFiles`.
    let path: String
    /// One of `S_IFREG`, `S_IFDIR`, ...; nil for what is not there.
    let kind: mode_t?
    /// Nil for what is no file.
    let older: OlderFile?

    init(folder: Int32, last: String, path: String) {
      (self.folder, self.last, self.path) = (folder, last, path)
      var status = stat()
      let exists = fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) == 0
      kind = exists ? status.st_mode & S_IFMT : nil
      older = kind == S_IFREG ? OlderFile(status) : nil
    }

    deinit { if folder != AT_FDCWD { close(folder) } }
  }

  /// Opens the folder of a name, step by step; nil where one is missing.
  ///
  /// - Parameter makesFolders: whether folders that are missing are made.
  func place(of name: String, makesFolders: Bool = false) throws(HeaderKitError) -> Place? {
    let parts = FilePath.parts(of: name)
    guard let last = parts.last, !parts.contains("..") else {
      throw HeaderKitError(.cannotCreate, ENOENT, of: path + "/" + name)
    }
    var place = path
    var folder = dup(descriptor)
    for part in parts.dropLast() {
      place += "/" + part
      if makesFolders, let error = TemporaryFiles.makeFolder(place, part, in: folder) {
        close(folder)
        throw HeaderKitError(.cannotCreate, error, of: place)
      }
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let error = errno
      let isLink = next < 0 && Place(folder: dup(folder), last: part, path: place).kind == S_IFLNK
      close(folder)
      if next < 0, error == ENOENT { return nil }
      guard next >= 0 else {
        throw isLink
          ? FolderTree.link(place)
          : HeaderKitError(.cannotCreate, error, of: place)
      }
      folder = next
    }
    return Place(folder: folder, last: last, path: place + "/" + last)
  }
}

extension HeaderKitError {
  package var isOfLink: Bool { reason == FolderTree.linkReason }
}

/// What a file that is replaced passes on: owner, group and permissions.
struct OlderFile: Equatable {
  let owner: uid_t
  let group: gid_t
  let mode: mode_t

  /// Throws `.cannotCreate` where a new file would be another user's: only the superuser can give it
  /// away.
  func check(replacedBy user: uid_t = geteuid(), at path: String) throws(HeaderKitError) {
    guard owner != user, user != 0 else { return }
    throw HeaderKitError(
      .cannotCreate, subject: .file(path), reason: "belongs to another user",
      remedy: "remove it, or choose another name")
  }

  /// Gives the new file what this one has; a group that its owner is not in stays away.
  func passOn(to descriptor: Int32) {
    if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, owner, gid_t.max) }
    fchmod(descriptor, mode)
  }
}

extension OlderFile {
  init(_ status: stat) {
    self.init(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o777)
  }
}
