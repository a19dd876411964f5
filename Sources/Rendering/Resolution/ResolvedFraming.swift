import FileAccess
import HeaderModel
package import PortableMath
package import Raster
import StrictJSON

/// The crop and scale of a scene in pixels. Crops painted frames and rounds their corners.
package struct ResolvedFraming: Sendable {
  /// Pixels per point. The screen is drawn at this scale, not resampled.
  package let scale: Double
  /// The part of the canvas that is shown, in pixels.
  let crop: PixelRect
  /// The corner radius in pixels.
  private let cornerRadius: Double
  private let isPlain: Bool
  /// The position of the screen's top left corner in the framed picture, in pixels.
  package let screenCorner: (x: Double, y: Double)
  /// The number of pixels of the canvas, which is painted whole even if a part of it is shown.
  package let paintedPixels: Int

  /// - Parameters:
  ///   - scale: The requested scale, or `nil` for that of the screen.
  ///   - frame: The width of the device frame on each side of the screen, in points.
  ///   - top: The height of the canvas above the screen in points, including the device frame.
  /// - Throws: `.usage` if the crop is outside of the screen, names an unknown layer, or has a size
  ///   that needs a scale out of range.
  init(
    _ framing: SceneFraming, scale: Double?, header: HeaderInterpreter, screen: Device,
    frame: Double, top: Double
  ) throws(HeaderKitError) {
    let canvas = PointRect(
      x: 0, y: 0, width: screen.width + 2 * frame, height: screen.height + top + frame)
    let requested = try ResolvedFraming.area(
      framing.crop, of: header, width: canvas.width, left: frame, top: top)
    let area = ResolvedFraming.common(requested ?? canvas, canvas)
    guard area.width > 0, area.height > 0 else {
      throw HeaderKitError(
        .usage, subject: .option(.crop), reason: "\(framing.crop?.text ?? "") shows nothing",
        remedy:
          "the screen is \(RequestRanges.text(screen.width)) x \(RequestRanges.text(screen.height)) points"
      )
    }
    let resolved = try ResolvedFraming.scale(framing, of: area) ?? scale ?? screen.scale
    self.scale = resolved
    isPlain = framing.isPlain
    func pixels(_ points: Double) -> Int { Int((points * resolved).rounded()) }
    let (right, bottom) = (max(1, pixels(canvas.width)), max(1, pixels(canvas.height)))
    paintedPixels = right * bottom
    let x = min(pixels(area.x), right - 1)
    let y = min(pixels(area.y), bottom - 1)
    crop = PixelRect(
      x: x, y: y, width: max(1, min(pixels(area.width), right - x)),
      height: max(1, min(pixels(area.height), bottom - y)))
    screenCorner = (frame * resolved - Double(x), top * resolved - Double(y))
    cornerRadius = (framing.cornerRadius ?? 0) * resolved
    guard let size = PixelSize(width: crop.width, height: crop.height) else {
      throw HeaderKitError(.badData, subject: .location("canvas"), reason: "is too large")
    }
    self.size = size
  }

  package let size: PixelSize

  /// Returns the shown part of a painted canvas, with rounded corners.
  package func apply(to canvas: Pixmap) -> Pixmap {
    guard !isPlain, let part = canvas.cropped(to: crop) else { return canvas }
    guard cornerRadius > 0 else { return part }
    var picture = Pixmap(size: size)
    // The mask is the coverage of a white shape with the same outline.
    var shape = Pixmap(size: part.size)
    shape.fill(
      RoundedRectangle(DeviceRect(part.size.bounds), cornerRadius: cornerRadius), with: .white,
      clip: part.size.bounds)
    let mask = PlacedMask(CoverageMask(alphaOf: shape), x: 0, y: 0)
    picture.draw(part, x: 0, y: 0, through: mask, clip: picture.size.bounds)
    return picture
  }

  /// Returns the intersection of two rectangles, with a width or height of 0 if they do not meet.
  private static func common(_ first: PointRect, _ second: PointRect) -> PointRect {
    let (x, y) = (max(first.x, second.x), max(first.y, second.y))
    return PointRect(
      x: x, y: y, width: max(0, min(first.maxX, second.maxX) - x),
      height: max(0, min(first.maxY, second.maxY) - y))
  }

  /// Returns the cropped area in points of the canvas, or `nil` for all of it.
  private static func area(
    _ crop: SceneFraming.Crop?, of header: HeaderInterpreter, width: Double, left: Double,
    top: Double
  ) throws(HeaderKitError) -> PointRect? {
    guard let crop else { return nil }
    func onCanvas(_ rect: PointRect) -> PointRect {
      PointRect(x: rect.x + left, y: rect.y + top, width: rect.width, height: rect.height)
    }
    if case .rect(let rect) = crop { return onCanvas(rect) }
    var header = header
    let layers = try HeaderKitError.evaluating(header.state().layers)
    switch crop {
    case .layer(let name):
      guard let layer = layers.first(where: { $0.id == name }) else {
        throw HeaderKitError(
          .usage, subject: .option(.crop), reason: "unknown layer \(name)",
          remedy: MessageText(NearestName(to: name, among: layers.map(\.id) + ["header"]).remedy))
      }
      return onCanvas(layer.frame)
    default:
      let lists = layers.filter { if case .list = $0.content { $0.visible } else { false } }
      guard let rows = lists.map(\.frame.y).min() else {
        throw HeaderKitError(
          .usage, subject: .option(.crop), reason: "this header has no rows that mark its end",
          remedy: "give x,y,w,h in points or a layer's name")
      }
      return PointRect(x: 0, y: 0, width: width, height: rows + top + SceneFraming.headerMargin)
    }
  }

  /// Returns the scale at which `area` has the requested width or height in pixels, or `nil` if
  /// neither is requested.
  private static func scale(
    _ framing: SceneFraming, of area: PointRect
  ) throws(HeaderKitError) -> Double? {
    let sides: [(RenderOption, pixels: Int?, points: Double)] = [
      (.width, framing.width, area.width), (.height, framing.height, area.height),
    ]
    let scales = sides.compactMap { option, pixels, points in
      pixels.map { (option: option, points: points, scale: Double($0) / points) }
    }
    guard let limiting = scales.min(by: { $0.scale < $1.scale }) else { return nil }
    let range = RequestRanges.scale
    guard range.contains(limiting.scale) else {
      let least = Int((range.lowerBound * limiting.points).rounded(.up))
      let most = Int((range.upperBound * limiting.points).rounded(.down))
      throw HeaderKitError(
        .usage, subject: .option(limiting.option), reason: "is out of range",
        remedy: "give \(least) to \(most) pixels, or another \(option: .crop)")
    }
    return limiting.scale
  }
}
