import HeaderModel
import PortableMath
import Raster

/// A layer with its transform and its rectangle on the canvas.
struct LayerFrame {
  var layer: LayerState
  /// The opacity of the layer's own parts. 1 if a group applies the layer's opacity.
  var opacity: Double
  /// The transform from the layer's points to device pixels.
  let map: AffineTransform
  /// The drawn size in the layer's own points.
  let size: PointSize
  /// The layer's bounding box in device pixels, on the fine grid. For an upright layer this is the
  /// layer's rectangle.
  let rect: DeviceRect
  /// Whether the layer is an axis-aligned rectangle on the canvas.
  let isUpright: Bool
  /// Horizontal device pixels per point of the layer; 0 if its width is scaled to 0.
  let density: Double
  /// The layer's scale factor if it is upright and uniform, otherwise `nil`.
  let zoom: Double?

  init(_ layer: LayerState, in drawing: FrameDrawing) {
    let scale = drawing.scale
    let composer = drawing.composer
    let own = layer.transform
    self.layer = layer
    opacity = layer.opacity
    map = AffineTransform(
      a: own.a * scale, b: own.b * scale, c: own.c * scale, d: own.d * scale,
      tx: (own.tx + composer.screenLeft) * scale,
      ty: (own.ty + composer.screenTop) * scale + drawing.shift)
    size = layer.drawnSize
    isUpright = map.isUpright
    let lengths = map.lengths
    density = lengths.x
    let even = abs(lengths.x - lengths.y) <= 1e-9 * scale
    let zoom = lengths.x / scale
    self.zoom = isUpright && even ? (abs(zoom - 1) < 1e-12 ? 1 : zoom) : nil
    let whole = DeviceRect(x: 0, y: 0, width: size.width, height: size.height)
    guard isUpright else {
      rect = DeviceRect(map.enclosingPixels(of: whole))
      return
    }
    let fine = map.uprightRect(whole).mapped(DeviceGrid.withoutRoundingErrors)
    rect = layer.snap ? fine.mapped(DeviceGrid.nearest) : fine
  }

  /// The layer's bounds in its own points.
  var whole: DeviceRect { DeviceRect(x: 0, y: 0, width: size.width, height: size.height) }

  var corners: RoundedCorners { layer.cornerRadii }

  /// Returns the layer as an upright rectangle with equal circular corners and each edge inset by
  /// `inset` points, or `nil` if it has another shape.
  func shape(inset: Double = 0) -> RoundedRectangle? {
    guard isUpright, let radius = corners.uniform, radius == 0 || zoom != nil else {
      return nil
    }
    let inner = inset * density
    return RoundedRectangle(rect.inset(by: inner), cornerRadius: max(0, radius * density - inner))
  }

  /// Returns the layer's outline in device pixels, each edge inset by `inset` points.
  func outline(inset: Double = 0) -> Path {
    Path.roundedRect(whole.inset(by: inset), radii: corners.mapped { max(0, $0 - inset) })
      .transformed(by: map)
  }
}

/// Rounding of lengths in device pixels.
enum DeviceGrid {
  /// Rounds to the nearest whole pixel, halves up, as Auto Layout rounds frames.
  static func nearest(_ value: Double) -> Double { (value + 0.5).rounded(.down) }

  /// Rounds to the nearest 1/256 pixel. This removes rounding errors of sums, so that positions at
  /// whole pixels are exact, and keeps fractional motion.
  static func withoutRoundingErrors(_ value: Double) -> Double { nearest(value * 256) / 256 }
}

extension DeviceRect {
  /// Returns the rectangle with `round` applied to each coordinate and side.
  func mapped(_ round: (Double) -> Double) -> DeviceRect {
    DeviceRect(x: round(x), y: round(y), width: round(width), height: round(height))
  }
}
