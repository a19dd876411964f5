import CImageFence

extension CodecError {
  /// What every damaged input is answered with.
  static let exportAgain = "re-export the file"

  /// Turns what the C fence returned into an error.
  ///
  /// - Parameters:
  ///   - form: the form's name, as in `PNG`.
  ///   - truncation: what was found and what was needed, for bytes that ended too early.
  init(
    _ status: fence_status, _ error: fence_error, form: String,
    truncation: @autoclosure () -> String
  ) {
    let words = CodecError.words(of: error)
    switch status {
    case FENCE_TRUNCATED:
      self.init(
        kind: .truncated, message: "truncated: \(truncation())", hint: CodecError.exportAgain)
    case FENCE_MALFORMED: self.init(damaged: form, words)
    case FENCE_UNSUPPORTED:
      self.init(
        kind: .unsupported, message: "unsupported \(form): \(words)",
        hint: "export it as an ordinary 8-bit \(form) or PNG")
    case FENCE_OUT_OF_MEMORY:
      self.init(kind: .outOfMemory, message: "not enough memory for this \(form)")
    default:
      self.init(kind: .writeFailed, message: "the \(form) library failed: \(words)")
    }
  }

  /// Of bytes that do not mean anything.
  init(damaged form: String, _ words: String) {
    self.init(
      kind: .malformed, message: "damaged \(form): \(words)", hint: CodecError.exportAgain)
  }

  private static func words(of error: fence_error) -> String {
    let text = withUnsafeBytes(of: error.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? "no reason given" : text
  }
}
