package import PortableMath

/// The content of a layer, by its type. Lengths are in points of the layer's own coordinates.
package enum LayerContent: Hashable, Sendable {
  case group
  case rectangle(LayerFill)
  case image(ImageContent)
  case text(TextContent)
  case icon(IconShape)
  case activityIndicator(ActivityIndicatorContent)
  case list(ListContent)
  /// The system's status bar in the given color, at the layer's frame. Without a look, the device's
  /// is used.
  case statusBar(DocumentColor, StatusBarLook?)
  /// The bar at the bottom of screens without a home button, in the given color.
  case homeIndicator(DocumentColor)
  /// The bar that shows the scroll position, in the given color. The layer's frame is its track.
  case scrollIndicator(DocumentColor)
  /// The finger of the curve, in the given color.
  case touch(DocumentColor)
}

/// The style of a status bar, by system and version.
package enum StatusBarLook: String, CaseIterable, Hashable, Sendable {
  /// The style of iOS 8, for screens with a home button: thin glyphs, a battery outline of half a
  /// point.
  case ios8
  /// The style of iOS 13, for screens with a home button or a notch: heavier glyphs.
  case ios13
  /// The style of Android: the time at the left, glyphs at the right.
  case android
}

/// The fill of a rectangle.
package enum LayerFill: Hashable, Sendable {
  case color(DocumentColor)
  case gradient(LayerGradient)
}

/// A linear or radial gradient.
package struct LayerGradient: Hashable, Sendable {
  /// The color stops, in ascending order.
  package var stops: [GradientStop]
  /// The geometry of the gradient.
  package var course: Course

  /// The geometry of a gradient.
  package enum Course: Hashable, Sendable {
    /// A linear gradient as in CSS, with an angle in degrees: 0 points upward, 90 to the right.
    case line(angle: Double)
    /// A radial gradient. The center is in fractions of the frame, the radius in points.
    case circle(x: Double, y: Double, radius: Double)
  }
}

/// A color at a position of a gradient.
package struct GradientStop: Hashable, Sendable {
  /// The position along the line or radius, in 0...1.
  package var position: Double
  package var color: DocumentColor
}

/// The content of an image layer: a picture fitted to the layer's size.
package struct ImageContent: Hashable, Sendable {
  /// The name of the picture: `banner`, `avatar` or an image of the document.
  package var name: String
  /// The path that the document or the scene gives, relative to the document. `nil` for `banner`
  /// and `avatar`.
  package var path: String?
  package var values: LayerValues
  package var blur: ImageBlur?
  /// The visible part of the picture, in its pixels. `nil` if the picture's size is unknown, and
  /// for `contain`.
  package var sourceCrop: PointRect?

  package var fit: ImageFit { values.choice(.fit) ?? .cover }
  package var sampling: ImageSampling { values.choice(.sampling) ?? .area }
  /// The color drawn over the picture, or `nil`.
  package var tint: DocumentColor? { values.color(.tint) }
  /// Whether the tint replaces the picture's colors instead of being drawn over them.
  package var isTemplate: Bool { values[.tintMode] == 1 }
}

/// The content mode of a picture, as CSS's `object-fit`.
package enum ImageFit: String, CaseIterable, Hashable, Sendable {
  /// Scales the picture to cover the layer and crops the rest.
  case cover
  /// Scales the whole picture to fit into the layer, with margins.
  case contain
  /// Stretches the picture to the layer.
  case fill
}

/// The method of resampling a picture.
package enum ImageSampling: String, CaseIterable, Hashable, Sendable {
  /// Averages the area that each output pixel covers.
  case area
  /// Interpolates between the four pixels nearest to the center of an output pixel, at any
  /// scale. Phones do this.
  case bilinear
}

/// A blur of a picture.
package enum ImageBlur: Hashable, Sendable {
  /// A Gaussian blur. `radius` is the sigma in points of the layer, as in CSS's `blur()`.
  /// `saturation` multiplies the saturation, then `tint` is drawn over the result.
  case gaussian(radius: Double, saturation: Double = 1, tint: DocumentColor? = nil)
  /// A blurred picture drawn over the sharp one. `radius` is in image points of 2 pixels, `passes`
  /// is the number of box blurs, `amount` is the opacity in 0...1.
  case crossfade(radius: Double, passes: Int, amount: Double)
  /// One of `steps` blurred pictures. Step 0 is the sharp picture without tint. `radius` in points
  /// is that of the last step; step k has k / steps of it.
  case ladder(step: Int, steps: Int, radius: Double, saturation: Double, tint: DocumentColor?)
}

