public import PortableMath

/// The state of a layer for one frame. Invisible layers are evaluated too.
public struct LayerState: Hashable, Sendable {
  /// The layer's id in the document.
  public var id: String
  /// The index of the layer in the document, in depth-first order from 0. Layers in list rows count
  /// too.
  public var index: Int
  /// The number of descendants, which follow this layer in the state's array. 0 for a list, whose
  /// rows are in its content.
  public var descendantCount: Int
  /// The frame on the screen in points, with all transforms except rotations, before snapping. For
  /// a layer that is tilted or in a tilted one, the bounding box of its corners on the screen.
  public var frame: PointRect
  /// The size in points before transforms.
  package var size: PointSize
  /// The transform from the layer's own coordinates (0...size) to the screen, including rotations
  /// and snapping.
  package var transform: LayerTransform
  /// The rotation out of the screen's plane, or `nil` if neither the layer nor an ancestor is
  /// tilted. `transform` does not include it.
  package var tilt: LayerTilt?
  /// The size that `transform` applies to. Equals `size`, except for a snapped layer, whose sides
  /// are whole device pixels on the screen.
  package var drawnSize: PointSize
  /// The horizontal scale factor on the screen, including those of its ancestors.
  public var scaleX: Double
  /// The vertical scale factor on the screen, including those of its ancestors.
  public var scaleY: Double
  /// The layer's own rotation in degrees, clockwise.
  public var rotation: Double
  /// The layer's own rotation about the horizontal axis in degrees, as in CSS.
  public var rotateX: Double { tilt?.rotateX ?? 0 }
  /// The layer's own rotation about the vertical axis in degrees, as in CSS.
  public var rotateY: Double { tilt?.rotateY ?? 0 }
  /// The opacity of the layer alone, in 0...1.
  public var opacity: Double
  /// The opacity multiplied by those of all ancestors, in 0...1.
  public var effectiveOpacity: Double
  /// The painting order among siblings. Higher values are painted later.
  public var z: Double
  /// Whether the layer and all its ancestors are visible.
  public var visible: Bool
  package var type: LayerType
  /// The values of properties that all layer types have.
  package var commonValues: LayerValues
  /// The values of properties that only this layer type has.
  package var typeValues: LayerValues
  /// A mask for the layer and its descendants: the alpha of the gradient's colors. `nil` without a
  /// mask.
  package var mask: LayerGradient?
  package var content: LayerContent

  /// The frame that the layer would have if nothing were tilted.
  package var flatFrame: PointRect { tilt?.flatFrame ?? frame }
  /// Whether the layer and its descendants are clipped to its frame with rounded corners.
  public var clip: Bool { commonValues.holds(.clip) }
  /// Whether the frame on the screen is rounded to device pixels.
  public var snap: Bool { commonValues.holds(.snap) }
  /// The corner radii in the layer's own coordinates, at most half the shorter side.
  package var cornerRadii: RoundedCorners {
    let most = min(size.width, size.height) / 2
    return RoundedCorners(
      topLeft: commonValues[.cornerTopLeft], topRight: commonValues[.cornerTopRight],
      bottomRight: commonValues[.cornerBottomRight], bottomLeft: commonValues[.cornerBottomLeft]
    ).mapped { min(most, $0) }
  }
  /// The border inside the frame's edge, or `nil`.
  package var border: LayerBorder? {
    guard let width = commonValues.number(.borderWidth),
      let color = commonValues.color(.borderColor)
    else {
      return nil
    }
    return LayerBorder(width: width, color: color)
  }
  /// The shadow under the layer, or `nil`.
  package var shadow: LayerShadow? {
    commonValues.color(.shadowColor).map {
      LayerShadow(
        color: $0, radius: commonValues[.shadowRadius], x: commonValues[.shadowX],
        y: commonValues[.shadowY])
    }
  }
  /// The filter for the content behind the layer, or `nil`.
  package var backdropFilter: BackdropFilter? {
    commonValues.number(.backdropRadius).map {
      BackdropFilter(
        radius: $0, saturation: commonValues[.backdropSaturation],
        tint: commonValues.color(.backdropTint))
    }
  }
  /// The paint operations of an icon, bottom to top: a color, and the line width in points of a
  /// stroke. The width of a fill is `nil`.
  package var iconPaints: [(color: DocumentColor, lineWidth: Double?)] {
    let fill: (DocumentColor, Double?) = (typeValues.color(.fill) ?? .black, nil)
    guard let stroke = typeValues.color(.stroke) else { return [fill] }
    let line: (DocumentColor, Double?) = (stroke, typeValues[.lineWidth])
    return typeValues.has(.strokeOverFill) ? [fill, line] : [line]
  }
}

