import CFileExchange
import PortableFoundation

/// A folder of frames that changes from the old frames to the new ones.
///
/// What is promised to whoever reads the folder, also if the process is killed at any moment:
///
/// - A folder that holds frames of the pattern and nothing else, or that is not there yet, changes in
///   one step: all old frames or all new ones.
/// - Other folders (with files of others in them, the folder one is working in, file systems without
///   an exchange) get the new frames one by one, then lose the old ones that are left over. If that
///   is cut off, the frames that are still to come lie beside them in a hidden folder, and the next
///   run that writes frames there completes the change first.
package final class FrameFolder {
  package let path: String
  private let pattern: FramePattern
  private let staging: String
  /// The folder at `staging`; nil once the frames have their place.
  private var prepared: TemporaryDirectory?

  /// Names of a change that has begun end in this, of one that is prepared in `tmp`.
  private static let journalEnding = "change"
  /// The names to be removed, each ended by a zero byte; not a frame's name in any pattern.
  private static let staleList = ".stale"

  /// Makes the folder for new frames, beside the frames' own or, if that cannot be, in it.
  package init(_ pattern: FramePattern) throws(HeaderKitError) {
    self.pattern = pattern
    let path = pattern.folderPath
    self.path = path
    let real = FileIdentity.realPath(of: path)
    try FrameFolder.check(path)
    FrameFolder.completeChanges(of: path)
    AbandonedFiles.remove(beside: real ?? path)
    AbandonedFiles.remove(beside: path + "/frames")
    let beside = TemporaryName.beside(real ?? path)
    try TemporaryFiles.makeFolder(FileIdentity.parts(of: beside).folder, for: path)
    func make(_ place: String) throws(HeaderKitError) -> TemporaryDirectory {
      try TemporaryDirectory(at: place, mode: 0o777, for: path)
    }
    let isReplaceable = real.map(FrameFolder.isReplaceable) ?? true
    let made =
      if isReplaceable, let made = try? make(beside) {
        made
      } else {
        try make(TemporaryName.beside(path + "/frames"))
      }
    (prepared, staging) = (made, made.path)
  }

  package func write(_ bytes: [UInt8], to name: String) throws(HeaderKitError) {
    let (place, frame) = (staging + "/" + name, path + "/" + name)
    let (descriptor, error) = TemporaryFiles.undisturbed {
      let descriptor = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      return (descriptor, errno)
    }
    guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, error, of: frame) }
    if let error = bytes.write(to: descriptor) {
      close(descriptor)
      throw HeaderKitError(.writeFailed, error, of: frame)
    }
    guard close(descriptor) == 0 else { throw HeaderKitError(.writeFailed, errno, of: frame) }
  }

  package func staleNames(beside new: Set<String>) -> [String] {
    FrameFolder.names(in: path).filter { pattern.matches($0) && !new.contains($0) }
  }

  /// Throws `.cannotCreate` where a folder has the name of a frame.
  package func refuseFolders(among names: [String]) throws(HeaderKitError) {
    for name in names where FileIdentity.isFolder(path + "/" + name, followingLinks: false) {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path + "/" + name), reason: "is a folder",
        remedy: "remove it")
    }
  }

  package func commit(_ names: [String]) throws(HeaderKitError) {
    if !TemporaryFiles.undisturbed({ takesPlaceWhole() }) { try moveOneByOne(names) }
    prepared = nil
  }

  /// Whether the new folder could take the old one's place, which then has its name.
  private func takesPlaceWhole() -> Bool {
    guard let real = FileIdentity.realPath(of: path) else { return rename(staging, path) == 0 }
    guard FrameFolder.isReplaceable(real), FrameFolder.names(in: real).allSatisfy(pattern.matches)
    else { return false }
    var status = stat()
    guard stat(real, &status) == 0, status.st_uid == geteuid(),
      chmod(staging, status.st_mode & 0o7777) == 0, twheader_exchange_files(staging, real) == 0
    else { return false }
    // What another process put there at the last moment.
    for name in FrameFolder.names(in: staging) where !pattern.matches(name) {
      rename(staging + "/" + name, real + "/" + name)
    }
    return true
  }

  private func moveOneByOne(_ names: [String]) throws(HeaderKitError) {
    try TemporaryFiles.makeFolder(path, for: path)
    let stale = staleNames(beside: Set(names))
    try write(stale.flatMap { Array($0.utf8) + [0] }, to: FrameFolder.staleList)
    let journal =
      TemporaryName.beside(path + "/frames").dropLast("tmp".count) + FrameFolder.journalEnding
    guard rename(staging, String(journal)) == 0 else {
      throw HeaderKitError(.writeFailed, errno, of: path)
    }
    for name in names where rename(journal + "/" + name, path + "/" + name) != 0 {
      throw HeaderKitError(.writeFailed, errno, of: path + "/" + name)
    }
    for name in stale { unlink(path + "/" + name) }
    try? FileManager.default.removeItem(atPath: String(journal))
  }

  /// Throws `.cannotCreate` for a file or a link that leads nowhere, and a folder that may not be
  /// written.
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

  /// Whether a folder may be exchanged for another: not one that this process is working in.
  private static func isReplaceable(_ folder: String) -> Bool {
    let current = FileManager.default.currentDirectoryPath
    return folder != "/" && !FilePath.lies(current + "/", in: folder)
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
