import Files
import Numerics
public import Scrolling

/// Where a scroll curve comes from.
public enum CurveSource: Sendable {
  /// The demo's swipe.
  case builtIn
  /// A curve document; `-` is standard input.
  case file(String)
  case curve(ScrollCurve)

  /// The files that are read.
  package var files: [String] {
    if case .file(let path) = self { [path] } else { [] }
  }
}
