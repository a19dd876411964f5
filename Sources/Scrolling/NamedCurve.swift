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

  /// What happens, in a few words.
  public var summary: String {
    switch self {
    case .pullAndRelease: "pulled down and let go"
    case .collapse: "scrolled slowly until the header has collapsed, and back"
    case .fling: "thrown upwards, and back by a tap on the status bar"
    case .fullTour: "pulled down, collapsed, flung, and back"
    case .hesitate: "scrolled a little, held, turned back, scrolled on"
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
    }
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
      ]
    }

    """
  }

  /// The curve.
  package func curve() throws(JSONError) -> ScrollCurve {
    try ScrollCurve.parse(Array(document().utf8), file: rawValue)
  }
}
