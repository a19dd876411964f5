import FileAccess
import Foundation

/// The output folder of a batch; nothing is written outside it.
struct OutputFolder: Sendable {
  let path: String

  /// What is wrong with an output's place; nil: nothing.
  ///
  /// No part of the path may be a symbolic link that leads out of the folder.
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
      ?? (target as NSString).deletingLastPathComponent
    try TemporaryFiles.makeFolder(folder, for: folder)
  }
}

/// The files of one output: read for the cache, written from the cache.
struct OutputFiles {
  let output: BatchOutput
  let folder: OutputFolder
  var touches = false

  /// All of it as one run of bytes.
  func read() throws(HeaderKitError) -> [UInt8] {
    guard let pattern = output.pattern else { return try bytes(output.path) }
    var files: [[UInt8]] = []
    // A held frame is in several files, so the files are counted on the disk.
    while true {
      let name = pattern.folder + pattern.name(files.count)
      guard files.isEmpty || FileManager.default.fileExists(atPath: folder.path + "/" + name) else {
        break
      }
      files.append(try bytes(name))
    }
    return FrameArchive.packed(files)
  }

  /// Writes what `read` returned. Files that already have these bytes are not written; if `touches`,
  /// their modification time becomes now.
  func write(_ payload: [UInt8]) throws(HeaderKitError) {
    try folder.prepare(output)
    guard let pattern = output.pattern else { return try write(payload, output.path) }
    guard let files = FrameArchive.files(payload) else {
      throw HeaderKitError(
        .internalDefect, subject: .file(output.path),
        reason: "the cached frames cannot be separated"
      )
    }
    for (index, file) in files.enumerated() {
      try write(file, pattern.folder + pattern.name(index))
    }
    let names = Set(files.indices.map(pattern.name))
    let inFolder = folder.path + "/" + pattern.folder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: inFolder)) ?? []
    where pattern.matches(name) && !names.contains(name) {
      unlink(inFolder + "/" + name)
    }
  }

  private func bytes(_ path: String) throws(HeaderKitError) -> [UInt8] {
    try InputFile.read(folder.path + "/" + path, limit: RenderCache.largestObject)
  }

  private func write(_ bytes: [UInt8], _ path: String) throws(HeaderKitError) {
    if let old = try? self.bytes(path), old == bytes {
      if touches { utimes(folder.path + "/" + path, nil) }
      return
    }
    try AtomicFile.write(bytes, to: folder.path + "/" + path)
  }
}
