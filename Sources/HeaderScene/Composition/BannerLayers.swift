import HeaderModel
import Raster

/// The banner of a state: a ready picture where it lies at rest or collapsed, otherwise a part of
/// the master.
struct BannerLayers {
  let context: SceneContext

  func add(_ state: HeaderState, to builder: inout LayerBuilder) {
    guard let crop = state.header.sourceCrop else { return }
    let library = context.library
    let rect = builder.frame(state.header.rect)
    let pixels = rect.exactPixels
    switch state.blur {
    case .ladder(let step, let radius):
      addLadder(step: step, radius: radius, rect, crop, to: &builder)
    case .systemLight:
      addLadder(step: 10, radius: BannerLayers.systemLightRadius, rect, crop, to: &builder)
    case .none:
      addSharp(rect, crop, to: &builder)
    case .crossfade(let alpha):
      let alpha = UInt8(max(0, min(255, (alpha * 255).rounded())))
      if let pixels, isAtRest(pixels, crop), alpha > 0 {
        library.prepare(.bannerAtRest)
        library.prepare(.blurredBannerAtRest)
        builder.add(
          .crossfade(
            .bannerAtRest, .blurredBannerAtRest, alpha: alpha, x: pixels.x, y: pixels.y))
      } else {
        addSharp(rect, crop, to: &builder)
        if alpha > 0 { addScaled(.blurredBannerMaster, rect, crop, alpha, to: &builder) }
      }
    }
  }

  /// Points. The system's light blur has no published formula; the strongest blur of the ladder
  /// stands for it.
  private static let systemLightRadius = 30.0

  private func addLadder(
    step: Int, radius: Double, _ rect: DeviceRect, _ crop: PointRect,
    to builder: inout LayerBuilder
  ) {
    guard let pixels = rect.exactPixels,
      let size = PixelSize(width: pixels.width, height: pixels.height)
    else { return addSharp(rect, crop, to: &builder) }
    let id = context.library.ladder(step: step, radius: radius, crop: crop, size: size)
    builder.add(.picture(id, x: pixels.x, y: pixels.y))
  }

  private func addSharp(_ rect: DeviceRect, _ crop: PointRect, to builder: inout LayerBuilder) {
    if let pixels = rect.exactPixels, isAtRest(pixels, crop) {
      context.library.prepare(.bannerAtRest)
      builder.add(.picture(.bannerAtRest, x: pixels.x, y: pixels.y))
    } else {
      addScaled(.bannerMaster, rect, crop, 255, to: &builder)
    }
  }

  private func addScaled(
    _ id: PictureID, _ rect: DeviceRect, _ crop: PointRect, _ opacity: UInt8,
    to builder: inout LayerBuilder
  ) {
    guard context.library.bannerGeometry.holds(crop) else {
      addWhole(rect, crop, to: &builder)
      return
    }
    context.library.prepare(id)
    let source = context.library.bannerGeometry.master(crop)
    builder.add(.scaledPicture(id, source: source, rect: rect, opacity: opacity))
  }

  /// A header pulled down further than the screen is high, over a picture that has still more to
  /// show than the master holds.
  private func addWhole(_ rect: DeviceRect, _ crop: PointRect, to builder: inout LayerBuilder) {
    let size = context.library.bannerSize
    context.library.prepare(.banner)
    let across = rect.width / crop.width
    let down = rect.height / crop.height
    let whole = DeviceRect(
      x: rect.x - crop.x * across, y: rect.y - crop.y * down,
      width: Double(size.width) * across, height: Double(size.height) * down)
    builder.add(
      .fittedPicture(.banner, rect: whole, shape: RoundedRectangle(rect, cornerRadius: 0)))
  }

  private func isAtRest(_ pixels: PixelRect, _ crop: PointRect) -> Bool {
    let rest = context.library.bannerRestSize
    return pixels.width == rest.width && pixels.height == rest.height
      && crop == context.launch.header.sourceCrop
  }
}
