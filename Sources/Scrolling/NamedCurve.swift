import EmbeddedFiles
package import StrictJSON

/// Swipes that have a name: to render at once, and to start a curve of one's own from. Each ends at
/// rest. Flings end sooner than the system's, so that an animation is short.
public enum NamedCurve: String, CaseIterable, Hashable, Sendable {
  case pullAndRelease = "pull-and-release"
  case collapse, fling
  case fullTour = "full-tour"
  case hesitate
  case tapFollow = "tap-follow"
  case swipeTabs = "swipe-tabs"
  case refresh

  /// What happens, in a few words.
  public var summary: String {
    switch self {
    case .pullAndRelease: "pulled down and let go"
    case .collapse: "scrolled slowly until the header has collapsed, and back"
    case .fling: "thrown upwards, and back by a tap on the status bar"
    case .fullTour: "pulled down, collapsed, flung, and back"
    case .hesitate: "scrolled a little, held, turned back, scrolled on"
    case .tapFollow: "the layer follow tapped, scrolled a little, and tapped again"
    case .swipeTabs: "pages moved sideways by the input page, thrown, and back"
    case .refresh: "pulled down, let go, and held open until the input loaded"
    }
  }

  /// - Parameter schema: the path of the schema for editors, relative to the document; nil: none.
  package func document(schema: String? = nil) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let schema else { return text }
    return "{\n  \"$schema\": \(JSONWriter.literal(schema)),\n" + text.dropFirst(2)
  }

  private var bytes: [UInt8] { EmbeddedFile(rawValue: "Curves/\(rawValue).json")?.bytes ?? [] }

  package func curve() throws(JSONError) -> ScrollCurve {
    try ScrollCurve.parse(bytes, file: rawValue)
  }
}
