package import CodecInterface
package import Files
package import HeaderModel
package import HeaderScene
import ImageCodecs
package import StrictJSON

extension HeaderKitError {
  /// A JSON text that breaks a rule; its message carries file, line and column.
  package init(_ error: JSONError) {
    self.init(.badData, reason: error.description)
  }

  /// A picture or animation that could not be read or written.
  package init(_ error: CodecError, subject: String, writing: Bool = false) {
    let code: Code =
      switch error.kind {
      case .unrecognised, .malformed, .truncated, .tooLarge, .unsupported: .badData
      case .invalidFrame: writing ? .badData : .internalDefect
      case .invalidOption: .usage
      case .writeFailed: .writeFailed
      case .outOfMemory: .tryAgain
      }
    self.init(code, subject: subject, reason: error.message, hint: error.hint)
  }

  /// A style constant that cannot be set; `subject` says where it was given.
  package init(_ error: ConstantError, subject: String) {
    let hint =
      switch error {
      case .unknownKey(let name, _, let known): NearestName(to: name, among: known).remedy
      case .outOfRange, .notWhole, .unknownVariant: ""
      }
    self.init(.usage, subject: subject, reason: error.description, hint: hint)
  }

  /// A scene that cannot be composed.
  package init(_ error: SceneError) {
    switch error {
    case .fonts: self.init(.noInput, reason: error.description)
    case .text: self.init(.badData, reason: error.description)
    case .canvas: self.init(.badData, reason: error.description)
    }
  }
}
