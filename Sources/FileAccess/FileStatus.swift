package import PortableFoundation

/// The size, time and identity of a file.
///
/// It calls `stat` directly, because `FileManager.attributesOfItem` also looks up the owner's name and
/// traps if no file descriptor is left for that.
package struct FileStatus: Hashable, Sendable {
  /// The size in bytes.
  package let bytes: Int
  /// The time of the last modification.
  package let modified: Date
  /// The inode number. It changes if an editor saves by renaming a new file.
  package let number: UInt64
  package let isFolder: Bool

  /// Returns `nil` if the file does not exist or cannot be examined.
  ///
  /// - Parameter followingLinks: Whether a symbolic link stands for its target.
  package init?(_ path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    bytes = Int(status.st_size)
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    modified = Date(
      timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    number = UInt64(status.st_ino)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
