import Comparison
import Files
import Rendering
import StrictJSON

/// A name with places to be filled: `{style}-{device}.gif`; `{{` and `}}` stand for braces.
struct NameTemplate {
  private enum Part {
    case text(String)
    case place(String)
  }

  private var parts: [Part] = []

  /// Refuses a brace without its partner.
  init(_ place: JSONValue) throws(JSONError) {
    var text = ""
    var rest = try place.string()[...]
    while let next = rest.popFirst() {
      switch next {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(next)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw place.error("a { has no }; write {{ for a brace")
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.place(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw place.error("a } has no {; write }} for a brace")
      default:
        text.append(next)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The name with every place filled; `place` is where messages point.
  func filled(with values: [String: String], at place: JSONValue) throws(JSONError) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .place(let key):
        guard let value = values[key] else { throw unknown(key, values, at: place) }
        name += value
      }
    }
    return name
  }

  private func unknown(
    _ key: String, _ values: [String: String], at place: JSONValue
  ) -> JSONError {
    if let known = ItemKey(rawValue: key), known.isAxis {
      return place.error("{\(key)} has no value here; set \"\(key)\" in the item or its matrix")
    }
    let remedy = NearestName(to: key, among: values.keys.sorted()).remedy
    return place.error("{\(key)} is not known; \(remedy)")
  }
}
