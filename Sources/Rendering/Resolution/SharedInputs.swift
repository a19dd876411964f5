package import FileAccess
package import HeaderModel
package import HeaderScene
import ImageCodecs
package import Scrolling
import Synchronization

/// The inputs of a batch. Each file is read, hashed, parsed and decoded once for all items.
package final class SharedInputs: Sendable {
  private struct Cache {
    var digests: [String: ContentDigest] = [:]
    /// Decoding warnings of pictures, by the digests of their files.
    var warnings: [String: [String]] = [:]
    var documents: [String: [UInt8]] = [:]
    var curves: [String: ScrollCurve] = [:]
    var headers: [String: HeaderDocument] = [:]
  }

  /// Decoded, scaled and blurred pictures.
  package let pictures: PictureStore
  package let limits: RenderLimits
  private let cache = Mutex(Cache())

  /// - Parameter pictureBytes: The maximum number of bytes of decoded pictures in memory.
  package convenience init(limits: RenderLimits, pictureBytes: Int) {
    self.init(limits: limits, pictures: PictureStore(limit: pictureBytes))
  }

  /// - Parameter pictures: A store with pictures that were decoded before, by the digests of their
  ///   files.
  package init(limits: RenderLimits, pictures: PictureStore) {
    self.limits = limits
    self.pictures = pictures
  }

  /// Returns the digest of a file, computed once.
  ///
  /// - Parameter isPicture: Whether to check that the file is a picture.
  /// - Throws: `.badData` if the file must be a picture but is not.
  package func digest(
    of path: String, isPicture: Bool = false
  ) throws(HeaderKitError) -> ContentDigest {
    try cached(\.digests, path) { () throws(HeaderKitError) in
      let bytes = try read(path)
      if isPicture { _ = try HeaderKitError.coding(.file(path), ImageKind.recognize(bytes)) }
      return ContentDigest(of: bytes)
    }
  }

  /// Returns the bytes of a small document, which stay in memory.
  package func bytes(of path: String) throws(HeaderKitError) -> [UInt8] {
    try cached(\.documents, path) { () throws(HeaderKitError) in
      let bytes = try read(path)
      cache.withLock { $0.digests[path] = ContentDigest(of: bytes) }
      return bytes
    }
  }

  /// Returns a curve. A file is parsed once.
  package func curve(_ source: CurveSource) throws(HeaderKitError) -> ScrollCurve {
    if case .curve(let curve) = source { return curve }
    let path = source.files.first ?? ""
    return try cached(\.curves, path) { () throws(HeaderKitError) in
      if !path.isEmpty { _ = try digest(of: path) }
      return try CurveFile.load(source, limits: limits)
    }
  }

  package func header(_ path: String) throws(HeaderKitError) -> HeaderDocument {
    try cached(\.headers, path) { () throws(HeaderKitError) in
      let bytes = try bytes(of: path)
      return try HeaderKitError.parsing(HeaderDocument.parse(bytes, file: InputFile.subject(path)))
    }
  }

  /// Returns the decoded picture. Its name, the digest of the file, identifies it in caches.
  ///
  /// - Throws: `.tryAgain` if the file changed after its digest was computed.
  package func picture(_ path: String) throws(HeaderKitError) -> InputPicture {
    let digest = try digest(of: path, isPicture: true)
    let pixmap = try pictures.picture(digest.hexadecimal) { () throws(HeaderKitError) in
      let bytes = try read(path)
      guard ContentDigest(of: bytes) == digest else {
        throw HeaderKitError(
          .tryAgain, subject: .file(path), reason: "changed while the batch ran",
          remedy: "run it again")
      }
      let (pixmap, warnings) = try PictureFile.decodeWithWarnings(
        bytes, subject: path, limits: limits)
      cache.withLock { $0.warnings[digest.hexadecimal] = warnings }
      return pixmap
    }
    return InputPicture(
      pixmap: pixmap, name: digest.hexadecimal,
      warnings: cache.withLock { $0.warnings[digest.hexadecimal] } ?? [])
  }

  package func picture(_ builtIn: [UInt8], subject: String) throws(HeaderKitError) -> InputPicture {
    let pixmap = try pictures.picture(subject) { () throws(HeaderKitError) in
      try PictureFile.decode(builtIn, subject: subject, limits: limits)
    }
    return InputPicture(pixmap: pixmap, name: subject)
  }

  private func read(_ path: String) throws(HeaderKitError) -> [UInt8] {
    try InputFile.read(path, limit: limits.inputBytes)
  }

  /// Returns the cached value for a path, or computes and caches it.
  private func cached<Value: Sendable>(
    _ values: any WritableKeyPath<Cache, [String: Value]> & Sendable, _ path: String,
    _ make: () throws(HeaderKitError) -> Value
  ) throws(HeaderKitError) -> Value {
    if let value = cache.withLock({ $0[keyPath: values][path] }) { return value }
    let value = try make()
    cache.withLock { $0[keyPath: values][path] = value }
    return value
  }
}
