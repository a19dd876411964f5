package import FileAccess
package import HeaderModel
package import HeaderScene

extension HeaderKitError {
  /// A header that cannot be evaluated; the message carries file, property and offset.
  package init(_ error: EvaluationError) {
    self.init(.badData, reason: MessageText(error.description))
  }

  /// A scene that cannot be composed.
  package init(_ error: SceneError) {
    self.init(
      error.isShortage ? .tryAgain : error.isWithoutFonts ? .noInput : .badData,
      reason: MessageText(error.description))
  }
}

extension HeaderKitError {
  /// What `work` returns; an error of a header's evaluation becomes one of the library.
  package static func evaluating<Value>(
    _ work: () throws(EvaluationError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }

  /// The same of an expression.
  package static func evaluating<Value>(
    _ work: @autoclosure () throws(EvaluationError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }

  /// The value of `work`; an error in composing a scene becomes one of the library.
  package static func composing<Value>(
    _ work: @autoclosure () throws(SceneError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }
}
