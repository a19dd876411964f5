/// What a header document finds around it.
package struct DocumentEnvironment: Sendable {
  package var device: Device
  package var isDark: Bool
  /// Sizes of the pictures given, in their own pixels: `banner`, `avatar` and the document's images.
  package var imageSizes: [String: PictureSize]
  /// Measures the texts; the model itself knows no fonts.
  package var measurer: any TextMeasuring

  package init(
    device: Device, isDark: Bool = false, imageSizes: [String: PictureSize] = [:],
    measurer: any TextMeasuring
  ) {
    (self.device, self.isDark) = (device, isDark)
    (self.imageSizes, self.measurer) = (imageSizes, measurer)
  }
}

/// Knows how large a text is when it is set.
package protocol TextMeasuring: Sendable {
  /// Size in points at scale 1, not rounded: of the one line, or of all lines broken at
  /// `maximumWidth` (nil: at line breaks in the text alone).
  func size(of text: TextContent, maximumWidth: Double?) -> PointSize
  /// Of a font file; nil: of the scene's font.
  func letters(ofFont file: String?) -> LetterMetrics
}

extension TextMeasuring { package func letters(ofFont file: String?) -> LetterMetrics { .system } }

/// How far the letters of a font reach, in ems.
package struct LetterMetrics: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case ascent, descent, height, line }

  /// Above and below the baseline, 0...
  package let ascent: Double
  package let descent: Double
  /// From one baseline to the next.
  package let lineHeight: Double

  /// Of the originals' system font (header-style measurements: 1950 + 494 per 2048).
  package static let system = LetterMetrics(
    ascent: 1950.0 / 2048, descent: 494.0 / 2048, lineHeight: 2444.0 / 2048)

  package init(ascent: Double, descent: Double, lineHeight: Double) {
    (self.ascent, self.descent, self.lineHeight) = (ascent, descent, lineHeight)
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

/// Size of a picture in its own pixels; sides below 1 are taken as 1.
package struct PictureSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    (self.width, self.height) = (max(1, width), max(1, height))
  }
}
