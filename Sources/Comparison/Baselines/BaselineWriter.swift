import Files
import Foundation
import Rendering

/// Puts judged files in the place of baselines.
enum BaselineWriter {
  /// Copies the judged file over the baseline where the mode asks for it, and says so in the item.
  /// A folder of frames is no baseline that can be written.
  static func update(
    _ finished: inout FinishedItem, mode: BaselineUpdate, limits: RenderLimits
  ) throws(HeaderKitError) {
    guard mode.writes(finished.item.status), let source = finished.plan.second else { return }
    let target = finished.plan.baseline
    guard !FolderListing.isFolder(source) else {
      throw HeaderKitError(
        .usage, subject: .file(source),
        reason: "is a folder of frames, which \(.update) does not copy",
        remedy: "copy the folder, or compare animations as files")
    }
    let bytes = try InputFile.read(source, limit: limits.inputBytes)
    if finished.item.status == .same,
      bytes == (try InputFile.read(target, limit: limits.inputBytes))
    {
      return
    }
    try ParentFolder.create(for: target)
    var file = try AtomicFile(target)
    try file.write(bytes)
    try file.commit()
    finished.item.baseline = finished.item.status == .added ? .created : .replaced
  }
}
