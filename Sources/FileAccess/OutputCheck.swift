import PortableFoundation

/// Rejects outputs that would overwrite inputs or each other.
package enum OutputCheck {
  /// Checks outputs. Files are identified even if they have several names: symbolic links, `./`,
  /// hard links.
  ///
  /// - Parameters:
  ///   - files: Outputs that are single files; `-` is standard output.
  ///   - targets: Outputs of animations.
  ///   - inputs: Files and folders that are read; `-` is standard input.
  /// - Throws: `.usage` if two outputs are the same file, one is a file where another needs a
  ///   folder, or an output is also an input.
  package static func check(
    files: [String] = [], targets: [OutputTarget] = [], inputs: [String]
  ) throws(HeaderKitError) {
    var planned = PlannedOutputs<String>()
    var seen: Set<FileIdentity> = []
    let read = inputs.map { FileIdentity($0, stream: STDIN_FILENO) }
    for output in files.map({ Output($0) }) + targets.map({ Output($0.path, $0.framePattern) }) {
      switch output.plan(among: &planned) {
      case .sameFile?, .sameFrames?: throw duplicate(output)
      case .needsFolder(let other)?, .isFolder(let other)?:
        throw HeaderKitError(
          .usage, subject: .file(output.path),
          reason: "and \(other): one is a file where the other needs a folder",
          remedy: "give each output its own name")
      case nil: break
      }
      // Detects standard output that is given twice, and two names of the same file.
      guard output.pattern != nil || seen.insert(output.identity).inserted else {
        throw duplicate(output)
      }
      guard !zip(read, inputs).contains(where: output.overwrites) else {
        throw HeaderKitError(
          .usage, subject: .file(output.path), reason: "is both input and output",
          remedy: "give the output another name")
      }
    }
  }

  private static func duplicate(_ output: Output) -> HeaderKitError {
    HeaderKitError(
      .usage, subject: .file(output.path), reason: "is given as output twice",
      remedy: "give each output its own name")
  }
}

private struct Output {
  let path: String
  let pattern: FramePattern?
  /// The identity of the file or of the folder of frames.
  let identity: FileIdentity

  init(_ path: String, _ pattern: FramePattern? = nil) {
    self.path = path
    self.pattern = pattern
    identity = FileIdentity(pattern?.folderPath ?? path, stream: STDOUT_FILENO)
  }

  /// Adds the output by its resolved path. Returns the conflict with an earlier output, or `nil` if
  /// there is none.
  func plan(among outputs: inout PlannedOutputs<String>) -> PlannedOutputs<String>.Conflict? {
    guard path != "-" else { return nil }
    let resolved = FileIdentity.resolvedPath(of: pattern?.folderPath ?? path)
    return outputs.add(resolved, pattern?.moved(to: resolved), from: path)
  }

  /// Returns whether the output would overwrite an input: the file, the folder of frames, or a file
  /// in it.
  func overwrites(_ input: FileIdentity, at path: String) -> Bool {
    guard input != identity else { return true }
    guard let pattern, path != "-" else { return false }
    let (folder, name) = FileIdentity.parts(of: path)
    return FileIdentity(folder, stream: STDOUT_FILENO) == identity && pattern.matches(name)
  }
}

