import FileAccess
import PortableFoundation

/// A compared item, its pictures, and the files that are written for it.
struct FinishedItem: Sendable {
  var item: ComparedItem
  let plan: ItemPlan
  /// The pictures, or `nil` if nothing differs or none are requested.
  var pictures: ItemPictures?

  /// Checks the paths of all baselines before anything is written.
  ///
  /// - Throws: `.cannotCreate` if a path contains a symbolic link, which `updateBaseline` does not
  ///   follow.
  static func refuseLinks(_ plans: [ItemPlan], _ request: DiffRequest) throws(HeaderKitError) {
    for plan in plans {
      let target = FolderMember(plan.baseline, below: request.first)
      try target.refuseLink()
      try target.sidecar.refuseLink()
      for (name, _) in plan.firstFrames + plan.secondFrames {
        try FolderMember(request.first + "/" + name, below: request.first).refuseLink()
      }
    }
  }

  /// Copies the actual file, series or folder of frames to the baseline if the request allows it,
  /// including its frame manifest. Removes a baseline without an actual file if the request prunes.
  /// Records the change in the item.
  mutating func updateBaseline(_ request: DiffRequest) throws(HeaderKitError) {
    let target = FolderMember(plan.baseline, below: request.first)
    if item.status == .missing, request.prunesBaselines, request.update == .all {
      try target.remove()
      if FileManager.default.fileExists(atPath: target.sidecar.path) { try target.sidecar.remove() }
      item.baseline = .removed
      return
    }
    guard request.update.writes(item.status), let source = plan.second else { return }
    let isFolder = plan.secondFrames.isEmpty && FileIdentity.isFolder(source)
    var frames = plan.secondFrames
    var former = plan.firstFrames.map(\.name)
    if isFolder {
      let exists = FileManager.default.fileExists(atPath: target.path)
      guard !exists || FileIdentity.isFolder(target.path) else {
        throw HeaderKitError(
          .usage, subject: .file(source),
          reason: "is a folder of frames, but its baseline \(target.path) is a file",
          remedy: "remove the baseline first")
      }
      former = exists ? try FolderListing.frames(in: target.path) : []
      frames = try FolderListing.frames(in: source).map { ($0, source + "/" + $0) }
    }
    func member(_ name: String) -> FolderMember {
      FolderMember(request.first + "/" + name, below: request.first)
    }
    var copies = frames.map { (member($0.name), $0.path) }
    if copies.isEmpty, !isFolder {
      let sidecar = FrameSidecar.path(for: source)
      let hasSidecar = FileManager.default.fileExists(atPath: sidecar)
      copies = [(target, source)] + (hasSidecar ? [(target.sidecar, sidecar)] : [])
    }
    let limit = request.limits.inputBytes
    var hasChanged = false
    for (member, path) in copies {
      let bytes = try InputFile.read(path, limit: limit)
      if try member.replace(by: bytes, limit: limit) { hasChanged = true }
    }
    // Frames of an older, longer animation.
    for name in Set(former).subtracting(frames.map(\.name)) {
      try member(name).remove()
      hasChanged = true
    }
    if hasChanged { item.baseline = item.status == .added ? .created : .replaced }
  }

  /// Writes `NAME.expected.png`, `NAME.actual.png` and `NAME.diff.png`, as far as they exist, and
  /// records their paths in the item.
  mutating func writePictures(to folder: String) throws(HeaderKitError) {
    guard let pictures, let worst = pictures.worst else { return }
    let stem = folder + "/" + item.name
    let files = try pictures.files(of: worst)
    let parts = [("expected", files.expected), ("actual", files.actual), ("diff", files.diff)]
    for case (let part, let png?) in parts {
      let path = "\(stem).\(part).png"
      try FolderMember(path, below: folder).write(png)
      item.writtenPictures.append(path)
    }
  }
}

/// A file or folder to be written or removed. Symbolic links inside of the folder that the user
/// gave are not followed.
private struct FolderMember {
  let path: String
  /// The folder without trailing slashes, or `nil` if the user gave `path` itself.
  private let root: String?

  init(_ path: String, below given: String) {
    self.path = path
    var root = given
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = FileIdentity.isFolder(given) || path != given ? root : nil
  }

  private init(_ path: String, root: String?) { (self.path, self.root) = (path, root) }
  var sidecar: FolderMember { FolderMember(FrameSidecar.path(for: path), root: root) }

  /// Returns the folder and the path relative to it, or `nil` if the user gave `path` itself.
  private func treeEntry() throws(HeaderKitError) -> (tree: FolderTree, name: String)? {
    guard let root, FilePath.isDescendant(path, of: root) else { return nil }
    try TemporaryFiles.makeFolder(root, for: root)
    return (try FolderTree(root), String(Substring(path.utf8.dropFirst(root.utf8.count + 1))))
  }

  func refuseLink() throws(HeaderKitError) {
    guard let root, FileIdentity.isFolder(root), let (tree, name) = try treeEntry() else { return }
    try tree.refuseLink(name)
  }

  /// Writes a file unless it already contains these bytes. Returns whether it was written.
  func replace(by bytes: [UInt8], limit: Int) throws(HeaderKitError) -> Bool {
    let old: [UInt8]?
    if let (tree, name) = try treeEntry() {
      // If the path is a symbolic link, the write will fail, too.
      let exists = try tree.has(name)
      old = exists ? (try? InputFile.read(name, in: tree, limit: limit)) : nil
    } else {
      old = try? InputFile.read(path, limit: limit)
    }
    if old == bytes { return false }
    try write(bytes)
    return true
  }

  func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    if let (tree, name) = try treeEntry() {
      try AtomicFile.write(bytes, to: name, in: tree)
    } else {
      try AtomicFile.write(bytes, to: path)
    }
  }

  func remove() throws(HeaderKitError) {
    if let (tree, name) = try treeEntry() { return try tree.remove(name) }
    guard (try? FileManager.default.removeItem(atPath: path)) != nil else {
      throw HeaderKitError(
        .cannotCreate, subject: .file(path), reason: "cannot be removed",
        remedy: "check its permissions")
    }
  }
}
