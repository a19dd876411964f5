import Comparison
import Files
import Numerics
import Rendering
import StrictJSON

/// The combinations of a matrix: `{"style": ["mimic", "stretch"], "theme": ["light", "dark"]}` has
/// four, the last key varying fastest.
struct MatrixExpansion {
  /// Each gives one value to every key.
  private(set) var combinations: [[String: JSONValue]] = [[:]]

  /// Without a matrix there is one combination, of nothing.
  init(_ matrix: JSONValue?, own members: [String: JSONValue]) throws(JSONError) {
    guard let matrix, !matrix.isNull else { return }
    let known = ItemKey.allCases.filter(\.isAxis).map(\.rawValue)
    for axis in try matrix.object(keys: known) {
      guard members[axis.name] == nil else {
        throw axis.keyError("\(axis.name) is given by the item as well; keep one of the two")
      }
      let values = try axis.value.array(count: 1...1000, of: "values")
      guard combinations.count * values.count <= ManifestText.mostItems else {
        throw matrix.error("makes more than \(ManifestText.mostItems.grouped) items")
      }
      combinations = combinations.flatMap { combination in
        values.map { value in
          var longer = combination
          longer[axis.name] = value
          return longer
        }
      }
    }
  }
}
