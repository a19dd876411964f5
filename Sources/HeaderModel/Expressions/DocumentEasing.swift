internal import Scrolling

/// An easing of a document: CSS's strings, as in curves.
struct DocumentEasing: Hashable, Sendable {
  private let easing: Easing

  static let linear = DocumentEasing(.linear)

  init(_ easing: Easing) { self.easing = easing }

  /// Progress out for progress in.
  func value(at progress: Double) -> Double { easing.value(at: progress) }

  /// Reads an easing string; gives what is wrong with it.
  static func parse(_ text: String) throws(DocumentEasing.SyntaxError) -> DocumentEasing {
    do {
      return DocumentEasing(try Easing(text))
    } catch {
      throw SyntaxError(message: error.message)
    }
  }

  struct SyntaxError: Error {
    let message: String
  }
}
