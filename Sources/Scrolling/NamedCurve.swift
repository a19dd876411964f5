package import StrictJSON

/// Swipes that have a name: to render at once, and to start a curve of one's own from. Each ends at
/// rest.
public enum NamedCurve: String, CaseIterable, Hashable, Sendable {
  /// Pulled down and let go.
  case pullAndRelease = "pull-and-release"
  /// Scrolled slowly until the header has collapsed, and back.
  case collapse
  /// Thrown upwards, and back by a tap on the status bar.
  case fling
  /// Pulled down, collapsed, flung, and back.
  case fullTour = "full-tour"
  /// Scrolled a little, held, turned back, scrolled on.
  case hesitate
  /// Follow tapped, scrolled a little, and tapped again.
  case tapFollow = "tap-follow"
  /// Pages moved sideways, thrown, and back.
  case swipeTabs = "swipe-tabs"
  /// Pulled down, let go, and held open until what is awaited has come.
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

  private var gestures: [String] {
    switch self {
    case .pullAndRelease:
      [
        #"{"hold": 0.3}"#, #"{"drag": {"by": -170, "duration": 0.5, "easing": "ease-out"}}"#,
        #"{"hold": 0.15}"#, #"{"release": {"velocity": 0}}"#, #"{"hold": 0.6}"#,
      ]
    case .collapse:
      [
        #"{"hold": 0.3}"#, #"{"drag": {"by": 220, "duration": 1.1, "easing": "ease-in-out"}}"#,
        #"{"hold": 0.2}"#, #"{"release": {"velocity": 0}}"#, #"{"hold": 0.5}"#,
        #"{"scrollTo": {"offset": 0, "duration": 0.6}}"#, #"{"hold": 0.4}"#,
      ]
    case .fling:
      [
        #"{"hold": 0.3}"#, #"{"drag": {"by": 60, "duration": 0.12, "easing": "linear"}}"#,
        #"{"release": {"velocity": 900}}"#, #"{"hold": 0.4}"#,
        #"{"scrollTo": {"offset": 0, "duration": 0.7}}"#, #"{"hold": 0.4}"#,
      ]
    case .fullTour:
      [
        #"{"hold": 0.35}"#, #"{"drag": {"by": -170, "duration": 0.5, "easing": "ease-out"}}"#,
        #"{"hold": 0.12}"#, #"{"release": {"velocity": 0}}"#, #"{"hold": 0.15}"#,
        #"{"drag": {"by": 150, "duration": 0.9, "easing": "ease-in-out"}}"#, #"{"hold": 0.15}"#,
        #"{"drag": {"by": 40, "duration": 0.1, "easing": "linear"}}"#,
        #"{"release": {"velocity": 1100}}"#, #"{"hold": 0.15}"#,
        #"{"scrollTo": {"offset": 0, "duration": 0.7}}"#, #"{"hold": 0.45}"#,
      ]
    case .hesitate:
      [
        #"{"hold": 0.3}"#, #"{"drag": {"by": 70, "duration": 0.5, "easing": "ease-out"}}"#,
        #"{"hold": 0.4}"#, #"{"drag": {"by": -40, "duration": 0.3, "easing": "ease-in-out"}}"#,
        #"{"hold": 0.3}"#, #"{"drag": {"by": 160, "duration": 0.7, "easing": "ease-in-out"}}"#,
        #"{"hold": 0.2}"#, #"{"release": {"velocity": 0}}"#, #"{"hold": 0.3}"#,
        #"{"scrollTo": {"offset": 0, "duration": 0.6}}"#, #"{"hold": 0.4}"#,
      ]
    case .tapFollow:
      [
        #"{"hold": 0.5}"#, #"{"tap": {"layer": "follow"}}"#, #"{"hold": 0.8}"#,
        #"{"drag": {"by": 60, "duration": 0.5, "easing": "ease-in-out"}}"#, #"{"hold": 0.2}"#,
        #"{"release": {"velocity": 0}}"#, #"{"hold": 0.2}"#,
        #"{"scrollTo": {"offset": 0, "duration": 0.5}}"#, #"{"hold": 0.2}"#,
        #"{"tap": {"layer": "follow"}}"#, #"{"hold": 0.6}"#,
      ]
    case .swipeTabs:
      [
        #"{"hold": 0.4}"#,
        #"{"pan": {"input": "page", "by": 0.7, "duration": 0.3, "easing": "ease-in-out"}}"#,
        #"{"release": {}}"#, #"{"hold": 0.5}"#,
        #"{"pan": {"input": "page", "by": 0.35, "duration": 0.12, "easing": "linear"}}"#,
        #"{"release": {"velocity": 1200}}"#, #"{"hold": 0.5}"#,
        #"{"pan": {"input": "page", "by": -0.7, "duration": 0.25, "easing": "ease-in-out"}}"#,
        #"{"release": {}}"#, #"{"hold": 0.15}"#,
        #"{"pan": {"input": "page", "by": -0.7, "duration": 0.25, "easing": "ease-in-out"}}"#,
        #"{"release": {}}"#, #"{"hold": 0.5}"#,
      ]
    case .refresh:
      [
        #"{"hold": 0.3}"#, #"{"drag": {"by": -260, "duration": 0.6, "easing": "ease-out"}}"#,
        #"{"hold": 0.15}"#, #"{"release": {"velocity": 0}}"#, #"{"hold": 1.4}"#,
      ]
    }
  }

  /// What else the app does: a header that waits for nothing goes without.
  private var inputs: String {
    self == .refresh ? #"{"optional": true, "loaded": [[2.4, true]]}"# : ""
  }

  /// Flings end sooner than the system's, so that an animation is short.
  private static let decelerationRate = "0.994"

  /// The curve's document.
  ///
  /// - Parameter schema: the path of the schema for editors, relative to the document; nil: none.
  package func document(schema: String? = nil) -> String {
    """
    {
    \(schema.map { "  \"$schema\": \(JSONWriter.literal($0)),\n" } ?? "")  "version": 1,
      "name": "\(rawValue)",
      "fps": 30,
      "physics": {"decelerationRate": \(NamedCurve.decelerationRate)},
      "gestures": [
        \(gestures.joined(separator: ",\n    "))
      ]\(inputs.isEmpty ? "" : ",\n  \"inputs\": \(inputs)")
    }

    """
  }

  /// The curve.
  package func curve() throws(JSONError) -> ScrollCurve {
    try ScrollCurve.parse(Array(document().utf8), file: rawValue)
  }
}
