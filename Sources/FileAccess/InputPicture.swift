package import CodecInterface
import ImageCodecs
package import Raster
package import StrictJSON

/// Decodes pictures with errors in the kit's form.
package enum PictureFile {
  /// The upright picture in `bytes`; `subject` names them in errors.
  package static func decode(
    _ bytes: [UInt8], subject: String, limits: RenderLimits
  ) throws(HeaderKitError) -> Pixmap {
    try decodeWithWarnings(bytes, subject: subject, limits: limits).pixmap
  }

  /// The same with what is wrong with the file though it can be read.
  package static func decodeWithWarnings(
    _ bytes: [UInt8], subject: String, limits: RenderLimits
  ) throws(HeaderKitError) -> (pixmap: Pixmap, warnings: [String]) {
    do {
      let image = try ImageDecoder.decode(bytes: bytes, limits: limits.decoding)
      return (image.pixmap, image.warnings.map { "\(InputFile.subject(subject)): \($0)" })
    } catch {
      throw HeaderKitError(error, subject: .file(InputFile.subject(subject)))
    }
  }
}

extension HeaderKitError {
  /// A JSON text that breaks a rule; its message carries file, line and column.
  package init(_ error: JSONError) {
    self.init(.badData, reason: MessageText(error.description))
  }

  /// A picture or animation that could not be read or written.
  package init(_ error: CodecError, subject: Subject, writing: Bool = false) {
    let code: Code =
      switch error.kind {
      case .unrecognised, .malformed, .truncated, .tooLarge, .unsupported: .badData
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
