/// How heavy letters are, on the CSS scale (100 thin ... 900 black).
public enum FontWeight: Int, Hashable, Sendable, CaseIterable {
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700
}
