import FileAccess
import PortableMath

/// One PNG file a frame.
///
/// The files are written to a temporary folder and become the frames' own at the end, see
/// ``FrameFolder``. Files of the same pattern from an older, longer animation would mix with the new
/// ones: they are refused, or, if `replaces`, removed.
final class FrameFilesOutput: RenderOutput {
  private let pattern: FramePattern
  private let folder: FrameFolder
  private let interval: RationalTime?
  private let replaces: Bool
  private let clock: StageClock
  private var elapsed = RationalTime.zero
  private var count = 0
  private var byteCount = 0

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
    folder = try FrameFolder(pattern)
    if let expected { try refuseStale(among: expected) }
  }

  var written: (files: Int, bytes: Int) { (count, byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let png = run.png else { return }
    try clock.measure(.write) { () throws(HeaderKitError) in
      for duration in run.durations {
        elapsed = elapsed + duration
        let due = interval.map { elapsed.intervals(of: $0) } ?? count + 1
        while count < due {
          try folder.write(png, to: pattern.name(count))
          count += 1
          byteCount += png.count
        }
      }
    }
  }

  func finish() throws(HeaderKitError) {
    try refuseStale(among: count)
    try folder.refuseFolders(among: (0..<count).map(pattern.name))
  }

  func commit() throws(HeaderKitError) {
    try folder.commit((0..<count).map(pattern.name))
  }

  private func refuseStale(among count: Int) throws(HeaderKitError) {
    let stale = folder.staleNames(beside: Set((0..<count).map(pattern.name)))
    guard stale.isEmpty || replaces else {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder.path),
        reason: "holds \(stale.count) more frame(s), for example \(stale.min() ?? "")",
        remedy: "remove them, or give \(.replacesFiles) to have them removed")
    }
  }
}
