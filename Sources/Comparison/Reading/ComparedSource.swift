import CodecInterface
import Files
import Foundation
import ImageCodecs
import Numerics
import Raster
import Rendering

/// One side of a comparison, opened as often as needed.
enum ComparedSource: Sendable {
  /// A picture or an animation, with its bytes.
  case file(path: String, bytes: [UInt8])
  /// A folder of pictures as an animation without times: the paths of its frames in order.
  case frames(folder: String, paths: [String])

  /// The endings of what is taken for a picture, lower case.
  static let pictureEndings: Set<String> = ["png", "apng", "gif", "jpg", "jpeg"]

  /// Reads a file, or lists a folder's pictures.
  init(_ path: String, limits: RenderLimits) throws(HeaderKitError) {
    guard FolderListing.isFolder(path) else {
      self = .file(path: path, bytes: try InputFile.read(path, limit: limits.inputBytes))
      return
    }
    let names = try FolderListing.names(in: path).filter { !$0.contains("/") }
    guard !names.isEmpty else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "holds no frames",
        remedy: "name a folder of PNG files")
    }
    self = .frames(folder: path, paths: names.map { path + "/" + $0 })
  }

  /// The path that was given.
  var path: String {
    switch self {
    case .file(let path, _): path
    case .frames(let folder, _): folder
    }
  }

  /// The frames from the first on.
  func open(limits: RenderLimits) throws(HeaderKitError) -> FrameStream {
    switch self {
    case .file(let path, let bytes):
      do throws(CodecError) {
        return FrameStream(
          path: path, reader: try AnimationReader(bytes: bytes, limits: limits.decoding))
      } catch {
        throw HeaderKitError(error, subject: .file(path))
      }
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
