import Foundation

/// One PNG file a frame.
///
/// The files are written to a temporary folder beside the frames' own and moved at the end. Files of
/// the same pattern from an older, longer animation would mix with the new ones: they are refused,
/// or, if `replaces`, removed.
final class FrameFilesOutput: RenderOutput {
  private let pattern: FramePattern
  private let folder: String
  private let staging: String
  private let madeFolder: Bool
  private let replaces: Bool
  private var count = 0
  private var isCommitted = false

  init(_ pattern: FramePattern, replaces: Bool) throws(HeaderKitError) {
    self.pattern = pattern
    self.replaces = replaces
    folder = pattern.folder.isEmpty ? "." : pattern.folder
    staging = TemporaryFiles.name(beside: folder + "/frames")
    let files = FileManager.default
    madeFolder = !files.fileExists(atPath: folder)
    do {
      try files.createDirectory(atPath: staging, withIntermediateDirectories: true)
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: folder, reason: "cannot be written",
        hint: "check that it is a folder and its permissions")
    }
    TemporaryFiles.add(staging)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let png = run.png else { return }
    for _ in run.durations {
      let name = pattern.name(count)
      var file = try AtomicFile(staging + "/" + name)
      try file.write(png)
      try file.commit()
      count += 1
    }
  }

  func finish() throws(HeaderKitError) {
    let stale = try staleNames()
    guard stale.isEmpty || replaces else {
      throw HeaderKitError(
        .cannotCreate, subject: folder,
        reason: "holds \(stale.count) more frame(s), for example \(stale.min() ?? "")",
        hint: "remove them, or give --force to have them removed")
    }
  }

  func commit() throws(HeaderKitError) {
    let files = FileManager.default
    for name in try staleNames() { try? files.removeItem(atPath: folder + "/" + name) }
    for index in 0..<count {
      let name = pattern.name(index)
      guard rename(staging + "/" + name, folder + "/" + name) == 0 else {
        throw HeaderKitError(
          .writeFailed, subject: folder + "/" + name, reason: "cannot be completed")
      }
    }
    isCommitted = true
    try? files.removeItem(atPath: staging)
    TemporaryFiles.forget(staging)
  }

  /// Files of the pattern that this animation does not overwrite.
  private func staleNames() throws(HeaderKitError) -> [String] {
    let new = Set((0..<count).map(pattern.name))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { pattern.matches($0) && !new.contains($0) }
  }

  deinit {
    guard !isCommitted else { return }
    try? FileManager.default.removeItem(atPath: staging)
    TemporaryFiles.forget(staging)
    if madeFolder { rmdir(folder) }
  }
}
