/// How two stroked lines meet.
public enum LineJoin: Hashable, Sendable {
  /// With their outer edges prolonged to a point; cut off like `bevel` past ten half widths.
  case miter
  /// With a disc around the corner.
  case round
  /// With a straight cut.
  case bevel
}
