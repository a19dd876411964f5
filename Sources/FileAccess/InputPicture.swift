package import CodecInterface
import ImageCodecs
package import Raster
package import StrictJSON

extension InputFile {
  package static func json(_ path: String, limit: Int) throws(HeaderKitError) -> JSONValue {
    let bytes = try read(path, limit: limit)
    return try HeaderKitError.parsing(JSONValue.parse(bytes, file: subject(path)))
  }
}

/// Decodes pictures.
package enum PictureFile {
  /// Decodes a picture and rotates it upright. `subject` is its name in errors.
  package static func decode(
    _ bytes: [UInt8], subject: String, limits: RenderLimits
  ) throws(HeaderKitError) -> Pixmap {
    try decodeWithWarnings(bytes, subject: subject, limits: limits).pixmap
  }

  /// Decodes a picture and rotates it upright. Also returns non-fatal decoding problems.
  package static func decodeWithWarnings(
    _ bytes: [UInt8], subject: String, limits: RenderLimits
  ) throws(HeaderKitError) -> (pixmap: Pixmap, warnings: [String]) {
    let subject = InputFile.subject(subject)
    let image = try HeaderKitError.coding(
      .file(subject), ImageDecoder.decode(bytes: bytes, limits: limits.decoding))
    return (image.pixmap, image.warnings.map { "\(subject): \($0)" })
  }
}

extension HeaderKitError {
  /// Wraps an error in a JSON text and the others of the text. The messages have the file, line and
  /// column.
  package init(_ error: JSONError) {
    self.init(.badData, reason: MessageText(error.description))
    others = error.others.map(HeaderKitError.init)
  }

  /// Evaluates `work`, and converts errors in JSON texts to `HeaderKitError`.
  package static func parsing<Value>(
    _ work: @autoclosure () throws(JSONError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }

  /// Evaluates `work`, and converts errors of codecs to `HeaderKitError` with this subject.
  package static func coding<Value: ~Copyable>(
    _ subject: Subject, writing: Bool = false, _ work: @autoclosure () throws(CodecError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch {
      throw HeaderKitError(error, subject: subject, writing: writing)
    }
  }

  package init(_ error: CodecError, subject: Subject, writing: Bool = false) {
    let code: Code =
      switch error.kind {
      case .unrecognized, .malformed, .truncated, .tooLarge, .unsupported: .badData
      case .invalidFrame: writing ? .badData : .internalDefect
      case .invalidOption: .usage
      case .writeFailed: .writeFailed
      case .outOfMemory: .tryAgain
      }
    let remedy: MessageText =
      switch error.limit {
      case .inputBytes: "raise the limit with \(.inputByteLimit)"
      case .pixels: "raise the limit with \(.pixelLimit)"
      case .frames: "raise the limit with \(.frameLimit)"
      case nil: MessageText(error.hint)
      }
    self.init(code, subject: subject, reason: MessageText(error.message), remedy: remedy)
  }
}
