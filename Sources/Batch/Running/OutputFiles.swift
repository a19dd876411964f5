import Comparison
import Files
import Foundation
import Rendering

/// The files of one output: read to be kept, written from what was kept.
struct OutputFiles {
  let output: BatchOutput
  let folder: BatchFolder
  var touches = false

  /// All of it as one run of bytes.
  func read() throws(HeaderKitError) -> [UInt8] {
    guard let pattern = output.pattern else { return try bytes(output.path) }
    var files: [[UInt8]] = []
    // A frame that is held is in several files: they are counted where they are.
    while true {
      let name = pattern.folder + pattern.name(files.count)
      guard files.isEmpty || FileManager.default.fileExists(atPath: folder.path + "/" + name) else {
        break
      }
      files.append(try bytes(name))
    }
    return FrameArchive.packed(files)
  }

  /// Writes what `read` gave; files that already have these bytes are left as they are or, if
  /// `touches`, get the time of now.
  func write(_ payload: [UInt8]) throws(HeaderKitError) {
    try folder.prepare(output)
    guard let pattern = output.pattern else { return try write(payload, output.path) }
    guard let files = FrameArchive.files(payload) else {
      throw HeaderKitError(
        .internalDefect, subject: .file(output.path), reason: "the kept frames cannot be told apart"
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
    var file = try AtomicFile(folder.path + "/" + path)
    try file.write(bytes)
    try file.commit()
  }
}
