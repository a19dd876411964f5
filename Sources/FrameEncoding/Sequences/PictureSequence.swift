import FileAccess
import PortableMath
import Raster

/// Reads picture files in order, several at a time.
struct PictureSequence {
  struct Picture: Sendable {
    let path: String
    let pixmap: Pixmap
    /// What is wrong with the file though it can be read.
    let warnings: [String]
  }

  let paths: [String]
  let limits: RenderLimits
  /// Files that are read at a time, 1...; fewer where pictures are large.
  let jobs: Int
  /// Most pixels of the pictures that are read at a time, their size being that of the first.
  private static let heldPixels = 1 << 24

  /// Calls `consume` with each picture in order; throws what it throws, and the first error of a file.
  func forEach(
    _ consume: (Picture) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    guard let first = paths.first else { return }
    let picture = try Self.read(first, limits)
    let jobs = min(jobs, max(1, Self.heldPixels / picture.pixmap.size.area))
    try consume(picture)
    guard jobs > 1 else {
      for path in paths.dropFirst() { try consume(Self.read(path, limits)) }
      return
    }
    let workers = OrderedWorkers<Result<Picture, HeaderKitError>>(jobs: jobs, waiting: 1)
    for path in paths.dropFirst() {
      let limits = limits
      let ready = workers.begin {
        Result { () throws(HeaderKitError) in try Self.read(path, limits) }
      }
      for picture in ready { try consume(picture.get()) }
    }
    while let picture = workers.next() { try consume(picture.get()) }
  }

  private static func read(
    _ path: String, _ limits: RenderLimits
  ) throws(HeaderKitError) -> Picture {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    let (pixmap, warnings) = try PictureFile.decodeWithWarnings(
      bytes, subject: path, limits: limits)
    return Picture(path: path, pixmap: pixmap, warnings: warnings)
  }
}
