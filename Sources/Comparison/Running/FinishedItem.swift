import Files
import Foundation
import Rendering

/// An item that has been compared, with what a page and a folder of pictures need of it, and what is
/// written for it.
struct FinishedItem: Sendable {
  var item: ComparedItem
  let plan: ItemPlan
  /// Nil where nothing differs or no pictures are wanted.
  var pictures: ItemPictures?
  /// The moment that differs most.
  var worst: ItemPictures.Moment?

  /// Copies the judged file over the baseline where the mode asks for it, with the frame manifest beside
  /// it, and notes that in the item.
  /// A folder of frames is no baseline that can be written.
  mutating func updateBaseline(
    _ mode: BaselineUpdate, limits: RenderLimits
  ) throws(HeaderKitError) {
    guard mode.writes(item.status), let source = plan.second else { return }
    let target = plan.baseline
    guard !FolderListing.isFolder(source) else {
      throw HeaderKitError(
        .usage, subject: .file(source),
        reason: "is a folder of frames, which \(.update) does not copy",
        remedy: "copy the folder, or compare animations as files")
    }
    let bytes = try InputFile.read(source, limit: limits.inputBytes)
    if item.status == .same, bytes == (try InputFile.read(target, limit: limits.inputBytes)) {
      return
    }
    try FinishedItem.write(bytes, to: target)
    let sidecar = FrameSidecar.path(beside: source)
    if FileManager.default.fileExists(atPath: sidecar) {
      try FinishedItem.write(
        try InputFile.read(sidecar, limit: limits.inputBytes),
        to: FrameSidecar.path(beside: target))
    }
    item.baseline = item.status == .added ? .created : .replaced
  }

  /// Writes `NAME.expected.png`, `NAME.actual.png` and `NAME.diff.png`, as far as they exist, and
  /// notes their paths in the item.
  mutating func writePictures(to folder: String) throws(HeaderKitError) {
    guard let worst else { return }
    let stem = folder + "/" + item.name
    let parts = [
      ("expected", worst.first), ("actual", worst.second ?? (worst.isSame ? worst.first : nil)),
      ("diff", worst.difference),
    ]
    for case (let part, let png?) in parts {
      let path = "\(stem).\(part).png"
      try FinishedItem.write(png, to: path)
      item.writtenPictures.append(path)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(HeaderKitError) {
    try ParentFolder.create(for: path)
    var file = try AtomicFile(path)
    try file.write(bytes)
    try file.commit()
  }
}
