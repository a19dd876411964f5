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
  /// From file to file, so that a frame that is held is written repeatedly; nil: each is written once.
  private let interval: RationalTime?
  private let replaces: Bool
  private let clock: StageClock
  private var elapsed = RationalTime.zero
  private(set) var written = (files: 0, bytes: 0)

  init(_ target: OutputTarget, _ factory: OutputFactory) throws(HeaderKitError) {
    pattern = target.framePattern ?? FramePattern(folder: target.path)
    interval = factory.chosenRate.flatMap(\.inverse)
    (replaces, clock) = (factory.replacesFrames, factory.clock)
    folder = try FrameFolder(pattern)
    if let expected = factory.expectedFiles { try refuseStale(among: expected) }
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let png = run.png else { return }
    try clock.measure(.write) { () throws(HeaderKitError) in
      for duration in run.durations {
        elapsed = elapsed + duration
        let due = interval.map { elapsed.intervals(of: $0) } ?? written.files + 1
        while written.files < due {
          try folder.write(png, to: pattern.name(written.files))
          written.files += 1
          written.bytes += png.count
        }
      }
    }
  }

  func finish() throws(HeaderKitError) {
    try refuseStale(among: written.files)
    try folder.refuseFolders(among: names(written.files))
  }

  func commit() throws(HeaderKitError) { try folder.commit(names(written.files)) }

  private func names(_ count: Int) -> [String] { (0..<count).map(pattern.name) }

  private func refuseStale(among count: Int) throws(HeaderKitError) {
    let stale = folder.staleNames(beside: Set(names(count)))
    guard stale.isEmpty || replaces else {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder.path),
        reason: "holds \(stale.count) more frame(s), for example \(stale.min() ?? "")",
        remedy: "remove them, or give \(.replacesFiles) to have them removed")
    }
  }
}
