public import HeaderModel
public import Typesetting

/// Why a scene could not be composed.
public enum SceneError: Error, Hashable, Sendable {
  /// The text itself, and why it could not be set.
  case text(String, TypesettingError)
  /// Path data of an icon, and what is wrong with it.
  case icon(String, String)
  /// The header cannot be evaluated at rest.
  case evaluation(EvaluationError)
  /// No fonts at all.
  case fonts(TypesettingError)
  /// The canvas would have no pixels or more than can be addressed; sides in device pixels.
  case canvas(width: Double, height: Double)
}

extension SceneError: CustomStringConvertible {
  /// One line: what is wrong, what would be right.
  public var description: String {
    switch self {
    case .text(let text, let error): "text \"\(text.prefix(40))\": \(error)"
    case .icon(let data, let fault): "icon path \"\(data.prefix(40))\": \(fault)"
    case .evaluation(let error): "\(error)"
    case .fonts(let error): error.description
    case .canvas(let width, let height):
      "a canvas of \(width) x \(height) pixels cannot be painted; choose another device or scale"
    }
  }
}
