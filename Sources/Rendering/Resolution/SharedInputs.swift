package import FileAccess
package import HeaderModel
package import HeaderScene
import ImageCodecs
package import Scrolling
import Synchronization

/// The inputs of a batch: each file is read, hashed, parsed and decoded once, whoever asks.
package final class SharedInputs: Sendable {
  private struct Known {
    var digests: [String: ContentDigest] = [:]
    /// Of pictures, by their digests.
    var warnings: [String: [String]] = [:]
    var documents: [String: [UInt8]] = [:]
    var curves: [String: ScrollCurve] = [:]
    var headers: [String: HeaderDocument] = [:]
  }

  /// Decoded, scaled and blurred pictures.
  package let pictures: PictureStore
  package let limits: RenderLimits
  private let known = Mutex(Known())

  /// - Parameter pictureBytes: bytes of decoded pictures that are kept at most.
  package convenience init(limits: RenderLimits, pictureBytes: Int) {
    self.init(limits: limits, pictures: PictureStore(limit: pictureBytes))
  }

  /// - Parameter pictures: those that were decoded before, by the digests of their files.
  package init(limits: RenderLimits, pictures: PictureStore) {
    self.limits = limits
    self.pictures = pictures
  }

  package func digest(of path: String) throws(HeaderKitError) -> ContentDigest {
    if let digest = known.withLock({ $0.digests[path] }) { return digest }
    return note(path, try InputFile.read(path, limit: limits.inputBytes))
  }

  /// The same for a picture; refuses what is none before anything is decoded.
  package func digest(ofPicture path: String) throws(HeaderKitError) -> ContentDigest {
    if let digest = known.withLock({ $0.digests[path] }) { return digest }
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    _ = try HeaderKitError.coding(.file(path), ImageKind.recognise(bytes))
    return note(path, bytes)
  }

  /// The bytes of a small document, kept.
  package func bytes(of path: String) throws(HeaderKitError) -> [UInt8] {
    if let bytes = known.withLock({ $0.documents[path] }) { return bytes }
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    _ = note(path, bytes)
    known.withLock { $0.documents[path] = bytes }
    return bytes
  }

  /// The curve of a source; that of a file is kept.
  package func curve(_ source: CurveSource) throws(HeaderKitError) -> ScrollCurve {
    if case .curve(let curve) = source { return curve }
    let path = source.files.first ?? ""
    if let curve = known.withLock({ $0.curves[path] }) { return curve }
    if !path.isEmpty { _ = try digest(of: path) }
    let curve = try CurveFile.load(source, limits: limits)
    known.withLock { $0.curves[path] = curve }
    return curve
  }

  package func header(_ path: String) throws(HeaderKitError) -> HeaderDocument {
    if let header = known.withLock({ $0.headers[path] }) { return header }
    let bytes = try bytes(of: path)
    let header = try HeaderKitError.parsing(
      HeaderDocument.parse(bytes, file: InputFile.subject(path)))
    known.withLock { $0.headers[path] = header }
    return header
  }

  /// The picture in a file, and a name for its pixels.
  ///
  /// Throws `.tryAgain` when the file is no longer what its digest was taken of.
  package func picture(_ path: String) throws(HeaderKitError) -> InputPicture {
    let digest = try digest(ofPicture: path)
    let pixmap = try pictures.picture(digest.hexadecimal) { () throws(HeaderKitError) in
      let bytes = try InputFile.read(path, limit: limits.inputBytes)
      guard ContentDigest(of: bytes) == digest else {
        throw HeaderKitError(
          .tryAgain, subject: .file(path), reason: "changed while the batch ran",
          remedy: "run it again")
      }
      let (pixmap, warnings) = try PictureFile.decodeWithWarnings(
        bytes, subject: path, limits: limits)
      known.withLock { $0.warnings[digest.hexadecimal] = warnings }
      return pixmap
    }
    return InputPicture(
      pixmap: pixmap, name: digest.hexadecimal,
      warnings: known.withLock { $0.warnings[digest.hexadecimal] } ?? [])
  }

  package func picture(
    _ builtIn: [UInt8], subject: String
  ) throws(HeaderKitError) -> InputPicture {
    let pixmap = try pictures.picture(subject) { () throws(HeaderKitError) in
      try PictureFile.decode(builtIn, subject: subject, limits: limits)
    }
    return InputPicture(pixmap: pixmap, name: subject)
  }

  private func note(_ path: String, _ bytes: [UInt8]) -> ContentDigest {
    let digest = ContentDigest(of: bytes)
    known.withLock { $0.digests[path] = digest }
    return digest
  }
}
