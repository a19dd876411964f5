/// A line of text in one style.
package struct TextRun: Hashable, Sendable {
  /// The text. Line breaks, tabs and control characters are treated as spaces.
  package var text: String
  package var style: TextStyle
  /// The maximum width in points. A longer text is truncated with an ellipsis, or empty if not even
  /// that fits. `nil` for no limit.
  package var maximumWidth: Double?

  /// Creates a line. Texts may have any length (see `Typesetter.shape`).
  package init(_ text: String, style: TextStyle, maximumWidth: Double? = nil) {
    self.text = text
    self.style = style
    self.maximumWidth = maximumWidth
  }
}

/// The style of a run of text, without color and position.
package struct TextStyle: Hashable, Sendable {
  /// The preferred family. Missing characters, or all if it is not installed, come from other
  /// fonts.
  package var family: String
  /// The font size in points. Must be above 0 and at most `largestPointSize`.
  package var pointSize: Double
  /// The weight. Synthesized or unchanged if the family has no such face.
  package var weight: FontWeight
  /// Additional space between characters in points. Negative to tighten.
  package var tracking: Double
  /// The additional width of strokes in ems, at least 0. Advances are unchanged.
  package var thickening: Double
  /// Whether letters are italic. Synthesized if the font has no italic face.
  package var isItalic = false
  /// The path of a font file that takes precedence over the family, or `nil`.
  package var fontFile: String?

  /// The family that is most similar to the system font in the original recordings (see `system`),
  /// a pinned font of the program. The first fallback is an installed Inter.
  package static let defaultFamily = "Inter Display"
  /// The maximum font size in points.
  package static let largestPointSize = 2000.0

  package init(
    family: String = TextStyle.defaultFamily, pointSize: Double, weight: FontWeight = .regular,
    tracking: Double = 0, thickening: Double = 0
  ) {
    self.family = family
    self.pointSize = pointSize
    self.weight = weight
    self.tracking = tracking
    self.thickening = thickening
  }
}

/// The weight of a font on the CSS scale, from 100 (thin) to 900 (black).
package enum FontWeight: Int, Hashable, Sendable, CaseIterable {
  case thin = 100
  case extraLight = 200
  case light = 300
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700
  case heavy = 800
  case black = 900

  /// Returns the nearest of the nine weights.
  package init(nearest weight: Double) {
    let hundreds = max(1, min(9, (weight / 100).rounded()))
    self = FontWeight(rawValue: Int(hundreds) * 100) ?? .regular
  }
}

extension TextStyle {
  /// Returns a style that resembles the system font of the phones at that time, which is not free.
  /// It is `defaultFamily`, with tracking that matches text widths in the original recordings.
  /// Tracking decreases with the size.
  ///
  /// Ink widths in points, measured there | Inter Display untracked | with this tracking:
  ///
  ///     Carrier          regular 12    36.6 | 34.6 | 36.6
  ///     Follow           regular 15    43   | 40.6 | 42.1
  ///     Cancel           regular 17    51   | 50.2 | 51.4
  ///     Test Cell        regular 17    63.5 | 62.4 | 64.3
  ///     Robert Ryan      regular 20   103.1 | 104.8 | 103.1
  ///     10:31 PM         medium 12     47   | 46.0 | 47.0
  ///     2 666 Tweets     semibold 10   60   | 60.6 | 60.0
  ///     My Handle        semibold 15   73.5 | 71.5 | 73.5
  ///     My Display Name  semibold 18  143.2 | 140.3 | 143.2
  ///
  /// Regular labels have 7 to 10 % more ink there than in the unmodified font.
  package static func system(pointSize: Double, weight: FontWeight = .regular) -> TextStyle {
    TextStyle(
      pointSize: pointSize, weight: weight,
      tracking: pointSize * systemTracking(weight, pointSize: pointSize),
      thickening: weight == .regular ? regularThickening : 0)
  }

  private static let regularThickening = 0.007

  /// Returns the tracking in ems for Inter 4.1, interpolated linearly between the sizes listed at
  /// `system`.
  private static func systemTracking(_ weight: FontWeight, pointSize: Double) -> Double {
    let measured: [(size: Double, ems: Double)] =
      switch weight {
      case .thin, .extraLight, .light, .regular:
        [(12, 0.028), (16, 0.018), (17, 0.014), (20, -0.0086)]
      case .medium: [(12, 0.0114), (17, 0.008), (20, -0.012)]
      case .semibold: [(10, -0.005), (15, 0.0163), (18, 0.0114), (20, -0.011)]
      case .bold, .heavy, .black: [(20, -0.013)]
      }
    guard let next = measured.firstIndex(where: { pointSize <= $0.size }) else {
      return measured.last?.ems ?? 0
    }
    let upper = measured[next]
    guard next > 0 else { return upper.ems }
    let lower = measured[next - 1]
    return lower.ems
      + (upper.ems - lower.ems) * (pointSize - lower.size) / (upper.size - lower.size)
  }
}