/// The identity of a file, regardless of its names.
package enum FileIdentity: Hashable {
  /// An existing file, by its device and inode number.
  case existing(device: UInt64, number: UInt64)
  /// A file that does not exist yet, by its name in an existing folder. `folder` is the folder's
  /// inode number.
  case name(device: UInt64, folder: UInt64, name: String)
  /// A file whose folder does not exist yet.
  case path(String)
  /// Standard input or output that is not a file, by its descriptor.
  case stream(Int32)

  package init(_ path: String, stream descriptor: Int32) {
    var status = stat()
    if path == "-" {
      let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      self = isFile ? FileIdentity(status) : .stream(descriptor)
      return
    }
    if stat(path, &status) == 0 {
      self = FileIdentity(status)
      return
    }
    var target = (try? FolderTree.Entry.end(of: path)) ?? path
    if stat(FileIdentity.parts(of: target).folder, &status) != 0 {
      // The folder does not exist yet, and `..` may lead out of it again.
      target = URL(fileURLWithPath: target).standardizedFileURL.path
    }
    let (folder, name) = FileIdentity.parts(of: target)
    if stat(folder, &status) == 0 {
      self = .name(device: UInt64(status.st_dev), folder: UInt64(status.st_ino), name: name)
    } else {
      self = .path(target)
    }
  }

  /// Returns the path relative to a folder. Both must be free of links and dots.
  package static func relativePath(of path: String, from folder: String) -> String {
    let target = FilePath.parts(of: path)
    let start = FilePath.parts(of: folder)
    let common = zip(target, start).prefix { $0 == $1 }.count
    let parts = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  private init(_ status: stat) {
    self = .existing(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Splits a path into its folder, or `.` if there is none, and its last component. Ignores
  /// trailing slashes.
  package static func parts(of path: String) -> (folder: String, name: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let (folder, name) = FilePath.split(path)
    return (folder.isEmpty ? "." : folder == "/" ? "/" : String(folder.dropLast()), name)
  }

  /// Returns whether a folder of this name exists. A link to a folder counts only if links are
  /// followed.
  package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
    var status = stat()
    let isThere = (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0
    return isThere && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the path without links and dots. The file need not exist.
  package static func resolvedPath(of path: String) -> String {
    if let real = realPath(of: path) { return real }
    let standard = URL(fileURLWithPath: path).standardizedFileURL.path
    if let real = realPath(of: standard) { return real }
    let (folder, name) = parts(of: standard)
    guard folder != standard, folder != "/" else { return standard }
    return resolvedPath(of: folder) + "/" + name
  }

  /// Returns whether two paths are equal or one contains the other.
  package static func isNested(_ first: String, _ second: String) -> Bool {
    let (first, second) = (resolvedPath(of: first), resolvedPath(of: second))
    return FilePath.isDescendant(first + "/", of: second)
      || FilePath.isDescendant(second + "/", of: first)
  }

  /// Returns the path without links and dots, or `nil` if the file does not exist.
  package static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

extension FolderTree.Entry {
  /// Resolves the path of an output, which may not exist yet. Follows symbolic links, unlike the
  /// entries of a `FolderTree`. `nil` for standard output, a device, a pipe or a socket, which are
  /// written directly.
  ///
  /// - Throws: `.cannotCreate` if the path is a folder or a file without write permission, or if
  ///   its links form a cycle.
  convenience init?(ofOutput path: String) throws(HeaderKitError) {
    var status = stat()
    guard path != "-" else { return nil }
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        guard access(path, W_OK) == 0 else {
          throw HeaderKitError(
            .cannotCreate, subject: .file(path), reason: "is read-only",
            remedy: "make it writable, or choose another name")
        }
        try ReplacedFile(status).check(at: path)
      case S_IFDIR:
        throw HeaderKitError(
          .cannotCreate, subject: .file(path), reason: "is a folder", remedy: "name a file")
      default: return nil
      }
    } else if errno != ENOENT {
      throw HeaderKitError(.cannotCreate, errno, of: path)
    }
    let file = try Self.end(of: path)
    self.init(folder: AT_FDCWD, last: file, path: file)
  }

  /// The maximum number of symbolic links that are followed, as in Linux.
  private static let longestChain = 40

  /// Returns the last target of a chain of symbolic links, which need not exist. Returns `path` if
  /// it is not a link.
  static func end(of path: String) throws(HeaderKitError) -> String {
    var current = path
    for _ in 0..<longestChain {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: current)
      guard let target else { return current }
      current =
        FilePath.isAbsolute(target) ? target : FileIdentity.parts(of: current).folder + "/" + target
    }
    throw HeaderKitError(.cannotCreate, ELOOP, of: path)
  }
}
