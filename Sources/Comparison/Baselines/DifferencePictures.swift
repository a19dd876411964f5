import Files
import Rendering

/// Writes the pictures of what differs to a folder, under names that follow from the items'.
enum DifferencePictures {
  /// Writes `NAME.expected.png`, `NAME.actual.png` and `NAME.diff.png`, as far as they exist, and
  /// notes their paths in the item.
  static func write(
    _ finished: inout FinishedItem, to folder: String
  ) throws(HeaderKitError) {
    guard let worst = finished.worst else { return }
    let stem = folder + "/" + finished.item.name
    let parts = [
      ("expected", worst.first), ("actual", worst.second ?? (worst.isSame ? worst.first : nil)),
      ("diff", worst.difference),
    ]
    for case (let part, let png?) in parts {
      let path = "\(stem).\(part).png"
      try ParentFolder.create(for: path)
      var file = try AtomicFile(path)
      try file.write(png)
      try file.commit()
      finished.item.writtenPictures.append(path)
    }
  }
}
