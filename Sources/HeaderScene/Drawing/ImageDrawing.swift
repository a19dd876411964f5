import HeaderModel
import PortableMath
import Raster

/// Draws image layers: a ready picture where one lies at rest or under a blur, otherwise a part of a
/// master, or the reduced picture.
struct ImageDrawing {
  let context: DrawingContext

  var store: AssetStore { context.store }

  func draw(
    _ image: ImageContent, of layer: LayerState, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    guard !frame.rect.isEmpty, builder.isSeen(frame.rect),
      let pictures = context.pictures(of: layer, image)
    else { return }
    if let tint = image.tint,
      image.isTemplate || image.sourceCrop == nil || !pictures.image.pixmap.isOpaque
    {
      // What the picture leaves clear stays clear.
      var plain = image
      plain.values[.tint] = LayerValues.absent
      var color = Color(tint, opacity: opacity)
      let alpha = image.isTemplate ? color.alpha : 255
      if image.isTemplate { color.alpha = 255 }
      return try builder.grouped(
        bounds: frame.rect.enclosingPixels, opacity: alpha, tint: color
      ) { group throws(SceneError) in
        try draw(plain, of: layer, frame, opacity: image.isTemplate ? 1 : opacity, to: &group)
      }
    }
    // The picture ends under the middle of the border, so that no rim of it shows outside.
    let inset = (layer.border?.width ?? 0) / 2
    guard let shape = frame.shape(layer.cornerRadii, inset: inset) else {
      return try drawMapped(image, pictures, layer, frame, inset, opacity, to: &builder)
    }
    let target = Target(
      rect: frame.rect, shape: shape.cornerRadius > 0 || inset > 0 ? shape : nil,
      opacity: UInt8((max(0, min(1, opacity)) * 255).rounded()))
    if let crop = image.sourceCrop,
      pictures.geometry != nil || image.sampling == .bilinear
        || image.blur != nil
    {
      draw(image, pictures, crop, frame, target, to: &builder)
    } else if image.sampling == .bilinear {
      let sampled = pictures.sampled(store)
      builder.addCut(
        .scaledPicture(
          sampled, source: DeviceRect(pictures.sampledSize.bounds),
          rect: image.place(of: pictures.size, in: frame.rect), shape: shape,
          opacity: target.opacity), target.rect)
    } else if let ready = pictures.fitted(image, in: frame.rect, store) {
      builder.addCut(
        .scaledPicture(
          ready.asset, source: DeviceRect(store.pixmap(ready.asset).size.bounds),
          rect: ready.rect, shape: shape, opacity: target.opacity), target.rect)
    } else {
      // Resampled onto the canvas's own grid frame by frame.
      builder.addCut(
        .fittedPicture(
          pictures.kept(store), rect: image.place(of: pictures.size, in: frame.rect),
          shape: shape, opacity: target.opacity), target.rect)
    }
    if let tint = image.tint { builder.fill(shape, Color(tint, opacity: opacity)) }
  }

  private struct Target {
    var rect: DeviceRect
    /// Nil: the rectangle itself.
    var shape: RoundedRectangle?
    var opacity: UInt8
  }

  private func draw(
    _ image: ImageContent, _ pictures: ImagePictures, _ crop: PointRect, _ frame: LayerFrame,
    _ target: Target, to builder: inout CommandBuilder
  ) {
    switch image.blur {
    case nil, .ladder(step: 0, _, _, _, _):
      addSharp(image, pictures, crop, target, to: &builder)
    case .ladder(let step, let steps, let radius, let saturation, let tint):
      let ladder = ImagePictures.Ladder(
        radius: max(0, radius * Double(step) / Double(max(1, steps))),
        saturation: saturation, tint: tint.map { Color($0) })
      addLadder(ladder, pictures, crop, target, to: &builder)
    case .crossfade(let radius, let passes, let amount):
      let box = PictureKey.Box(radius: radius, passes: passes)
      let alpha = UInt8(max(0, min(255, (amount * 255).rounded())))
      addCrossfade(box, alpha, image, pictures, crop, target, to: &builder)
    case .gaussian(let radius, _, _):
      let base = base(image, pictures, crop)
      let sigma = sigma(radius, base.source, frame)
      let blurred = pictures.blurred(base.asset, base.key, sigma: sigma, image.blur, store)
      addPart(blurred, base.source, of: base.asset, target, to: &builder)
    }
  }

  private func addSharp(
    _ image: ImageContent, _ pictures: ImagePictures, _ crop: PointRect, _ target: Target,
    to builder: inout CommandBuilder
  ) {
    if image.sampling == .bilinear {
      let sampled = pictures.sampled(store)
      addPart(
        sampled, pictures.part(crop, of: pictures.sampledSize), of: sampled, target, to: &builder)
    } else if let geometry = pictures.geometry, isAtRest(target, crop, pictures) {
      addWhole(pictures.atRest(geometry, box: nil, store), target, to: &builder)
    } else if let geometry = pictures.geometry, !geometry.holds(crop) {
      addAll(pictures, crop, target, to: &builder)
    } else {
      let base = base(image, pictures, crop)
      addPart(base.asset, base.source, of: base.asset, target, to: &builder)
    }
  }

