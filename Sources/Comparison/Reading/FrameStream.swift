import CodecInterface
import Files
import ImageCodecs
import Raster
import Rendering

/// Frames read forward, from a file or a folder, with errors that name it.
struct FrameStream: ~Copyable {
  private let path: String
  /// Nil for a folder.
  private var reader: AnimationReader?
  /// A folder's frames.
  private let paths: [String]
  private let limits: RenderLimits
  /// The index of the frame `next` gives, from 0.
  private(set) var index = 0
  /// Plays as the file says once its last frame was read: nil for ever. A GIF that says nothing
  /// plays once.
  private(set) var plays: Int?
  /// What `frame(at:)` gave last.
  private var latest: Pixmap?

  init(path: String, reader: consuming AnimationReader) {
    self.path = path
    self.reader = consume reader
    paths = []
    limits = RenderLimits()
  }

  init(path: String, paths: [String], limits: RenderLimits) {
    self.path = path
    reader = nil
    self.paths = paths
    self.limits = limits
  }

  /// The next frame, nil behind the last.
  mutating func next() throws(HeaderKitError) -> AnimationFrame? {
    let frame = paths.isEmpty ? try nextOfFile() : try nextOfFolder()
    if frame != nil { index += 1 }
    return frame
  }

  private mutating func nextOfFile() throws(HeaderKitError) -> AnimationFrame? {
    do throws(CodecError) {
      let frame = try reader?.next()
      if let loops = reader?.loopCount {
        plays = loops == 0 ? nil : loops
      } else {
        plays = 1
      }
      return frame
    } catch {
      throw HeaderKitError(error, subject: .file(path))
    }
  }

  private func nextOfFolder() throws(HeaderKitError) -> AnimationFrame? {
    guard index < paths.count else { return nil }
    let bytes = try InputFile.read(paths[index], limit: limits.inputBytes)
    let pixmap = try PictureFile.decode(bytes, subject: paths[index], limits: limits)
    return AnimationFrame(pixmap: pixmap, duration: .zero)
  }

  /// The frame at an index; indices are asked for in rising order, the same one as often as needed.
  mutating func frame(at wanted: Int) throws(HeaderKitError) -> Pixmap {
    if let latest, index == wanted + 1 { return latest }
    while let frame = try next() {
      latest = frame.pixmap
      if index == wanted + 1 { return frame.pixmap }
    }
    throw HeaderKitError(
      .internalDefect, subject: .file(path), reason: "has no frame \(wanted) any more")
  }
}
