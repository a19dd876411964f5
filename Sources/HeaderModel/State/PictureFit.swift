/// How a picture is fitted into a rectangle of another shape.
public enum PictureFit: String, CaseIterable, Hashable, Sendable {
  /// Distorted to the rectangle.
  case scaleToFill
  /// Covers the rectangle; what stands out is cut, evenly on both sides.
  case aspectFill
  /// Whole picture inside the rectangle; margins are left, evenly on both sides.
  case aspectFit
}
