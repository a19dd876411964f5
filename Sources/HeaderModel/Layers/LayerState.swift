public import PortableMath

/// One layer, evaluated for one frame. Invisible layers are evaluated like all others.
public struct LayerState: Hashable, Sendable {
  /// The layer's name in the document.
  public var id: String
  /// Its place in the document, counted depth first from 0 (a list's rows count like other layers).
  public var index: Int
  /// How many of the following layers lie in this one. A list has none: its rows are in its content.
  public var descendantCount: Int
  /// On the screen, with all transforms but rotations and before snapping.
  public var frame: PointRect
  /// The layer's own size, before any transform.
  package var size: PointSize
  /// From the layer's own coordinates (0...size) to the screen, with all transforms, rotations and
  /// snapping.
  package var transform: LayerTransform
  /// The size that `transform` is to be applied to: `size`, but for a snapped layer, whose sides are
  /// whole device pixels on the screen.
  package var drawnSize: PointSize
  /// What the layer is enlarged by on the screen, the layers around it taken in.
  public var scaleX: Double
  /// As `scaleX`, vertically.
  public var scaleY: Double
  /// The layer's own rotation, in degrees, clockwise.
  public var rotation: Double
  /// 0...1, of the layer alone.
  public var opacity: Double
  /// 0...1, the layers around it taken in.
  public var effectiveOpacity: Double
  /// Among its siblings.
  public var z: Double
  /// Whether it and all layers around it are to be seen.
  public var visible: Bool
  package var type: LayerType
  /// What all types have, by the table of properties.
  package var look: LayerValues
  /// What its type adds, by the table of properties.
  package var own: LayerValues
  /// How far the layer and what is in it is shown: as a gradient's colours are opaque; nil: all.
  package var mask: LayerGradient?
  package var content: LayerContent

  /// Whether the layer and what is in it ends at its frame and rounded corners.
  public var clip: Bool { look.holds(.clip) }
  /// Whether the frame on the screen is rounded to device pixels.
  public var snap: Bool { look.holds(.snap) }
  /// In the layer's own coordinates, at most half its shorter side.
  package var cornerRadii: RoundedCorners {
    let most = min(size.width, size.height) / 2
    return RoundedCorners(
      topLeft: look[.cornerTopLeft], topRight: look[.cornerTopRight],
      bottomRight: look[.cornerBottomRight], bottomLeft: look[.cornerBottomLeft]
    ).mapped { min(most, $0) }
  }
  /// Inside the frame's edge; nil: none.
  package var border: LayerBorder? {
    guard let width = look.number(.borderWidth), let color = look.color(.borderColor) else {
      return nil
    }
    return LayerBorder(width: width, color: color)
  }
  /// Under the layer; nil: none.
  package var shadow: LayerShadow? {
    look.color(.shadowColor).map {
      LayerShadow(color: $0, radius: look[.shadowRadius], x: look[.shadowX], y: look[.shadowY])
    }
  }
  /// What happens to what lies behind; nil: nothing.
  package var backdropFilter: BackdropFilter? {
    look.number(.backdropRadius).map {
      BackdropFilter(
        radius: $0, saturation: look[.backdropSaturation], tint: look.color(.backdropTint))
    }
  }
  /// Of an icon, from the lowest: its colours, and the width of its line in points; nil: it is filled.
  package var iconPaints: [(color: DocumentColor, lineWidth: Double?)] {
    let fill: (DocumentColor, Double?) = (own.color(.fill) ?? .black, nil)
    guard let stroke = own.color(.stroke) else { return [fill] }
    let line: (DocumentColor, Double?) = (stroke, own[.lineWidth])
    return own.has(.strokeOverFill) ? [fill, line] : [line]
  }
}

/// A size in points, 0 or more.
package struct PointSize: Hashable, Sendable {
  package var width, height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An affine map of the plane: (x, y) becomes (a x + c y + tx, b x + d y + ty).
package struct LayerTransform: Hashable, Sendable {
  package var a, b, c, d, tx, ty: Double

  package static let identity = LayerTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// First by (x, y), then as this one does.
  func moved(x: Double, y: Double) -> LayerTransform {
    var result = self
    // Without the zero terms, an upright map gives the same doubles as plain sums do.
    result.tx = b == 0 && c == 0 ? tx + a * x : tx + a * x + c * y
    result.ty = b == 0 && c == 0 ? ty + d * y : ty + b * x + d * y
    return result
  }

  /// First enlarged, then as this one does.
  func scaled(x: Double, y: Double) -> LayerTransform {
    LayerTransform(a: a * x, b: b * x, c: c * y, d: d * y, tx: tx, ty: ty)
  }

  /// First turned clockwise about the origin, then as this one does; exact at multiples of 90 degrees.
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

/// A line inside the frame's edge.
package struct LayerBorder: Hashable, Sendable {
  /// Points, in the layer's own coordinates.
  package var width: Double
  package var color: DocumentColor
}

/// A shadow as Core Animation casts it, in the layer's own coordinates.
package struct LayerShadow: Hashable, Sendable {
  /// With its opacity.
  package var color: DocumentColor
  /// The Gaussian's sigma, in points.
  package var radius: Double
  /// Points to the right.
  package var x: Double
  /// Points down.
  package var y: Double
}

/// What a layer does to what lies behind it.
package struct BackdropFilter: Hashable, Sendable {
  /// The Gaussian's sigma, in points of the screen.
  package var radius: Double
  /// 1: as it is.
  package var saturation: Double
  /// Laid over the blurred backdrop; nil: nothing.
  package var tint: DocumentColor?
}

/// A colour in sRGB, 8 bits a channel, not premultiplied.
public struct DocumentColor: Hashable, Sendable {
  public var red, green, blue, alpha: UInt8

  /// By its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  static let black = DocumentColor(red: 0, green: 0, blue: 0)
  static let clear = DocumentColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// `#RRGGBB`, with the alpha where it is not opaque.
  var hexadecimal: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
