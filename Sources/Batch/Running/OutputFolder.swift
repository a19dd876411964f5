import FileAccess
import PortableFoundation

/// The output folder of a batch; nothing is written outside it.
struct OutputFolder: Sendable {
  let path: String

  /// What is wrong with an output's place, of which no part may be a symbolic link out of the folder.
  func objection(to output: BatchOutput) -> String? {
    guard let root = FileIdentity.realPath(of: path) else { return nil }
    var way = path
    for part in FilePath.parts(of: output.path) {
      way += "/" + part
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: way)) != nil else {
        continue
      }
      guard let target = FileIdentity.realPath(of: way),
        target == root || FilePath.lies(target, in: root)
      else {
        return
          "\(way) is a symbolic link out of the output folder; remove it or choose another name"
      }
    }
    return nil
  }

  /// Removes the temporary files of killed runs beside these outputs: those whose process is gone.
  func removeAbandoned(_ outputs: [BatchOutput]) {
    for output in outputs {
      let way = output.pattern.map { $0.folder + "frames" } ?? output.path
      AbandonedFiles.remove(beside: path + "/" + way)
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

  /// All files of an output as one run of bytes.
  func read(_ output: BatchOutput) throws(HeaderKitError) -> [UInt8] {
    guard let pattern = output.pattern else { return try bytes(output.path) }
    var files: [[UInt8]] = []
    // A held frame is in several files, so the files are counted on the disk.
    while true {
      let name = pattern.folder + pattern.name(files.count)
      let isThere = files.isEmpty || FileManager.default.fileExists(atPath: path + "/" + name)
      guard isThere else { break }
      files.append(try bytes(name))
    }
    return FrameArchive.packed(files)
  }

  /// Writes what `read` returned. Files that already have these bytes are not written; if `touches`,
  /// their modification time becomes now.
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
