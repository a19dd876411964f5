import Files
import Foundation
import ImageCodecs
import Numerics

/// One PNG file a frame.
///
/// The files are written to a temporary folder beside the frames' own and moved at the end. Files of
/// the same pattern from an older, longer animation would mix with the new ones: they are refused,
/// or, if `replaces`, removed.
final class FrameFilesOutput: RenderOutput {
  private let pattern: FramePattern
  private let folder: String
  private let staging: String
  private let interval: RationalTime?
  private let replaces: Bool
  private let clock: StageClock
  private var elapsed = RationalTime.zero
  private var count = 0
  private var byteCount = 0
  private var isCommitted = false

  /// - Parameters:
  ///   - interval: the time from file to file, so that a frame that is held is written repeatedly;
  ///     nil: each frame is written once.
  ///   - expected: the number of files, where it is known beforehand: stale frames are then refused
  ///     at once.
  init(
    _ pattern: FramePattern, interval: RationalTime?, expected: Int?, replaces: Bool,
    clock: StageClock
  ) throws(HeaderKitError) {
    self.pattern = pattern
    self.interval = interval
    self.replaces = replaces
    self.clock = clock
    folder = pattern.folderPath
    staging = TemporaryFiles.name(beside: folder + "/frames")
    if let error = TemporaryFiles.makeFolder(folder) {
      throw HeaderKitError(.cannotCreate, subject: folder, systemError: error)
    }
    let made: Void? = TemporaryFiles.create(staging) { [staging] in
      mkdir(staging, 0o777) == 0 ? () : nil
    }
    guard made != nil else {
      let error = errno
      TemporaryFiles.removeEmptyFolders(above: folder)
      throw HeaderKitError(.cannotCreate, subject: folder, systemError: error)
    }
    if let expected { try refuseStale(among: expected) }
  }

  var written: (files: Int, bytes: Int) { (count, byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let png = run.png else { return }
    try clock.measure(.write) { () throws(HeaderKitError) in
      for duration in run.durations {
        elapsed = elapsed + duration
        let due = interval.map { elapsed.intervals(of: $0) } ?? count + 1
        while count < due { try write(png) }
      }
    }
  }

  private func write(_ png: [UInt8]) throws(HeaderKitError) {
    let name = pattern.name(count)
    do {
      var file = try AtomicFile(staging + "/" + name)
      try file.write(png)
      try file.commit()
    } catch {
      throw HeaderKitError(
        error.code, subject: folder + "/" + name, reason: error.reason, hint: error.hint)
    }
    count += 1
    byteCount += png.count
  }

  func finish() throws(HeaderKitError) {
    try refuseStale(among: count)
    for index in 0..<count {
      var status = stat()
      let path = folder + "/" + pattern.name(index)
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw HeaderKitError(
          .cannotCreate, subject: path, reason: "is a folder", hint: "remove it")
      }
    }
  }

  func commit() throws(HeaderKitError) {
    for name in staleNames(among: count) { unlink(folder + "/" + name) }
    for index in 0..<count {
      let name = pattern.name(index)
      guard rename(staging + "/" + name, folder + "/" + name) == 0 else {
        throw HeaderKitError(.writeFailed, subject: folder + "/" + name, systemError: errno)
      }
    }
    isCommitted = true
    rmdir(staging)
    TemporaryFiles.forget(staging)
  }

  private func refuseStale(among count: Int) throws(HeaderKitError) {
    let stale = staleNames(among: count)
    guard stale.isEmpty || replaces else {
      throw HeaderKitError(
        .cannotCreate, subject: folder,
        reason: "holds \(stale.count) more frame(s), for example \(stale.min() ?? "")",
        hint: "remove them, or give --force to have them removed")
    }
  }

  /// Files of the pattern that an animation of `count` frames does not overwrite.
  private func staleNames(among count: Int) -> [String] {
    let new = Set((0..<count).map(pattern.name))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { pattern.matches($0) && !new.contains($0) }
  }

  deinit {
    guard !isCommitted else { return }
    try? FileManager.default.removeItem(atPath: staging)
    TemporaryFiles.forget(staging)
    TemporaryFiles.removeEmptyFolders(above: folder)
  }
}
