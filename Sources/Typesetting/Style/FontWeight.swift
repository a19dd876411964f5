/// How heavy letters are, on the CSS scale (100 thin ... 900 black).
public enum FontWeight: Int, Hashable, Sendable, CaseIterable {
  case thin = 100
  case extraLight = 200
  case light = 300
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700
  case heavy = 800
  case black = 900

  /// The nearest of the nine weights.
  package init(nearest weight: Double) {
    let hundreds = max(1, min(9, (weight / 100).rounded()))
    self = FontWeight(rawValue: Int(hundreds) * 100) ?? .regular
  }
}
