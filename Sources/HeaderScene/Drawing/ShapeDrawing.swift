import HeaderModel
import PortableMath
import Raster

/// Rectangles, gradients, borders, shadows, backdrop filters, icons and activity indicators.
extension FrameDrawing {
  /// The maximum blur sigma in device pixels. Larger ones look the same.
  static let largestSigma = 512.0

  func drawFill(_ fill: LayerFill, _ frame: LayerFrame) {
    switch (fill, frame.shape()) {
    case (.color(let color), let shape?): addFill(shape, Color(color, opacity: frame.opacity))
    case (.color(let color), nil):
      addPath(frame.outline(), within: frame.rect, Color(color, opacity: frame.opacity))
    case (.gradient(let colors), let shape):
      guard isVisible(frame.rect), let gradient = gradient(colors, in: frame) else { return }
      addClipped(
        shape.map { .gradient($0, gradient) } ?? .pathGradient(frame.outline(), gradient),
        frame.rect)
    }
  }

  func gradient(_ gradient: LayerGradient, in frame: LayerFrame) -> Gradient? {
    let stops = gradient.stops.map {
      Gradient.Stop($0.position, Color($0.color, opacity: frame.opacity))
    }
    switch gradient.course {
    case .line(let angle):
      return Gradient(stops: stops, over: frame.whole, angle: angle, map: frame.map)
    case .circle(let x, let y, let radius):
      return Gradient(
        stops: stops, aroundX: x * frame.size.width, y: y * frame.size.height, radius: radius,
        map: frame.map)
    }
  }

  func drawBorder(_ border: LayerBorder, _ frame: LayerFrame) {
    guard border.width > 0 else { return }
    let color = Color(border.color, opacity: frame.opacity)
    if let shape = frame.shape(), frame.zoom != nil {
      return addBorder(shape, lineWidth: border.width * frame.density, color)
    }
    let line = Path.roundedBorder(frame.whole, radii: frame.corners, lineWidth: border.width)
    addPath(line.transformed(by: frame.map), within: frame.rect, color)
  }

  /// Draws the shadow of the layer's rectangle. The mask is made at the layer's own size and scaled
  /// with the layer.
  func drawBoxShadow(_ shadow: LayerShadow, _ frame: LayerFrame) {
    guard shadow.color.alpha > 0, frame.size.width > 0, frame.size.height > 0 else { return }
    // Sizes are rounded to 1/16 pixel, so that layers that differ only by rounding share a mask.
    func grain(_ length: Double) -> Double { DeviceGrid.nearest(length * scale * 16) / 16 }
    let made = store.mask(
      .shadow(
        width: grain(frame.size.width), height: grain(frame.size.height),
        corners: frame.corners.mapped(grain),
        sigma: grain(min(shadow.radius, Self.largestSigma / scale))))
    guard let made else { return }
    let map = made.origin.then(.scale(1 / scale, 1 / scale))
      .then(.translation(shadow.x, shadow.y)).then(frame.map)
    addMask(made, under: map, isUpright: frame.isUpright, Color(shadow.color))
  }

  /// Draws the shadow of the layer's content, for texts and icons.
  func drawContentShadow(
    _ shadow: LayerShadow, _ frame: LayerFrame, of content: () throws(SceneError) -> Void
  ) throws(SceneError) {
    var turn = frame.map
    turn.tx = 0
    turn.ty = 0
    let offset = turn.apply(shadow.x, shadow.y)
    try addShadow(
      sigma: min(shadow.radius * frame.density, Self.largestSigma),
      x: DeviceGrid.withoutRoundingErrors(offset.x),
      y: DeviceGrid.withoutRoundingErrors(offset.y), Color(shadow.color), content)
  }

  /// Draws the filtered backdrop over the backdrop, as CSS does before the layer's own parts.
  func drawBackdropFilter(_ filter: BackdropFilter, _ frame: LayerFrame, opacity: Double) {
    let blur = BackdropBlur(
      sigma: max(0, min(filter.radius * scale, Self.largestSigma)),
      saturation: filter.saturation, tint: filter.tint.map { Color($0) } ?? .clear,
      opacity: UInt8(opacity: opacity))
    // On the fine grid if the layer is upright.
    let outline = frame.shape().map {
      Path.roundedRect($0.rect, radii: RoundedCorners($0.cornerRadius))
    }
    addClipped(.backdrop(blur, outline: outline ?? frame.outline()), frame.rect)
  }

  /// Draws an icon. It stays sharp while it scrolls vertically: horizontally it is aligned to whole
  /// pixels, vertically it moves by fractions with the content.
  func drawIcon(_ icon: IconShape, _ frame: LayerFrame) {
    let size = frame.layer.size
    guard isVisible(frame.rect) || !frame.isUpright, size.width > 0, size.height > 0 else { return }
    for (color, line) in frame.layer.iconPaints {
      let key = IconMask.Key(
        shape: icon, width: size.width * scale, height: size.height * scale,
        lineWidth: line.map { $0 * scale }, scale: scale)
      guard let made = store.mask(.icon(key)) else { continue }
      let paint = Color(color, opacity: frame.opacity)
      if frame.zoom == 1 {
        let rect = made.rect(x: DeviceGrid.nearest(frame.rect.x), y: frame.rect.y)
        addClipped(.mask(made.asset, rect: rect, paint), frame.rect)
      } else {
        let map = made.origin.then(.scale(1 / scale, 1 / scale)).then(frame.map)
        addMask(made, under: map, isUpright: frame.isUpright, paint)
      }
    }
  }

  /// The system's number of spokes and its turns per second.
  private static let spokes = 8
  private static let turnsPerSecond = 1.0

  /// Draws the system's activity indicator. During a pull its spokes appear one by one, clockwise
  /// from the top. Then it turns in steps of one spoke; the leading one is the strongest.
  func drawActivityIndicator(_ indicator: ActivityIndicatorContent, _ frame: LayerFrame) {
    guard isVisible(frame.rect) else { return }
    let side = min(frame.size.width, frame.size.height)
    let count = Double(Self.spokes)
    let turned = (indicator.time * Self.turnsPerSecond * count).rounded(.down)
    // Each spoke is a capsule from 45 % to 100 % of the radius. Its width is a tenth of the side.
    let capsule = Path.roundedRect(
      DeviceRect(x: -side * 0.05, y: -side / 2, width: side * 0.1, height: side * 0.275),
      radii: RoundedCorners(side * 0.05))
    for spoke in 0..<Self.spokes {
      let strength: Double
      if let progress = indicator.progress {
        strength = max(0, min(1, progress * count - Double(spoke)))
      } else {
        var age = (turned - Double(spoke)).truncatingRemainder(dividingBy: count)
        if age < 0 { age += count }
        strength = 1 - 0.75 * age / (count - 1)
      }
      let map = AffineTransform.rotation(degrees: 360 / count * Double(spoke))
        .then(.translation(frame.size.width / 2, frame.size.height / 2)).then(frame.map)
      addPath(
        capsule.transformed(by: map), within: frame.rect,
        Color(indicator.color, opacity: frame.opacity * strength))
    }
  }
}
