/// The environment in which a header document is evaluated.
package struct DocumentEnvironment: Sendable {
  package var device: Device
  package var isDark: Bool
  /// The sizes of the given pictures in pixels, by name or path: `banner`, `avatar` and the
  /// document's images.
  package var imageSizes: [String: PictureSize]
  /// Measures texts, because this module has no access to fonts.
  package var measurer: any TextMeasuring

  package init(
    device: Device, isDark: Bool = false, imageSizes: [String: PictureSize] = [:],
    measurer: any TextMeasuring
  ) {
    self.device = device
    self.isDark = isDark
    self.imageSizes = imageSizes
    self.measurer = measurer
  }
}

/// Measures typeset texts.
package protocol TextMeasuring: Sendable {
  /// Returns the size in points at scale 1, not rounded.
  /// - Parameter maximumWidth: The width at which lines are broken. `nil` breaks only at line
  ///   breaks in the text.
  func size(of text: TextContent, maximumWidth: Double?) -> PointSize
  /// Returns the metrics of a font file. `nil` uses the scene's font.
  func letters(ofFont file: String?) -> LetterMetrics
}

extension TextMeasuring { package func letters(ofFont file: String?) -> LetterMetrics { .system } }

/// The vertical metrics of a font, in ems.
package struct LetterMetrics: Hashable, Sendable {
  /// A metric: the extent above or below the baseline, their sum, or the distance between
  /// baselines.
  package enum Part: Hashable, Sendable { case ascent, descent, height, line }

  /// The extents above and below the baseline, 0 or more.
  package let ascent: Double
  package let descent: Double
  /// The distance between baselines.
  package let lineHeight: Double

  /// The metrics of the original headers' system font: 1950 + 494 units of 2048.
  package static let system = LetterMetrics(
    ascent: 1950.0 / 2048, descent: 494.0 / 2048, lineHeight: 2444.0 / 2048)

  package init(ascent: Double, descent: Double, lineHeight: Double) {
    self.ascent = ascent
    self.descent = descent
    self.lineHeight = lineHeight
  }

  package var height: Double { ascent + descent }

  subscript(part: Part) -> Double {
    switch part {
    case .ascent: ascent
    case .descent: descent
    case .height: height
    case .line: lineHeight
    }
  }
}

/// The size of a picture in pixels. Sides below 1 are set to 1.
package struct PictureSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }
}
