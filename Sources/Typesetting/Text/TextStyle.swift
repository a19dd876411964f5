/// One line of text in one style.
package struct TextRun: Hashable, Sendable {
  /// Line breaks, tabs and control characters count as spaces.
  package var text: String
  package var style: TextStyle
  /// Points; a longer text is cut between characters and ends in an ellipsis, or is empty where
  /// not even that fits. Nil: as long as it is.
  package var maximumWidth: Double?

  /// A line; texts of any length are taken (see `Typesetter.shape`).
  package init(_ text: String, style: TextStyle, maximumWidth: Double? = nil) {
    self.text = text
    self.style = style
    self.maximumWidth = maximumWidth
  }
}

/// How a run of text looks, apart from its colour and place.
package struct TextStyle: Hashable, Sendable {
  /// The first choice; characters it lacks, or all if it is not installed, come from other fonts.
  package var family: String
  /// Points to the em, above 0 and at most `largestPointSize`.
  package var pointSize: Double
  /// A family without such a face is thickened or stays as it is.
  package var weight: FontWeight
  /// Extra space between characters, points; negative tightens.
  package var tracking: Double
  /// How much wider than the font's the strokes of the letters are, in ems; advances stay. 0...
  package var thickening: Double
  /// Whether letters slant; those of a font without an italic face are slanted.
  package var isItalic = false
  /// A file whose font goes before the family; nil: none.
  package var fontFile: String?

  /// The family nearest to the system font of the original recordings (see `system`);
  /// a pinned font of the program. "Inter" itself is next where only that is installed.
  package static let defaultFamily = "Inter Display"
  /// Points; above this a style is refused.
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

/// How heavy letters are, on the CSS scale (100 thin ... 900 black).
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

  /// The nearest of the nine weights.
  package init(nearest weight: Double) {
    let hundreds = max(1, min(9, (weight / 100).rounded()))
    self = FontWeight(rawValue: Int(hundreds) * 100) ?? .regular
  }
}

extension TextStyle {
  /// The look of the phone's own font of the time, which is not free: `defaultFamily`, tracked so
  /// that texts come out as wide as in the original recordings. Its letters stand closer the larger
  /// they are.
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
  /// Regular labels have 7 to 10 % more ink there than in the untouched font.
  package static func system(pointSize: Double, weight: FontWeight = .regular) -> TextStyle {
    TextStyle(
      pointSize: pointSize, weight: weight,
      tracking: pointSize * systemTracking(weight, pointSize: pointSize),
      thickening: weight == .regular ? regularThickening : 0)
  }

  private static let regularThickening = 0.007

  /// Ems between characters for Inter 4.1: straight lines between the sizes measured at `system`.
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
