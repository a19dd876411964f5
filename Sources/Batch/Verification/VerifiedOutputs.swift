import Comparison
import Files
import Foundation
import Rendering

/// The outputs of a manifest beside their baselines.
struct VerifiedOutputs {
  let manifest: Manifest
  let baselines: String
  let outputFolder: String

  /// Throws `.usage` for an output that cannot be compared and for one that lies among the
  /// baselines, and `.noInput` where baselines are needed and there are none.
  func check(needsBaselines: Bool) throws(HeaderKitError) {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: baselines, isDirectory: &isFolder)
    guard exists ? isFolder.boolValue : !needsBaselines else {
      throw HeaderKitError(
        .noInput, subject: .file(baselines), reason: exists ? "is not a folder" : "no such folder",
        remedy: "check the path, or create baselines with \(.update) missing")
    }
    let root = FolderListing.place(of: baselines)
    for output in manifest.items.flatMap(\.outputs) {
      guard output.form != .y4m else {
        throw HeaderKitError(
          .usage, subject: .file(output.path), reason: "a .y4m is not compared",
          remedy: "verify a .gif, an .apng or frames, or leave the item out with \(.skippedItems)")
      }
      let place = FolderListing.place(of: outputFolder) + "/" + output.path
      guard !place.hasPrefix(root + "/") else {
        throw HeaderKitError(
          .usage, subject: .file(outputFolder),
          reason: "\(output.path) would lie among the baselines",
          remedy: "give \(.outputFolder) another folder")
      }
    }
  }

  /// What is compared once the items are rendered. Frames are compared one by one. Of a part of a
  /// manifest only its own outputs count; of the whole one also baselines that no item makes.
  func pairing(_ results: [ItemResult]) throws(HeaderKitError) -> FolderPairing {
    var pairing = FolderPairing(first: [], second: [])
    let exists = FolderListing.isFolder(baselines)
    if exists, !manifest.isPart { pairing.first = Set(try FolderListing.names(in: baselines)) }
    for (item, result) in zip(manifest.items, results) {
      for output in item.outputs {
        let before = files(of: output, in: baselines)
        guard result.isDone else {
          pairing.first.subtract(before)
          pairing.problems[output.path] =
            result.error ?? HeaderKitError(.tryAgain, reason: "was interrupted")
          continue
        }
        pairing.first.formUnion(before)
        pairing.second.formUnion(files(of: output, in: outputFolder))
      }
    }
    return pairing
  }

  private func files(of output: BatchOutput, in folder: String) -> [String] {
    guard let pattern = output.pattern else {
      return FileManager.default.fileExists(atPath: folder + "/" + output.path)
        ? [output.path] : []
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + pattern.folder)
    return (names ?? []).filter(pattern.matches).map { pattern.folder + $0 }
  }
}
