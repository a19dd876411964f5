import HeaderModel
import PortableMath
import Raster

struct ShapeDrawing {
  let store: AssetStore

  /// Device pixels; beyond it nothing is left to be told apart.
  static let largestSigma = 512.0

  func draw(
    _ fill: LayerFill, of layer: LayerState, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) {
    switch fill {
    case .color(let color):
      self.fill(layer.cornerRadii, frame, Color(color, opacity: opacity), to: &builder)
    case .gradient(let colors):
      guard builder.isSeen(frame.rect),
        let gradient = Self.gradient(colors, frame, opacity: opacity)
      else { return }
      if let shape = frame.shape(layer.cornerRadii) {
        builder.gradient(shape, gradient)
      } else {
        builder.addCut(.pathGradient(frame.outline(layer.cornerRadii), gradient), frame.rect)
      }
    }
  }

  static func gradient(
    _ gradient: LayerGradient, _ frame: LayerFrame, opacity: Double = 1
  ) -> Gradient? {
    let stops = gradient.stops.map {
      Gradient.Stop($0.position, Color($0.color, opacity: opacity))
    }
    let (width, height) = (frame.size.width, frame.size.height)
    switch gradient.course {
    case .line(let angle):
      return Gradient(
        stops: stops, over: DeviceRect(x: 0, y: 0, width: width, height: height), angle: angle,
        map: frame.map)
    case .circle(let x, let y, let radius):
      return Gradient(
        stops: stops, aroundX: x * width, y: y * height, radius: radius, map: frame.map)
    }
  }

  func fill(
    _ radii: CornerRadii, _ frame: LayerFrame, inset: Double = 0, _ color: Color,
    to builder: inout CommandBuilder
  ) {
    if let shape = frame.shape(radii, inset: inset) {
      builder.fill(shape, color)
    } else {
      builder.path(frame.outline(radii, inset: inset), within: frame.rect, color)
    }
  }

  func draw(
    _ border: LayerBorder, of layer: LayerState, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) {
    guard border.width > 0 else { return }
    let color = Color(border.color, opacity: opacity)
    if let shape = frame.shape(layer.cornerRadii), frame.zoom != nil {
      builder.border(shape, lineWidth: border.width * frame.density, color)
      return
    }
    let whole = DeviceRect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
    let path = Path.roundedBorder(
      whole, radii: LayerFrame.corners(layer.cornerRadii), lineWidth: border.width)
    builder.path(path.transformed(by: frame.map), within: frame.rect, color)
  }

  /// A shadow's mask is made at the layer's own size and drawn as large as the layer is shown.
  func draw(
    _ shadow: LayerShadow, of layer: LayerState, _ frame: LayerFrame,
    to builder: inout CommandBuilder
  ) {
    guard shadow.color.alpha > 0, frame.size.width > 0, frame.size.height > 0 else { return }
    // Sizes on a grid of 1/16 pixel, so that one mask serves what differs by rounding alone.
    func grain(_ length: Double) -> Double {
      DeviceGrid.nearest(length * builder.scale * 16) / 16
    }
    let key = AssetStore.ShadowKey(
      width: grain(frame.size.width), height: grain(frame.size.height),
      corners: LayerFrame.corners(layer.cornerRadii).mapped(grain),
      sigma: grain(min(shadow.radius, Self.largestSigma / builder.scale)))
    guard let made = store.shadow(key) else { return }
    let place = made.origin.then(.scale(1 / builder.scale, 1 / builder.scale))
      .then(.translation(shadow.x, shadow.y)).then(frame.map)
    IconDrawing.addMask(
      made, under: place, isUpright: frame.isUpright, Color(shadow.color), to: &builder)
  }

  /// The shadow of what a layer draws, as texts and icons cast it.
  func draw(
    _ shadow: LayerShadow, _ frame: LayerFrame, to builder: inout CommandBuilder,
    of content: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    let offset = AffineTransform(
      a: frame.map.a, b: frame.map.b, c: frame.map.c, d: frame.map.d, tx: 0, ty: 0
    ).apply(shadow.x, shadow.y)
    try builder.shadow(
      sigma: min(shadow.radius * frame.density, Self.largestSigma), x: DeviceGrid.fine(offset.x),
      y: DeviceGrid.fine(offset.y), Color(shadow.color), store: store, content)
  }

  func draw(
    _ filter: BackdropFilter, behind layer: LayerState, _ frame: LayerFrame,
    to builder: inout CommandBuilder
  ) {
    guard builder.isSeen(frame.rect) else { return }
    let blur = BackdropBlur(
      sigma: max(0, min(filter.radius * builder.scale, Self.largestSigma)),
      saturation: filter.saturation,
      tint: filter.tint.map { Color($0) } ?? .clear)
    builder.addCut(.backdrop(blur, outline: outline(of: layer, frame)), frame.rect)
  }

  /// On the fine grid where the layer is upright.
  private func outline(of layer: LayerState, _ frame: LayerFrame) -> Path {
    guard let shape = frame.shape(layer.cornerRadii) else {
      return frame.outline(layer.cornerRadii)
    }
    return Path.roundedRect(shape.rect, radii: RoundedCorners(shape.cornerRadius))
  }
}
