import Comparison
import Files
import Rendering
import StrictJSON

/// Collects what is wrong while reading goes on.
///
/// What many items inherit from the same defaults is said once.
struct ManifestProblems {
  private(set) var list: [ManifestError.Problem] = []
  private var known: Set<JSONError> = []

  var isEmpty: Bool { list.isEmpty }

  mutating func add(_ error: JSONError, code: HeaderKitError.Code = .badData) {
    add(ManifestError.Problem(code: code, place: error, message: MessageText(error.description)))
  }

  mutating func add(_ problem: ManifestError.Problem) {
    guard known.insert(problem.place).inserted else { return }
    list.append(problem)
  }

  /// An error of what an item asks for, in the manifest's words.
  ///
  /// - Parameter place: gives the value to blame, from the key that the error's property has.
  mutating func add(_ error: HeaderKitError, at place: (ItemKey?) -> JSONValue) {
    let code: HeaderKitError.Code = error.code == .noInput ? .noInput : .badData
    var meant: ItemKey?
    if case .property(let property) = error.subject { meant = ItemKey(property) }
    let finding =
      meant == nil
      ? error : HeaderKitError(error.code, reason: error.reason, remedy: error.remedy)
    let message = finding.namingItemKeys.message
    var start = place(meant).error("")
    let prefix = start.description
    start.message = message.description
    add(ManifestError.Problem(code: code, place: start, message: "\(prefix)" + message))
  }

  /// What `read` gives, or nil with its error noted.
  mutating func attempt<Value>(_ read: () throws(JSONError) -> Value) -> Value? {
    do {
      return try read()
    } catch {
      add(error)
      return nil
    }
  }

  /// All of them, in the order of the text.
  var error: ManifestError {
    ManifestError(
      problems: list.sorted {
        ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
      })
  }
}
