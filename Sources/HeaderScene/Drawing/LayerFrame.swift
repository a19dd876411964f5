import HeaderModel
import PortableMath
import Raster

/// A layer, where it lies on the canvas, and how what is in it gets there.
struct LayerFrame {
  var layer: LayerState
  /// What its own parts are drawn at: 1 where a group around them has the layer's opacity.
  var opacity: Double
  /// From the layer's own points to device pixels.
  let map: AffineTransform
  /// In the layer's own points.
  let size: PointSize
  /// The layer's place in device pixels, on the fine grid; for a layer that is turned, the box
  /// around it.
  let rect: DeviceRect
  /// Whether the layer is an upright rectangle on the canvas.
  let isUpright: Bool
  /// Device pixels per point of the layer, across; 0 for a layer squeezed to nothing.
  let density: Double
  /// What the layer is enlarged by, if across as much as down and upright; else nil.
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
    let fine = map.uprightRect(whole).mapped(DeviceGrid.fine)
    rect = layer.snap ? fine.mapped(DeviceGrid.nearest) : fine
  }

  /// In the layer's own points.
  var whole: DeviceRect { DeviceRect(x: 0, y: 0, width: size.width, height: size.height) }

  var corners: RoundedCorners { layer.cornerRadii }

  /// The layer as an upright rectangle with circular corners of one radius, each edge `inset`
  /// points further in; nil where it is none.
  func shape(inset: Double = 0) -> RoundedRectangle? {
    guard isUpright, let radius = corners.uniform, radius == 0 || zoom != nil else {
      return nil
    }
    let inner = inset * density
    return RoundedRectangle(rect.inset(by: inner), cornerRadius: max(0, radius * density - inner))
  }

  /// The layer's outline in device pixels, each edge `inset` points further in.
  func outline(inset: Double = 0) -> Path {
    Path.roundedRect(whole.inset(by: inset), radii: corners.mapped { max(0, $0 - inset) })
      .transformed(by: map)
  }
}

/// How lengths in device pixels are rounded.
enum DeviceGrid {
  /// The nearest whole pixel, halves up, as the constraint solver places frames.
  static func nearest(_ value: Double) -> Double { (value + 0.5).rounded(.down) }

  /// The nearest 1/256 pixel: what is a whole pixel in theory is one in fact, whatever sum of thirds
  /// of a point it comes from, and what moves by fractions still does.
  static func fine(_ value: Double) -> Double { nearest(value * 256) / 256 }
}

extension DeviceRect {
  /// Origin and sides rounded, each by itself.
  func mapped(_ round: (Double) -> Double) -> DeviceRect {
    DeviceRect(x: round(x), y: round(y), width: round(width), height: round(height))
  }
}
