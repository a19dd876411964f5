import FileAccess
import PortableFoundation

/// The output folder of a batch. Nothing is written outside of it.
struct OutputFolder: Sendable {
  let path: String

  /// Returns the reason that an output is not allowed, or `nil`. No component of its path may be a
  /// symbolic link to a target outside of the folder.
  func objection(to output: BatchOutput) -> String? {
    guard let root = FileIdentity.realPath(of: path) else { return nil }
    var way = path
    for part in FilePath.parts(of: output.path) {
      way += "/" + part
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: way)) != nil else {
        continue
      }
      guard let target = FileIdentity.realPath(of: way),
        target == root || FilePath.isDescendant(target, of: root)
      else {
        return
          "\(way) is a symbolic link that leaves the output folder; remove it or choose another name"
      }
    }
    return nil
  }

  /// Removes temporary files of these outputs whose process no longer exists.
  func removeAbandoned(_ outputs: [BatchOutput]) {
    for output in outputs {
      let way = output.pattern.map { $0.folder + "frames" } ?? output.path
      AbandonedFiles.remove(for: path + "/" + way)
    }
  }

  func prepare(_ output: BatchOutput) throws(HeaderKitError) {
    if let objection = objection(to: output) {
      throw HeaderKitError(.cannotCreate, reason: MessageText(objection))
    }
    let target = path + "/" + output.path
    let folder =
      output.pattern.map { path + "/" + $0.folder }
      ?? FileIdentity.parts(of: target).folder
    try TemporaryFiles.makeFolder(folder, for: folder)
  }

  /// Returns the bytes of an output. For frames, an archive of all files.
  func read(_ output: BatchOutput) throws(HeaderKitError) -> [UInt8] {
    guard let pattern = output.pattern else { return try bytes(output.path) }
    var files: [[UInt8]] = []
    // A held frame is written several times, so the number of files differs from that of the
    // frames.
    while true {
      let name = pattern.folder + pattern.name(files.count)
      let isThere = files.isEmpty || FileManager.default.fileExists(atPath: path + "/" + name)
      guard isThere else { break }
      files.append(try bytes(name))
    }
    return FrameArchive.packed(files)
  }

  /// Writes the bytes that `read` returned. Skips files that already have these bytes; with
  /// `touches`, updates their modification time.
  func write(
    _ payload: [UInt8], to output: BatchOutput, touches: Bool
  ) throws(HeaderKitError) {
    func write(_ bytes: [UInt8], _ name: String) throws(HeaderKitError) {
      guard let old = try? self.bytes(name), old == bytes else {
        return try AtomicFile.write(bytes, to: path + "/" + name)
      }
      if touches { utimes(path + "/" + name, nil) }
    }
    try prepare(output)
    guard let pattern = output.pattern else { return try write(payload, output.path) }
    guard let files = FrameArchive.files(payload) else {
      throw HeaderKitError(
        .internalDefect, subject: .file(output.path),
        reason: "the cached frames cannot be separated")
    }
    for (index, file) in files.enumerated() {
      try write(file, pattern.folder + pattern.name(index))
    }
    let names = Set(files.indices.map(pattern.name))
    let inFolder = path + "/" + pattern.folder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: inFolder)) ?? []
    where pattern.matches(name) && !names.contains(name) {
      unlink(inFolder + "/" + name)
    }
  }

  private func bytes(_ name: String) throws(HeaderKitError) -> [UInt8] {
    try InputFile.read(path + "/" + name, limit: RenderCache.largestObject)
  }
}
