import FileAccess
import PortableMath

/// A folder with one PNG file for each frame.
///
/// Files are written to a temporary folder and moved at the end, see ``FrameFolder``. Matching
/// files of an older, longer animation would be mistaken for new frames. They cause an error, or
/// are removed if `replaces` is true.
final class FrameFilesOutput: RenderOutput {
  private let pattern: FramePattern
  private let folder: FrameFolder
  /// The interval between files. Held frames are repeated. `nil` writes one file per frame.
  private let interval: RationalTime?
  private let replaces: Bool
  private let clock: StageClock
  private var elapsed = RationalTime.zero
  private(set) var written = (files: 0, bytes: 0)

  init(_ target: OutputTarget, _ factory: OutputFactory) throws(HeaderKitError) {
    pattern = target.framePattern ?? FramePattern(folder: target.path)
    interval = factory.chosenRate.flatMap(\.inverse)
    replaces = factory.replacesFrames
    clock = factory.clock
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
    let stale = folder.staleNames(replacedBy: Set(names(count)))
    guard stale.isEmpty || replaces else {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder.path),
        reason: "contains \(stale.count) other frame(s), for example \(stale.min() ?? "")",
        remedy: "remove them, or pass \(.replacesFiles) to remove them")
    }
  }
}
