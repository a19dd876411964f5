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
    guard known.insert(error).inserted else { return }
    list.append(ManifestError.Problem(code: code, place: error))
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