/// A size in points. Both sides are 0 or more.
package struct PointSize: Hashable, Sendable {
  package var width, height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An affine transform: maps (x, y) to (a x + c y + tx, b x + d y + ty).
package struct LayerTransform: Hashable, Sendable {
  package var a, b, c, d, tx, ty: Double

  package static let identity = LayerTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns a translation by (x, y) followed by this transform.
  func moved(x: Double, y: Double) -> LayerTransform {
    var result = self
    // Omits zero terms, so that an upright transform gives the same doubles as plain sums.
    result.tx = b == 0 && c == 0 ? tx + a * x : tx + a * x + c * y
    result.ty = b == 0 && c == 0 ? ty + d * y : ty + b * x + d * y
    return result
  }

  /// Returns a scaling followed by this transform.
  func scaled(x: Double, y: Double) -> LayerTransform {
    LayerTransform(a: a * x, b: b * x, c: c * y, d: d * y, tx: tx, ty: ty)
  }

  /// Returns a clockwise rotation about the origin followed by this transform. Exact at multiples
  /// of 90 degrees.
  func rotated(degrees: Double) -> LayerTransform {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let rest = (turn - quarter * 90) * (Double.pi / 180)
    var (sine, cosine) = (DeterministicMath.sin(rest), DeterministicMath.cos(rest))
    switch ((Int(quarter) % 4) + 4) % 4 {
    case 1: (sine, cosine) = (cosine, 0 - sine)
    case 2: (sine, cosine) = (0 - sine, 0 - cosine)
    case 3: (sine, cosine) = (0 - cosine, sine)
    default: break
    }
    return LayerTransform(
      a: a * cosine + c * sine, b: b * cosine + d * sine, c: c * cosine - a * sine,
      d: d * cosine - b * sine, tx: tx, ty: ty)
  }

  func applied(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }
}

/// A border inside the frame's edge.
package struct LayerBorder: Hashable, Sendable {
  /// The width in points of the layer's own coordinates.
  package var width: Double
  package var color: DocumentColor
}

/// A shadow as in Core Animation, in the layer's own coordinates.
package struct LayerShadow: Hashable, Sendable {
  /// The color with its opacity.
  package var color: DocumentColor
  /// The sigma of the Gaussian blur, in points.
  package var radius: Double
  /// The horizontal offset in points. Positive is to the right.
  package var x: Double
  /// The vertical offset in points. Positive is down.
  package var y: Double
}

/// A filter for the content behind a layer.
package struct BackdropFilter: Hashable, Sendable {
  /// The sigma of the Gaussian blur, in points of the screen.
  package var radius: Double
  /// The factor that multiplies the saturation. 1 leaves colors unchanged.
  package var saturation: Double
  /// The color drawn over the blurred backdrop, or `nil`.
  package var tint: DocumentColor?
}

/// A color in sRGB with 8 bits per channel, not premultiplied.
public struct DocumentColor: Hashable, Sendable {
  /// The channels, in 0...255. An alpha of 255 is opaque.
  public var red, green, blue, alpha: UInt8

  /// Creates a color from its channels. Opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  static let black = DocumentColor(red: 0, green: 0, blue: 0)
  static let clear = DocumentColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The color as `#RRGGBB`, or `#RRGGBBAA` if it is not opaque.
  package var hexadecimal: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
