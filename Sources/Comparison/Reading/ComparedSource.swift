import CodecInterface
import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
import Raster

/// The files of one side of a comparison. Can be opened repeatedly.
enum ComparedSource: Sendable {
  case file(path: String, bytes: [UInt8])
  /// The frames of an animation without times, as paths in order: a folder of pictures or a series
  /// of stills.
  case frames(folder: String, paths: [String])

  /// - Parameter frames: The files of a series. Empty for a single file or a folder.
  init(_ path: String, frames: [ItemPlan.Frame] = [], limits: RenderLimits) throws(HeaderKitError) {
    if !frames.isEmpty {
      self = .frames(folder: path, paths: frames.map(\.path))
    } else if !FileIdentity.isFolder(path) {
      self = .file(path: path, bytes: try InputFile.read(path, limit: limits.inputBytes))
    } else {
      let names = try FolderListing.frames(in: path)
      guard !names.isEmpty else {
        throw HeaderKitError(
          .noInput, subject: .file(path), reason: "contains no frames",
          remedy: "pass a folder of PNG files")
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

  /// The bytes of the file, or `nil` for a folder.
  var bytes: [UInt8]? { if case .file(_, let bytes) = self { bytes } else { nil } }

  /// Whether the format may change pixels in encoding: a GIF or a lossy WebP.
  var isLossy: Bool {
    guard let bytes, let kind = try? ImageKind.recognize(bytes) else { return false }
    return kind == .gif
      || kind == .webp && (try? ImageInspector.inspect(bytes: bytes))?.isLossy == true
  }

  /// Whether the format never changes pixels in encoding: PNG. Decided by content, for folders by
  /// the names of the files.
  var isLossless: Bool {
    switch self {
    case .file(_, let bytes): (try? ImageKind.recognize(bytes)) == .png
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
          reason: "contains more than \(limits.frames.grouped) frames",
          remedy: "raise the limit with \(.frameLimit)")
      }
      return FrameStream(path: folder, paths: paths, limits: limits)
    }
  }
}

/// Returns the number of plays for a loop count, or `nil` for endless. A GIF without a loop count
/// plays once.
func timesPlayed(loopCount: Int?) -> Int? {
  guard let loopCount else { return 1 }
  return loopCount == 0 ? nil : loopCount
}

extension ImageDescription {
  /// Whether the file's format may change pixels in encoding.
  var isLossy: Bool { kind == .gif || kind == .webp && colorType != "lossless" }
}

/// Reads frames in order, from a file or a folder. Errors name the file.
struct FrameStream: ~Copyable {
  fileprivate let path: String
  /// The reader of a file, or `nil` for a folder.
  fileprivate private(set) var reader: AnimationReader?
  /// The paths of a folder's frames. Empty for a file.
  fileprivate private(set) var paths: [String] = []
  fileprivate let limits: RenderLimits
  /// The index of the next frame, from 0.
  private(set) var index = 0
  /// The number of plays, known after the last frame was read. `nil` for endless.
  private(set) var plays: Int?
  /// Non-fatal decoding problems, each with the path of its file. Complete after the last frame was
  /// read.
  private(set) var warnings: [String] = []
  /// The last result of `frame(at:)`.
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

  /// Returns the frame at an index. Indices must not decrease from call to call.
  mutating func frame(at wanted: Int) throws(HeaderKitError) -> Pixmap {
    if let latest, index == wanted + 1 { return latest }
    while let frame = try next() {
      latest = frame.pixmap
      if index == wanted + 1 { return frame.pixmap }
    }
    throw HeaderKitError(
      .internalDefect, subject: .file(path), reason: "no longer has frame \(wanted)")
  }
}

extension PictureFile {
  /// Reads a file in a folder of frames. Returns its first picture, whether it contains more
  /// frames, and non-fatal decoding problems.
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