  /// A layer pulled down further than the screen is high, over a picture that has still more to
  /// show than its master holds.
  private func addAll(
    _ pictures: ImagePictures, _ crop: PointRect, _ target: Target, to builder: inout CommandBuilder
  ) {
    let rect = target.rect
    let across = rect.width / crop.width
    let down = rect.height / crop.height
    let whole = DeviceRect(
      x: rect.x - crop.x * across, y: rect.y - crop.y * down,
      width: Double(pictures.size.width) * across, height: Double(pictures.size.height) * down)
    builder.addCut(
      .fittedPicture(
        pictures.source(store), rect: whole,
        shape: target.shape ?? RoundedRectangle(rect, cornerRadius: 0), opacity: target.opacity),
      target.rect)
  }

  private func addCrossfade(
    _ box: PictureKey.Box, _ alpha: UInt8, _ image: ImageContent, _ pictures: ImagePictures,
    _ crop: PointRect, _ target: Target, to builder: inout CommandBuilder
  ) {
    guard alpha > 0, let geometry = pictures.geometry else {
      return addSharp(image, pictures, crop, target, to: &builder)
    }
    if isAtRest(target, crop, pictures) {
      let under =
        image.sampling == .bilinear
        ? pictures.sampledAtRest(store) : pictures.atRest(geometry, box: nil, store)
      let over = pictures.atRest(geometry, box: box, store)
      if target.shape == nil, let pixels = target.rect.exactPixels {
        builder.addCut(
          .crossfade(under, over, alpha: alpha, x: pixels.x, y: pixels.y), target.rect)
        return
      }
      addWhole(under, target, to: &builder)
      var fading = target
      fading.opacity = alpha
      addWhole(over, fading, to: &builder)
      return
    }
    addSharp(image, pictures, crop, target, to: &builder)
    guard geometry.holds(crop) else { return }
    let blurred = pictures.master(geometry, box: box, store)
    var fading = target
    fading.opacity = alpha
    addPart(blurred, geometry.master(crop), of: blurred, fading, to: &builder)
  }

  private func addLadder(
    _ ladder: ImagePictures.Ladder, _ pictures: ImagePictures, _ crop: PointRect,
    _ target: Target, to builder: inout CommandBuilder
  ) {
    let rect = target.rect
    guard
      let size = PixelSize(
        width: Int(max(1, min(0x1p15, rect.width.rounded()))),
        height: Int(max(1, min(0x1p15, rect.height.rounded()))))
    else { return }
    addWhole(pictures.ladder(ladder, crop: crop, size: size, store), target, to: &builder)
  }

  /// A ready picture: copied where it lies on whole pixels, otherwise moved by fractions.
  private func addWhole(
    _ asset: PictureAsset, _ target: Target, to builder: inout CommandBuilder
  ) {
    let size = store.pixmap(asset).size
    if target.shape == nil, let pixels = target.rect.exactPixels, pixels.width == size.width,
      pixels.height == size.height
    {
      builder.addCut(
        .picture(asset, x: pixels.x, y: pixels.y, opacity: target.opacity), target.rect)
    } else {
      addPart(asset, DeviceRect(size.bounds), of: asset, target, to: &builder)
    }
  }

  /// - Parameter source: in pixels of `base`, which `asset` may be a smaller form of.
  private func addPart(
    _ asset: PictureAsset, _ source: DeviceRect, of base: PictureAsset, _ target: Target,
    to builder: inout CommandBuilder
  ) {
    builder.addCut(
      .scaledPicture(
        asset, source: part(source, of: base, in: asset), rect: target.rect, shape: target.shape,
        opacity: target.opacity), target.rect)
  }

  /// A part of a picture in the pixels of a smaller form of it.
  func part(
    _ source: DeviceRect, of base: PictureAsset, in asset: PictureAsset
  ) -> DeviceRect {
    guard asset != base else { return source }
    let (whole, reduced) = (store.pixmap(base).size, store.pixmap(asset).size)
    let across = Double(reduced.width) / Double(whole.width)
    let down = Double(reduced.height) / Double(whole.height)
    return DeviceRect(
      x: source.x * across, y: source.y * down, width: source.width * across,
      height: source.height * down)
  }

  /// The picture from which frames are drawn, and the part of it that the layer shows.
  func base(
    _ image: ImageContent, _ pictures: ImagePictures, _ crop: PointRect
  ) -> (asset: PictureAsset, key: PictureKey, source: DeviceRect) {
    if image.sampling == .bilinear {
      return (
        pictures.sampled(store), .kept(image.key, pictures.sampledSize),
        pictures.part(crop, of: pictures.sampledSize)
      )
    }
    if let geometry = pictures.geometry, geometry.holds(crop) {
      return (
        pictures.master(geometry, box: nil, store),
        .master(image.key, geometry, box: nil), geometry.master(crop)
      )
    }
    // What a master does not hold is taken from the picture's own pixels.
    if pictures.geometry != nil {
      return (
        pictures.source(store), .source(image.key),
        DeviceRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
      )
    }
    return (
      pictures.kept(store), .kept(image.key, pictures.keptSize),
      pictures.part(crop, of: pictures.keptSize)
    )
  }

  /// A radius in points of the layer as pixels of the picture it is drawn from.
  func sigma(_ radius: Double, _ source: DeviceRect, _ frame: LayerFrame) -> Double {
    max(0, min(ShapeDrawing.largestSigma, radius * source.width / max(frame.size.width, 1e-9)))
  }

  private func isAtRest(_ target: Target, _ crop: PointRect, _ pictures: ImagePictures) -> Bool {
    guard let pixels = target.rect.exactPixels else { return false }
    let rest = pictures.restSize
    return pixels.width == rest.width && pixels.height == rest.height
      && crop == pictures.restCrop
  }
}
