import Typesetting
package import CodecInterface
package import FileAccess
package import HeaderModel
package import HeaderScene
import ImageCodecs
package import StrictJSON

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

  /// A header that cannot be evaluated; the message carries file, property and offset.
  package init(_ error: EvaluationError) {
    self.init(.badData, reason: MessageText(error.description))
  }

  /// A scene that cannot be composed.
  package init(_ error: SceneError) {
    switch error {
    case .fonts(let cause):
      self.init(
        cause.isShortage ? .tryAgain : .noInput, reason: MessageText(error.description))
    case .text(_, let cause) where cause.isShortage:
      self.init(.tryAgain, reason: MessageText(error.description))
    case .text, .unshown, .icon, .evaluation, .canvas:
      self.init(.badData, reason: MessageText(error.description))
    }
  }
}

extension HeaderKitError {
  /// A choice of frames, counted from 0, that goes beyond the `count` there are.
  package static func frames(
    _ range: ClosedRange<Int>, beyond count: Int, code: Code = .usage
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: .property(.frames),
      reason: "\(range.lowerBound)-\(range.upperBound) is not within 0-\(count - 1)",
      remedy: "frames are counted from 0")
  }
}
