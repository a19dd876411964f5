import CPlatform
import PortableFoundation

/// Replaces the frames in a folder.
///
/// Readers of the folder have these guarantees, even if the process is killed at any time:
///
/// - A folder that contains only frames of the pattern, or does not exist, changes atomically: it
///   has either all old or all new frames.
/// - Other folders (with other files, the current working folder, file systems without atomic
///   exchange) receive the new frames one by one, then the remaining old ones are removed. If the
///   process is killed in between, the missing frames are in a hidden folder next to the others,
///   and the next run that writes frames there completes the change first.
package final class FrameFolder {
  package let path: String
  private let pattern: FramePattern
  private let staging: String
  /// The folder at `staging`. `nil` once the frames are in place.
  private var prepared: TemporaryDirectory?

  /// The extension of folders whose change has begun. Before that it is `tmp`.
  private static let journalEnding = "change"
  /// The name of the list of files to remove, each terminated by a zero byte. It does not match any
  /// pattern of frames.
  private static let staleList = ".stale"

  /// Creates the folder for the new frames, next to the final folder or, if that fails, inside of
  /// it.
  package init(_ pattern: FramePattern) throws(HeaderKitError) {
    self.pattern = pattern
    let path = pattern.folderPath
    self.path = path
    let real = FileIdentity.realPath(of: path)
    try FrameFolder.check(path)
    FrameFolder.completeChanges(of: path)
    AbandonedFiles.remove(for: real ?? path)
    AbandonedFiles.remove(for: path + "/frames")
    let sibling = TemporaryName.path(for: real ?? path)
    try TemporaryFiles.makeFolder(FileIdentity.parts(of: sibling).folder, for: path)
    func make(_ folder: String) throws(HeaderKitError) -> TemporaryDirectory {
      try TemporaryDirectory(at: folder, mode: 0o777, for: path)
    }
    let isReplaceable = real.map(FrameFolder.isReplaceable) ?? true
    let directory =
      if isReplaceable, let directory = try? make(sibling) {
        directory
      } else {
        try make(TemporaryName.path(for: path + "/frames"))
      }
    prepared = directory
    staging = directory.path
  }

  package func write(_ bytes: [UInt8], to name: String) throws(HeaderKitError) {
    let temporary = staging + "/" + name
    let frame = path + "/" + name
    let (descriptor, error) = TemporaryFiles.withoutInterruption {
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      return (descriptor, errno)
    }
    guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, error, of: frame) }
    if let error = bytes.write(to: descriptor) {
      close(descriptor)
      throw HeaderKitError(.writeFailed, error, of: frame)
    }
    guard close(descriptor) == 0 else { throw HeaderKitError(.writeFailed, errno, of: frame) }
  }

  package func staleNames(replacedBy new: Set<String>) -> [String] {
    FrameFolder.names(in: path).filter { pattern.matches($0) && !new.contains($0) }
  }

  /// Checks that no folder has the name of a frame.
  ///
  /// - Throws: `.cannotCreate` if one does.
  package func refuseFolders(among names: [String]) throws(HeaderKitError) {
    for name in names where FileIdentity.isFolder(path + "/" + name, followingLinks: false) {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path + "/" + name), reason: "is a folder",
        remedy: "remove it")
    }
  }

  package func commit(_ names: [String]) throws(HeaderKitError) {
    if !TemporaryFiles.withoutInterruption({ replacesFolder() }) { try moveFiles(names) }
    prepared = nil
  }

  /// Replaces the whole folder. Returns `false` if that is not possible.
  private func replacesFolder() -> Bool {
    guard let real = FileIdentity.realPath(of: path) else { return rename(staging, path) == 0 }
    guard FrameFolder.isReplaceable(real), FrameFolder.names(in: real).allSatisfy(pattern.matches)
    else { return false }
    var status = stat()
    guard stat(real, &status) == 0, status.st_uid == geteuid(),
      chmod(staging, status.st_mode & 0o7777) == 0, twheader_exchange_files(staging, real) == 0
    else { return false }
    // Files that another process created at the last moment.
    for name in FrameFolder.names(in: staging) where !pattern.matches(name) {
      rename(staging + "/" + name, real + "/" + name)
    }
    return true
  }

  private func moveFiles(_ names: [String]) throws(HeaderKitError) {
    try TemporaryFiles.makeFolder(path, for: path)
    let stale = staleNames(replacedBy: Set(names))
    try write(stale.flatMap { Array($0.utf8) + [0] }, to: FrameFolder.staleList)
    let journal =
      TemporaryName.path(for: path + "/frames").dropLast("tmp".count) + FrameFolder.journalEnding
    guard rename(staging, String(journal)) == 0 else {
      throw HeaderKitError(.writeFailed, errno, of: path)
    }
    for name in names where rename(journal + "/" + name, path + "/" + name) != 0 {
      throw HeaderKitError(.writeFailed, errno, of: path + "/" + name)
    }
    for name in stale { unlink(path + "/" + name) }
    try? FileManager.default.removeItem(atPath: String(journal))
  }

  /// Checks that the path can be a folder of frames.
  ///
  /// - Throws: `.cannotCreate` if it is a file, a dangling link, or a folder without write
  ///   permission.
  private static func check(_ path: String) throws(HeaderKitError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw HeaderKitError(.cannotCreate, ENOTDIR, of: path)
    }
    guard access(path, W_OK) == 0 else { throw HeaderKitError(.cannotCreate, errno, of: path) }
  }

  private static func completeChanges(of folder: String) {
    for file in names(in: folder) {
      guard let name = TemporaryName(file, ending: journalEnding), name.isAbandoned else {
        continue
      }
      let journal = folder + "/" + file
      let list = FileManager.default.contents(atPath: journal + "/" + staleList) ?? Data()
      for frame in names(in: journal) where frame != staleList {
        rename(journal + "/" + frame, folder + "/" + frame)
      }
      for stale in list.split(separator: 0) {
        let frame = String(decoding: stale, as: UTF8.self)
        if FilePath.split(frame).folder.isEmpty { unlink(folder + "/" + frame) }
      }
      try? FileManager.default.removeItem(atPath: journal)
    }
  }

  /// Returns whether the folder may be exchanged: not if it contains the working folder of this
  /// process.
  private static func isReplaceable(_ folder: String) -> Bool {
    let current = FileManager.default.currentDirectoryPath
    return folder != "/" && !FilePath.isDescendant(current + "/", of: folder)
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  deinit {
    guard prepared != nil else { return }
    prepared = nil
    TemporaryFiles.removeEmptyFolders(above: path)
  }
}
