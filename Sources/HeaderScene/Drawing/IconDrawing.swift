import HeaderModel
import PortableMath
import Raster

struct IconDrawing {
  let store: AssetStore

  /// An icon keeps its sharpness while it moves up and down with the content: whole pixels across,
  /// fractions where the content moves by fractions.
  func draw(
    _ icon: IconShape, of layer: LayerState, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) {
    guard builder.isSeen(frame.rect) || !frame.isUpright, layer.size.width > 0,
      layer.size.height > 0
    else { return }
    for (color, line) in layer.iconPaints {
      draw(
        icon, of: layer, frame, Color(color, opacity: opacity),
        lineWidth: line.map { $0 * builder.scale }, to: &builder)
    }
  }

  private func draw(
    _ icon: IconShape, of layer: LayerState, _ frame: LayerFrame, _ paint: Color,
    lineWidth: Double?, to builder: inout CommandBuilder
  ) {
    let scale = builder.scale
    let key = IconMask.Key(
      shape: icon, width: layer.size.width * scale, height: layer.size.height * scale,
      lineWidth: lineWidth, scale: scale)
    guard let mask = store.icon(key) else { return }
    guard frame.zoom == 1 else {
      let map = mask.origin.then(.scale(1 / scale, 1 / scale)).then(frame.map)
      return Self.addMask(mask, under: map, isUpright: frame.isUpright, paint, to: &builder)
    }
    let rect = mask.rect(x: DeviceGrid.nearest(frame.rect.x), y: frame.rect.y)
    builder.addCut(.mask(mask.asset, rect: rect, paint), frame.rect)
  }

  /// Adds a mask under a map from its pixels to the canvas's.
  static func addMask(
    _ mask: PlacedAsset, under map: AffineTransform, isUpright: Bool, _ color: Color,
    to builder: inout CommandBuilder
  ) {
    guard color.alpha > 0 else { return }
    let (asset, whole) = (mask.asset, DeviceRect(mask.size.bounds))
    let box = DeviceRect(map.enclosingPixels(of: whole))
    guard builder.isSeen(box) else { return }
    guard isUpright else { return builder.addCut(.mappedMask(asset, map, color), box) }
    // A mask at its own size must not be resampled for a rounding error's sake.
    let rect = map.uprightRect(whole).mapped(DeviceGrid.fine)
    builder.addCut(.mask(asset, rect: rect, color), box)
  }

  // MARK: - Activity indicator

  /// Spokes of the system's spinner, and how many turns a second it makes.
  private static let spokes = 8
  private static let turnsPerSecond = 1.0

  /// The system's spinner: while the content is pulled its spokes appear one after the other,
  /// clockwise from the top; afterwards it turns by whole spokes, the foremost the strongest.
  func draw(
    _ indicator: ActivityIndicatorContent, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) {
    guard builder.isSeen(frame.rect) else { return }
    let side = min(frame.size.width, frame.size.height)
    let count = Double(Self.spokes)
    let turned = (indicator.time * Self.turnsPerSecond * count).rounded(.down)
    for spoke in 0..<Self.spokes {
      let strength: Double
      if let progress = indicator.progress {
        strength = max(0, min(1, progress * count - Double(spoke)))
      } else {
        var age = (turned - Double(spoke)).truncatingRemainder(dividingBy: count)
        if age < 0 { age += count }
        strength = 1 - 0.75 * age / (count - 1)
      }
      let color = Color(indicator.color, opacity: opacity * strength)
      guard color.alpha > 0 else { continue }
      // Each spoke is a capsule from 45 % to 100 % of the radius, a tenth of the side wide.
      let capsule = Path.roundedRect(
        DeviceRect(x: -side * 0.05, y: -side / 2, width: side * 0.1, height: side * 0.275),
        radii: RoundedCorners(side * 0.05))
      let map = AffineTransform.rotation(degrees: 360 / count * Double(spoke))
        .then(.translation(frame.size.width / 2, frame.size.height / 2)).then(frame.map)
      builder.path(capsule.transformed(by: map), within: frame.rect, color)
    }
  }
}
