/// How a stroked line ends.
public enum LineCap: Hashable, Sendable {
  /// At the end point.
  case butt
  /// With a half disc around the end point.
  case round
  /// Half the width past the end point.
  case square
}
