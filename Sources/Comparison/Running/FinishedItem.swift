import FileAccess
import Foundation

/// An item that has been compared, with what a page and a folder of pictures need of it, and what is
/// written for it.
struct FinishedItem: Sendable {
  var item: ComparedItem
  let plan: ItemPlan
  /// Nil where nothing differs or no pictures are wanted.
  var pictures: ItemPictures?
  /// The moment that differs most.
  var worst: ItemPictures.Moment?

  /// Copies the judged file or folder of frames over the baseline where the request asks for it, with the
  /// frame manifest beside it, removes a baseline without counterpart, and notes that in the item.
  mutating func updateBaseline(_ request: DiffRequest) throws(HeaderKitError) {
    if item.status == .missing, request.prunesBaselines, request.update == .all {
      try FinishedItem.remove(plan.baseline)
      let sidecar = FrameSidecar.path(beside: plan.baseline)
      if FileManager.default.fileExists(atPath: sidecar) { try FinishedItem.remove(sidecar) }
      item.baseline = .removed
      return
    }
    guard request.update.writes(item.status), let source = plan.second else { return }
    let target = plan.baseline
    let limit = request.limits.inputBytes
    if FileIdentity.isFolder(source) {
      guard try FinishedItem.copyFrames(source, to: target, limit: limit) else { return }
    } else {
      let bytes = try InputFile.read(source, limit: limit)
      let sidecar = FrameSidecar.path(beside: source)
      var hasChanged = try FinishedItem.replace(target, bytes, limit: limit)
      if FileManager.default.fileExists(atPath: sidecar) {
        let manifest = try InputFile.read(sidecar, limit: limit)
        let place = FrameSidecar.path(beside: target)
        if try FinishedItem.replace(place, manifest, limit: limit) { hasChanged = true }
      }
      guard hasChanged else { return }
    }
    item.baseline = item.status == .added ? .created : .replaced
  }

  /// Writes a file unless it holds these bytes. Returns whether it was written.
  private static func replace(
    _ path: String, _ bytes: [UInt8], limit: Int
  ) throws(HeaderKitError) -> Bool {
    let exists = FileManager.default.fileExists(atPath: path)
    if exists, bytes == (try? InputFile.read(path, limit: limit)) { return false }
    try write(bytes, to: path)
    return true
  }

  /// Makes a folder's frames those of another folder: writes those that differ, then removes what is
  /// left of a longer animation. Returns whether anything changed.
  private static func copyFrames(
    _ source: String, to target: String, limit: Int
  ) throws(HeaderKitError) -> Bool {
    let exists = FileManager.default.fileExists(atPath: target)
    guard !exists || FileIdentity.isFolder(target) else {
      throw HeaderKitError(
        .usage, subject: .file(source),
        reason: "is a folder of frames, its baseline \(target) a file",
        remedy: "remove the baseline first")
    }
    func frames(_ folder: String) throws(HeaderKitError) -> [String] {
      try FolderListing.names(in: folder).filter { !$0.contains("/") }
    }
    let names = try frames(source)
    let former = exists ? try frames(target) : []
    var hasChanged = false
    for name in names {
      let bytes = try InputFile.read(source + "/" + name, limit: limit)
      let path = target + "/" + name
      if former.contains(name), bytes == (try InputFile.read(path, limit: limit)) { continue }
      try write(bytes, to: path)
      hasChanged = true
    }
    for name in former where !names.contains(name) {
      try remove(target + "/" + name)
      hasChanged = true
    }
    return hasChanged
  }

  private static func remove(_ path: String) throws(HeaderKitError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path), reason: "cannot be removed",
        remedy: "check its permissions")
    }
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
    var file = try AtomicFile(path)
    try file.write(bytes)
    try file.commit()
  }
}
