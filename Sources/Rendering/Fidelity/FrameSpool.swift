import CodecInterface
import Files
import Foundation
import CodecInterface
import ImageCodecs
import Numerics
import Raster

/// Frames put aside to be read several times, losslessly packed in a file without a name.
final class FrameSpool {
  private let file: FileHandle
  private let limits: RenderLimits
  private let png: PNGOptions
  private var entries: [(offset: UInt64, bytes: Int)] = []
  private var end: UInt64 = 0
  /// How long each frame is shown.
  private(set) var durations: [RationalTime] = []

  /// Throws `.cannotCreate` where the folder of temporary files cannot be written.
  init(limits: RenderLimits) throws(HeaderKitError) {
    self.limits = limits
    do {
      png = try PNGOptions(level: 1)
    } catch {
      throw HeaderKitError(error, subject: "", writing: true)
    }
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array((folder + "/twheader-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw HeaderKitError(.cannotCreate, subject: folder, systemError: errno)
    }
    unlink(name)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func append(_ picture: Pixmap, duration: RationalTime) throws(HeaderKitError) {
    do {
      let bytes = try PNGEncoder.encode(picture, options: png)
      try file.seek(toOffset: end)
      try file.write(contentsOf: bytes)
      entries.append((end, bytes.count))
      durations.append(duration)
      end += UInt64(bytes.count)
    } catch let error as CodecError {
      throw HeaderKitError(error, subject: "", writing: true)
    } catch {
      throw HeaderKitError(
        .writeFailed, subject: FileManager.default.temporaryDirectory.path,
        reason: "frames could not be put aside", hint: "make room, or name a folder in TMPDIR")
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
        .writeFailed, subject: FileManager.default.temporaryDirectory.path,
        reason: "frames put aside could not be read again", hint: "check the disk")
    }
    var own = limits
    own.inputBytes = Int.max
    own.pixels = Int.max
    return try PictureFile.decode(bytes, subject: "frames put aside", limits: own)
  }
}
