import Comparison
import Files
import Foundation
import Rendering

/// The folder that a batch writes to and never leaves.
struct BatchFolder: Sendable {
  let path: String

  /// What is wrong with an output's place; nil: nothing.
  ///
  /// No part of the way may be a symbolic link that leads out of the folder.
  func objection(to output: BatchOutput) -> String? {
    guard let root = FileIdentity.realPath(of: path) else { return nil }
    var way = path
    for part in output.path.split(separator: "/") {
      way += "/" + part
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: way)) != nil else {
        continue
      }
      guard let target = FileIdentity.realPath(of: way),
        target == root || target.hasPrefix(root + "/")
      else {
        return
          "\(way) is a symbolic link out of the output folder; remove it or choose another name"
      }
    }
    return nil
  }

  /// Removes what killed runs left beside these outputs: unfinished files whose process is gone.
  func removeAbandoned(_ outputs: [BatchOutput]) {
    for output in outputs {
      let way = output.pattern.map { $0.folder + "frames" } ?? output.path
      AbandonedFiles.remove(beside: path + "/" + way)
    }
  }

  /// Makes the folders of an output.
  func prepare(_ output: BatchOutput) throws(HeaderKitError) {
    if let objection = objection(to: output) {
      throw HeaderKitError(.cannotCreate, reason: MessageText(objection))
    }
    let target = path + "/" + output.path
    let folder =
      output.pattern.map { path + "/" + $0.folder }
      ?? (target as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder), reason: "cannot be made",
        remedy: "check that no file is in the way and its permissions")
    }
  }
}
