package import PortableMath

/// What a layer shows, by its type; lengths in the layer's own coordinates.
package enum LayerContent: Hashable, Sendable {
  case group
  case rectangle(LayerFill)
  case image(ImageContent)
  case text(TextContent)
  case icon(IconShape)
  case activityIndicator(ActivityIndicatorContent)
  case list(ListContent)
  /// The system's status bar, in this colour; the frame is its place. No look: the screen's own.
  case statusBar(DocumentColor, StatusBarLook?)
  /// The bar at the bottom of screens without a home button, in this colour.
  case homeIndicator(DocumentColor)
  /// The bar at the right that shows where in the content the screen is; the frame is its track.
  case scrollIndicator(DocumentColor)
  /// The finger of the curve.
  case touch(DocumentColor)
}

/// How a status bar is drawn: by the system, and its time.
package enum StatusBarLook: String, CaseIterable, Hashable, Sendable {
  /// Of screens with a home button: thin glyphs, the battery's line half a point.
  case ios8
  /// Of screens with a home button or a notch since: heavier.
  case ios13
  /// The time at the left, glyphs at the right.
  case android
}

package enum LayerFill: Hashable, Sendable {
  case color(DocumentColor)
  case gradient(LayerGradient)
}

/// Colours that change along a line or around a point.
package struct LayerGradient: Hashable, Sendable {
  /// In rising order.
  package var stops: [GradientStop]
  package var course: Course

  /// Which way they change.
  package enum Course: Hashable, Sendable {
    /// CSS's: 0 degrees goes upward, 90 to the right.
    case line(angle: Double)
    /// From a point, in parts of the frame, as far as `radius` points.
    case circle(x: Double, y: Double, radius: Double)
  }
}

package struct GradientStop: Hashable, Sendable {
  /// 0...1 along the gradient's line or radius.
  package var position: Double
  package var color: DocumentColor
}

/// A picture fitted into the layer's size.
package struct ImageContent: Hashable, Sendable {
  /// `banner`, `avatar`, or the name of one of the document's images.
  package var name: String
  /// The path that the document (or the scene) gives the image, beside the document; nil for
  /// `banner` and `avatar`.
  package var path: String?
  package var values: LayerValues
  package var blur: ImageBlur?
  /// The part of the picture that the whole layer shows, in its pixels; nil where the picture is
  /// not known, and where `contain` leaves margins.
  package var sourceCrop: PointRect?

  package var fit: ImageFit { values.choice(.fit) ?? .cover }
  package var sampling: ImageSampling { values.choice(.sampling) ?? .area }
  /// Laid over the picture; nil: nothing.
  package var tint: DocumentColor? { values.color(.tint) }
  /// Whether the tint takes the place of the picture's colours.
  package var isTemplate: Bool { values[.tintMode] == 1 }
}

/// How a picture is fitted into a layer of another shape: CSS's `object-fit`.
package enum ImageFit: String, CaseIterable, Hashable, Sendable {
  /// Covers the layer; what stands out is cut.
  case cover
  /// Whole picture; margins are left.
  case contain
  /// Distorted to the layer.
  case fill
}

package enum ImageSampling: String, CaseIterable, Hashable, Sendable {
  /// Each pixel is the mean of what it covers.
  case area
  /// Between the four pixels nearest to a pixel's middle, however many it covers: what phones do.
  case bilinear
}

package enum ImageBlur: Hashable, Sendable {
  /// Sigma in points of the layer, as CSS's `blur()`; its colours so much stronger, a colour over it.
  case gaussian(radius: Double, saturation: Double = 1, tint: DocumentColor? = nil)
  /// A second, blurred picture over the sharp one: radius in image points (2 pixels each), box
  /// passes, opacity 0...1.
  case crossfade(radius: Double, passes: Int, amount: Double)
  /// One of `steps` prepared pictures; step 0 is the sharp picture without tint. `radius` (points)
  /// is the top step's; step k has k / steps of it.
  case ladder(step: Int, steps: Int, radius: Double, saturation: Double, tint: DocumentColor?)
}

package struct TextContent: Hashable, Sendable {
  /// One after the other; a run without weight or colour has the layer's.
  package var runs: [TextRunContent]
  package var values: LayerValues
  /// The file of its font; nil: the scene's font.
  package var font: String?
  /// What its lines are placed by.
  package var letters = LetterMetrics.system

  /// Points.
  package var pointSize: Double {
    get { values[.pointSize] }
    set { values[.pointSize] = newValue }
  }
  /// 100...900.
  package var weight: Double { values[.weight] }
  /// Of runs without one of their own.
  package var color: DocumentColor { values.color(.color) ?? .black }
  /// Across the layer's width.
  package var alignment: TextAlignment { values.choice(.alignment) ?? .left }
  /// Down the layer's height.
  package var verticalAlignment: TextVerticalAlignment {
    if let baseline = values.number(.baseline) { return .baseline(baseline) }
    return [.top, .center, .bottom][Int(values[.verticalAlignment])]
  }
  package var isItalic: Bool { values.holds(.italic) }
  /// At most so many lines, the last ellipsised; 0: any number.
  package var lines: Int { Int(values[.lines]) }
  /// Of its first paragraph.
  package var readsRightToLeft: Bool { runs.map(\.text).joined().readsRightToLeft }
}

/// A part of a text with a look of its own.
package struct TextRunContent: Hashable, Sendable {
  package var text: String
  /// 100...900; nil: the layer's.
  package var weight: Double?
  /// nil: the layer's.
  package var color: DocumentColor?
}

/// Where a line stands in the layer's width.
package enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  case left, center, right
  /// Where the paragraph begins and ends, by its own direction.
  case start, end

  /// How much of what is left over stands at the left of a line.
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
  /// By the first letter that has a direction: rules P2 and P3 of Unicode's UAX 9.
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

/// Where the lines stand in the layer's height.
package enum TextVerticalAlignment: Hashable, Sendable {
  case top, center, bottom
  /// The first line's baseline, points from the layer's top.
  case baseline(Double)
}

/// An icon in a unit box, scaled to the layer's size.
package enum IconShape: Hashable, Sendable {
  case named(String)
  case path(PathData)
}

package struct ActivityIndicatorContent: Hashable, Sendable {
  /// Seconds that it turns by; 0 with a progress.
  package var time: Double
  package var values: LayerValues

  /// 0...1: spokes that appear while pulled; nil: turning with `time`.
  package var progress: Double? { values.number(.progress) }
  package var color: DocumentColor { values.color(.color) ?? .black }
}

/// Rows one after the other; only those on the screen are evaluated.
package struct ListContent: Hashable, Sendable {
  package var isHorizontal: Bool
  package var count: Int
  /// Points from row to row where all are alike; nil where they differ.
  package var pitch: Double?
  /// Those on the screen, in order.
  package var rows: [ListRow]
}

package struct ListRow: Hashable, Sendable {
  /// From 0.
  package var index: Int
  /// Points from the list's own start.
  package var start: Double
  /// Points.
  package var length: Double
  /// In the order of painting, on the screen like all layers.
  package var layers: [LayerState]
}
