import PortableMath
import Raster
import Typesetting

/// Puts texts and icons at places on the screen that no layer has.
struct ChromePen {
  let context: DrawingContext
  /// What messages call the part of the screen.
  let place: String

  func run(
    _ text: String, _ size: Double, _ weight: FontWeight = .regular, maximumWidth: Double? = nil
  ) -> TextRun {
    SceneTypography.run(
      text, font: context.appearance.font, pointSize: size, weight: weight,
      maximumWidth: maximumWidth.map { max(0, $0) })
  }

  /// The width of a line, points.
  func width(_ run: TextRun) throws(SceneError) -> Double {
    try context.store.width(run, of: place)
  }

  /// A line of text whose baseline lies `baseline` points under `top`.
  func text(
    _ run: TextRun, _ anchor: TextAnchor, top: Double, baseline: Double, _ color: Color,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    guard !run.text.isEmpty else { return }
    let scale = builder.scale
    let (asset, shaped) = try context.store.text(
      TextKey(run: run, quarterPixels: 0), of: place)
    let x = DeviceGrid.fine(
      DeviceGrid.nearest(anchor.left(of: shaped.advanceWidth, scale: scale))
        + builder.screenLeft * scale)
    let y = DeviceGrid.fine(
      (top + builder.screenTop) * scale + DeviceGrid.nearest(baseline * scale))
    if builder.isSeen(shaped.inkRect(x: x, y: y, scale: 1)) {
      builder.add(.text(asset, x: x, y: y, scale: 1, color))
    }
  }

  /// An icon that stands still: the top left corner of its box lies on the pixel nearest to (x, y)
  /// points.
  func icon(
    _ icon: SceneIcon, x: Double, y: Double, _ color: Color, to builder: inout CommandBuilder
  ) {
    guard let mask = context.store.icon(icon) else { return }
    stamp(mask, x: x, y: y, color, to: &builder)
  }

  /// A mask with a margin, likewise.
  func stamp(
    _ mask: PlacedAsset, x: Double, y: Double, _ color: Color, to builder: inout CommandBuilder
  ) {
    let place = builder.device(PointRect(x: x, y: y, width: 0, height: 0))
    let rect = mask.rect(x: DeviceGrid.nearest(place.x), y: DeviceGrid.nearest(place.y))
    builder.add(.mask(mask.asset, rect: rect, color))
  }
}

/// What a line of text is held at; x in points.
enum TextAnchor {
  case left(Double)
  case center(Double)
  case right(Double)

  /// The line's left edge in device pixels, for a line `width` device pixels long.
  func left(of width: Double, scale: Double) -> Double {
    switch self {
    case .left(let x): x * scale
    case .center(let x): x * scale - width / 2
    case .right(let x): x * scale - width
    }
  }
}

extension Color {
  func withAlpha(_ alpha: UInt8) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