/// The content of a text layer.
package struct TextContent: Hashable, Sendable {
  /// The runs in reading order. A run without weight or color uses the layer's.
  package var runs: [TextRunContent]
  package var values: LayerValues
  /// The path of the font file. `nil` uses the scene's font.
  package var font: String?
  /// The font metrics that position the lines.
  package var letters = LetterMetrics.system

  /// The font size in points.
  package var pointSize: Double {
    get { values[.pointSize] }
    set { values[.pointSize] = newValue }
  }
  /// The font weight in 100...900.
  package var weight: Double { values[.weight] }
  /// The color of runs without a color of their own.
  package var color: DocumentColor { values.color(.color) ?? .black }
  /// The horizontal alignment.
  package var alignment: TextAlignment { values.choice(.alignment) ?? .left }
  /// The vertical alignment.
  package var verticalAlignment: TextVerticalAlignment {
    if let baseline = values.number(.baseline) { return .baseline(baseline) }
    return [.top, .center, .bottom][Int(values[.verticalAlignment])]
  }
  package var isItalic: Bool { values.holds(.italic) }
  /// The maximum number of lines, after which the text is truncated with an ellipsis. 0 means
  /// unlimited.
  package var lines: Int { Int(values[.lines]) }
  /// Whether the first paragraph reads right to left.
  package var readsRightToLeft: Bool { runs.map(\.text).joined().readsRightToLeft }
}

/// A part of a text with its own weight and color.
package struct TextRunContent: Hashable, Sendable {
  package var text: String
  /// The font weight in 100...900. `nil` uses the layer's.
  package var weight: Double?
  /// The color. `nil` uses the layer's.
  package var color: DocumentColor?
}

/// The horizontal alignment of lines.
package enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  case left, center, right
  /// The start and end of the paragraph, by its own direction.
  case start, end

  /// Returns the fraction of the free space that is left of a line.
  package func share(rightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .start: rightToLeft ? 1 : 0
    case .end: rightToLeft ? 0 : 1
    }
  }
}

extension StringProtocol {
  /// The direction of the first letter that has one: rules P2 and P3 of the Unicode Bidirectional
  /// Algorithm (UAX 9).
  package var readsRightToLeft: Bool {
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x200F, 0x61C: return true
      case 0x200E: return false
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        if scalar.properties.isAlphabetic { return true }
      default: if scalar.properties.isAlphabetic { return false }
      }
    }
    return false
  }
}

/// The vertical alignment of lines.
package enum TextVerticalAlignment: Hashable, Sendable {
  case top, center, bottom
  /// The distance of the first line's baseline from the layer's top, in points.
  case baseline(Double)
}

/// The shape of an icon in a unit square, which is scaled to the layer's size.
package enum IconShape: Hashable, Sendable {
  case named(String)
  case path(PathData)
}

/// The content of an activity indicator layer: the system's spinner.
package struct ActivityIndicatorContent: Hashable, Sendable {
  /// The time in seconds that determines the rotation. 0 if there is a progress.
  package var time: Double
  package var values: LayerValues

  /// The fraction of visible spokes in 0...1, while the content is pulled. `nil` if the indicator
  /// rotates with `time`.
  package var progress: Double? { values.number(.progress) }
  package var color: DocumentColor { values.color(.color) ?? .black }
}

/// The content of a list layer. Only the visible rows are evaluated.
package struct ListContent: Hashable, Sendable {
  package var isHorizontal: Bool
  package var count: Int
  /// The distance between rows in points. `nil` if the rows have different lengths.
  package var pitch: Double?
  /// The visible rows, in order.
  package var rows: [ListRow]
}

/// A visible row of a list.
package struct ListRow: Hashable, Sendable {
  /// The index of the row, from 0.
  package var index: Int
  /// The start of the row, in points from the start of the list.
  package var start: Double
  /// The length of the row in points.
  package var length: Double
  /// The layers in painting order. Their frames are in screen coordinates.
  package var layers: [LayerState]
}
