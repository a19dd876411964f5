import PortableFoundation

/// Refuses outputs that would destroy what is read, or each other.
package enum OutputCheck {
  /// Throws `.usage` for two outputs of one file, for a file where another output needs a folder, and
  /// for an output that is an input, whatever names they go by: links, `./`, hard links.
  ///
  /// - Parameters:
  ///   - files: outputs that are one file; `-` is standard output.
  ///   - targets: animations.
  ///   - inputs: files and folders that are read; `-` is standard input.
  package static func check(
    files: [String] = [], targets: [OutputTarget] = [], inputs: [String]
  ) throws(HeaderKitError) {
    var planned = PlannedOutputs<String>()
    var taken: Set<FileIdentity> = []
    let read = inputs.map { FileIdentity($0, stream: STDIN_FILENO) }
    for output in files.map({ Output($0) }) + targets.map({ Output($0.path, $0.framePattern) }) {
      switch output.plan(among: &planned) {
      case .sameFile?, .sameFrames?: throw twice(output)
      case .needsFolder(let other)?, .isFolder(let other)?:
        throw HeaderKitError(
          .usage, subject: .file(output.path),
          reason: "and \(other): one is a file where the other needs a folder",
          remedy: "give each output its own name")
      case nil: break
      }
      // A stream, or a file that goes by several names.
      guard output.pattern != nil || taken.insert(output.identity).inserted else {
        throw twice(output)
      }
      guard !zip(read, inputs).contains(where: output.overwrites) else {
        throw HeaderKitError(
          .usage, subject: .file(output.path), reason: "is both input and output",
          remedy: "give the output another name")
      }
    }
  }

  private static func twice(_ output: Output) -> HeaderKitError {
    HeaderKitError(
      .usage, subject: .file(output.path), reason: "is given as output twice",
      remedy: "give each output its own name")
  }
}

private struct Output {
  let path: String
  let pattern: FramePattern?
  /// Of the file or of the folder of frames.
  let identity: FileIdentity

  init(_ path: String, _ pattern: FramePattern? = nil) {
    (self.path, self.pattern) = (path, pattern)
    identity = FileIdentity(pattern?.folderPath ?? path, stream: STDOUT_FILENO)
  }

  /// Adds it by its name without links and dots.
  func plan(among outputs: inout PlannedOutputs<String>) -> PlannedOutputs<String>.Conflict? {
    guard path != "-" else { return nil }
    let place = FileIdentity.resolvedPath(of: pattern?.folderPath ?? path)
    return outputs.add(place, pattern?.moved(to: place), from: path)
  }

  /// Whether an input would be overwritten: the file, the folder of frames or a file in it.
  func overwrites(_ input: FileIdentity, at path: String) -> Bool {
    guard input != identity else { return true }
    guard let pattern, path != "-" else { return false }
    let (folder, name) = FileIdentity.parts(of: path)
    return FileIdentity(folder, stream: STDOUT_FILENO) == identity && pattern.matches(name)
  }
}

package enum FileIdentity: Hashable {
  case existing(device: UInt64, number: UInt64)
  /// Not there yet: a name in a folder.
  case name(device: UInt64, folder: UInt64, name: String)
  case path(String)
  /// Standard input or output, where it is no file.
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
    var place = (try? FolderTree.Place.end(of: path)) ?? path
    if stat(FileIdentity.parts(of: place).folder, &status) != 0 {
      // A folder that is still to be made, and perhaps a way out of it again.
      place = URL(fileURLWithPath: place).standardizedFileURL.path
    }
    let (folder, name) = FileIdentity.parts(of: place)
    if stat(folder, &status) == 0 {
      self = .name(device: UInt64(status.st_dev), folder: UInt64(status.st_ino), name: name)
    } else {
      self = .path(place)
    }
  }

  /// A path as seen from a folder, both without links and dots.
  package static func relativePath(of path: String, from folder: String) -> String {
    let (target, start) = (FilePath.parts(of: path), FilePath.parts(of: folder))
    let common = zip(target, start).prefix { $0 == $1 }.count
    let parts = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  private init(_ status: stat) {
    self = .existing(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// The folder of a path, `.` if it names none, and the last part; slashes at the end do not count.
  package static func parts(of path: String) -> (folder: String, name: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let (folder, name) = FilePath.split(path)
    return (folder.isEmpty ? "." : folder == "/" ? "/" : String(folder.dropLast()), name)
  }

  /// Whether there is a folder of this name; a link to one counts unless links are not followed.
  package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
    var status = stat()
    let isThere = (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0
    return isThere && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Without links and dots, of what exists or is still to be made.
  package static func resolvedPath(of path: String) -> String {
    if let real = realPath(of: path) { return real }
    let standard = URL(fileURLWithPath: path).standardizedFileURL.path
    if let real = realPath(of: standard) { return real }
    let (folder, name) = parts(of: standard)
    guard folder != standard, folder != "/" else { return standard }
    return resolvedPath(of: folder) + "/" + name
  }

  /// Whether one is the other or lies in it.
  package static func isNested(_ first: String, _ second: String) -> Bool {
    let (first, second) = (resolvedPath(of: first), resolvedPath(of: second))
    return FilePath.lies(first + "/", in: second) || FilePath.lies(second + "/", in: first)
  }

  /// Without links and dots; nil for what does not exist.
  package static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

extension FolderTree.Place {
  /// What an output's name means before anything is written: a file, there already or not, that
  /// symbolic links lead to. Nil for standard output, a device, a pipe or a socket: there is nothing to
  /// replace, it is written to. It follows links, which a `FolderTree`'s own places do not.
  ///
  /// Throws `.cannotCreate` for a folder, a file that may not be written, links that go round.
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
        try OlderFile(status).check(at: path)
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

  /// As many as Linux follows.
  private static let longestChain = 40

  /// What the symbolic link `path` leads to, be it there or not; `path` if it is none.
  static func end(of path: String) throws(HeaderKitError) -> String {
    var place = path
    for _ in 0..<longestChain {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      guard let target else { return place }
      place =
        FilePath.isAbsolute(target) ? target : FileIdentity.parts(of: place).folder + "/" + target
    }
    throw HeaderKitError(.cannotCreate, ELOOP, of: path)
  }
}
