import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster

/// Frames put aside to be read several times, losslessly packed in a file without a name.
final class FrameSpool {
  private let file: FileHandle
  private let limits: RenderLimits
  private let png = PNGOptions(level: 1)
  private var entries: [(offset: UInt64, bytes: Int)] = []
  private var end: UInt64 = 0
  private(set) var durations: [RationalTime] = []

  /// Throws `.cannotCreate` where the folder of temporary files cannot be written.
  init(limits: RenderLimits) throws(HeaderKitError) {
    self.limits = limits
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array((folder + "/twheader-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw HeaderKitError(.cannotCreate, subject: .file(folder), systemError: errno)
    }
    unlink(name)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func append(_ picture: Pixmap, duration: RationalTime) throws(HeaderKitError) {
    let bytes = try HeaderKitError.coding(
      .none, writing: true, PNGEncoder.encode(picture, options: png))
    do {
      try file.seek(toOffset: end)
      try file.write(contentsOf: bytes)
      entries.append((end, bytes.count))
      durations.append(duration)
      end += UInt64(bytes.count)
    } catch {
      throw HeaderKitError(
        .writeFailed, subject: .file(FileManager.default.temporaryDirectory.path),
        reason: "frames could not be put aside", remedy: "make room, or name a folder in TMPDIR")
    }
  }

  /// The picture of a frame, counted from 0.
  func picture(_ index: Int) throws(HeaderKitError) -> Pixmap {
    let entry = entries[index]
    let bytes: [UInt8]
    do {
      try file.seek(toOffset: entry.offset)
      bytes = Array(try file.read(upToCount: entry.bytes) ?? Data())
    } catch {
      throw HeaderKitError(
        .writeFailed, subject: .file(FileManager.default.temporaryDirectory.path),
        reason: "frames put aside could not be read again", remedy: "check the disk")
    }
    var own = limits
    own.inputBytes = Int.max
    own.pixels = Int.max
    return try PictureFile.decode(bytes, subject: "frames put aside", limits: own)
  }
}

/// Frames put aside, seen smaller and with some left out, whose time the frame before them takes.
struct ReducedFrames {
  let spool: FrameSpool
  let size: PixelSize
  let reduction: FrameReduction

  init(_ spool: FrameSpool, size: PixelSize, reduction: FrameReduction) {
    self.spool = spool
    self.size = reduction.size(of: size)
    self.reduction = reduction
  }

  /// Calls `consume` with each frame that is kept until it returns false; the first, the last and
  /// those that are shown for long always are.
  func forEach(
    _ consume: (Pixmap, RationalTime) throws(HeaderKitError) -> Bool
  ) throws(HeaderKitError) {
    let shortest = spool.durations.min() ?? .zero
    let interval = repeatElement(shortest, count: reduction.step).reduce(.zero, +)
    var pending: (picture: Pixmap, duration: RationalTime)?
    for (index, duration) in spool.durations.enumerated() {
      if let (picture, shown) = pending {
        guard shown >= interval || duration >= interval || index == spool.durations.count - 1
        else {
          pending = (picture, shown + duration)
          continue
        }
        guard try consume(picture, shown) else { return }
      }
      pending = (try fitted(spool.picture(index)), duration)
    }
    if let (picture, shown) = pending { _ = try consume(picture, shown) }
  }

  private func fitted(_ picture: Pixmap) -> Pixmap {
    guard picture.size != size else { return picture }
    return picture.resized(source: DeviceRect(picture.size.bounds), to: size, filter: .area)
  }
}
