import CodecInterface
import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
import Raster

/// One side of a comparison, opened as often as needed.
enum ComparedSource: Sendable {
  case file(path: String, bytes: [UInt8])
  /// A folder of pictures, or a series of stills, as an animation without times: the paths of its frames
  /// in order.
  case frames(folder: String, paths: [String])

  /// - Parameter frames: the files of a series; empty for anything else.
  init(_ path: String, frames: [ItemPlan.Frame] = [], limits: RenderLimits) throws(HeaderKitError) {
    if !frames.isEmpty {
      self = .frames(folder: path, paths: frames.map(\.path))
    } else if !FileIdentity.isFolder(path) {
      self = .file(path: path, bytes: try InputFile.read(path, limit: limits.inputBytes))
    } else {
      let names = try FolderListing.frames(in: path)
      guard !names.isEmpty else {
        throw HeaderKitError(
          .noInput, subject: .file(path), reason: "holds no frames",
          remedy: "name a folder of PNG files")
      }
      self = .frames(folder: path, paths: names.map { path + "/" + $0 })
    }
  }

  var path: String {
    switch self {
    case .file(let path, _): path
    case .frames(let folder, _): folder
    }
  }

  /// The file's bytes; nil for a folder.
  var bytes: [UInt8]? { if case .file(_, let bytes) = self { bytes } else { nil } }

  /// Whether its pixels may be others than those that were encoded: a GIF or a lossy WebP.
  var isLossy: Bool {
    guard let bytes, let kind = try? ImageKind.recognise(bytes) else { return false }
    return kind == .gif
      || kind == .webp && (try? ImageInspector.inspect(bytes: bytes))?.isLossy == true
  }

  /// Whether its pixels are those that were encoded, by the name of its format.
  var isLossless: Bool {
    switch self {
    case .file(_, let bytes): (try? ImageKind.recognise(bytes)) == .png
    case .frames(_, let paths): paths.allSatisfy { $0.lowercased().hasSuffix(".png") }
    }
  }

  func open(limits: RenderLimits) throws(HeaderKitError) -> FrameStream {
    switch self {
    case .file(let path, let bytes):
      return FrameStream(
        path: path,
        reader: try HeaderKitError.coding(
          .file(path), AnimationReader(bytes: bytes, limits: limits.decoding)), limits: limits)
    case .frames(let folder, let paths):
      guard paths.count <= limits.frames else {
        throw HeaderKitError(
          .badData, subject: .file(folder),
          reason: "holds more than \(limits.frames.grouped) frames",
          remedy: "raise the limit with \(.frameLimit)")
      }
      return FrameStream(path: folder, paths: paths, limits: limits)
    }
  }
}

/// How often an animation plays, nil for ever. A GIF that says nothing plays once.
func timesPlayed(loopCount: Int?) -> Int? {
  guard let loopCount else { return 1 }
  return loopCount == 0 ? nil : loopCount
}

extension ImageDescription {
  /// Whether its format keeps other pixels than it is given.
  var isLossy: Bool { kind == .gif || kind == .webp && colorType != "lossless" }
}

/// Frames read forward, from a file or a folder, with errors that name it.
struct FrameStream: ~Copyable {
  fileprivate let path: String
  /// Nil for a folder.
  fileprivate private(set) var reader: AnimationReader?
  /// Of a folder's frames.
  fileprivate private(set) var paths: [String] = []
  fileprivate let limits: RenderLimits
  /// The index of the frame `next` gives, from 0.
  private(set) var index = 0
  /// As the file says once its last frame was read.
  private(set) var plays: Int?
  /// What is wrong with the files that were read though every frame is as it should be, with their
  /// paths; complete once the last frame was read.
  private(set) var warnings: [String] = []
  /// What `frame(at:)` gave last.
  fileprivate private(set) var latest: Pixmap?

  mutating func next() throws(HeaderKitError) -> AnimationFrame? {
    let frame = paths.isEmpty ? try nextOfFile() : try nextOfFolder()
    if frame != nil { index += 1 }
    return frame
  }

  private mutating func nextOfFile() throws(HeaderKitError) -> AnimationFrame? {
    let frame = try HeaderKitError.coding(.file(path), reader?.next())
    plays = timesPlayed(loopCount: reader?.loopCount)
    warnings = (reader?.warnings ?? []).map { "\(path): \($0)" }
    return frame
  }

  private mutating func nextOfFolder() throws(HeaderKitError) -> AnimationFrame? {
    guard index < paths.count else { return nil }
    let path = paths[index]
    let (pixmap, isAnimation, found) = try PictureFile.frame(path, limits: limits)
    warnings += found
    guard !isAnimation else {
      throw HeaderKitError(
        .badData, subject: .file(path), reason: "is an animation, not a frame",
        remedy: "compare it with an animation")
    }
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

extension PictureFile {
  /// The picture in a file of a folder of frames, whether more follow it in the file, and what is wrong
  /// with the file though it can be read.
  static func frame(
    _ path: String, limits: RenderLimits
  ) throws(HeaderKitError) -> (pixmap: Pixmap, isAnimation: Bool, warnings: [String]) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    var reader = try HeaderKitError.coding(
      .file(path), AnimationReader(bytes: bytes, limits: limits.decoding))
    guard let first = try HeaderKitError.coding(.file(path), reader.next()) else {
      throw HeaderKitError(.badData, subject: .file(path), reason: "has no picture")
    }
    let isAnimation = try HeaderKitError.coding(.file(path), reader.next()) != nil
    return (first.pixmap, isAnimation, reader.warnings.map { "\(path): \($0)" })
  }
}
