import HeaderModel
import PortableMath
import Raster

extension FrameDrawing {
  func drawImage(_ image: ImageContent, _ frame: LayerFrame) throws(SceneError) {
    guard !frame.rect.isEmpty, isVisible(frame.rect),
      let pictures = composer.pictures(of: frame.layer, image)
    else { return }
    let tint = image.tint.map { Color($0, opacity: frame.opacity) }
    if let tint, image.isTemplate || image.sourceCrop == nil || !pictures.image.pixmap.isOpaque {
      // The tint must not color transparent pixels, so it is the tint of a group.
      var plain = image
      var inner = frame
      plain.values[.tint] = LayerValues.absent
      if image.isTemplate { inner.opacity = 1 }
      return try grouped(
        bounds: frame.rect.enclosingPixels, opacity: image.isTemplate ? tint.alpha : 255,
        tint: image.isTemplate ? tint.withAlpha(255) : tint
      ) { () throws(SceneError) in try drawImage(plain, inner) }
    }
    // The picture ends under the middle of the border, so that its edge does not show outside.
    let inset = (frame.layer.border?.width ?? 0) / 2
    let drawn = ImageDrawing(
      drawing: self, image: image, pictures: pictures, frame: frame,
      opacity: UInt8(opacity: frame.opacity))
    if let shape = frame.shape(inset: inset) {
      drawn.drawUpright(within: shape, isCut: shape.cornerRadius > 0 || inset > 0)
      if let tint { addFill(shape, tint) }
      return
    }
    let outline = frame.outline(inset: inset)
    guard frame.isUpright else {
      drawn.drawTurned(within: outline)
      if let tint { addPath(outline, within: frame.rect, tint) }
      return
    }
    // Upright with uneven corners.
    var plain = frame
    plain.layer.commonValues = .commonDefaults
    plain.opacity = 1
    try grouped(
      within: .outline(outline), bounds: frame.rect.enclosingPixels, opacity: drawn.opacity
    ) { () throws(SceneError) in try drawImage(image, plain) }
  }
}

/// Draws an image layer. Uses a prepared picture at rest or under a blur, otherwise a part of a
/// master or the reduced picture.
private struct ImageDrawing {
  let drawing: FrameDrawing
  let image: ImageContent
  let pictures: ImagePictures
  let frame: LayerFrame
  var opacity: UInt8
  /// The clip of the picture. `nil` uses the layer's rectangle.
  var cut: RoundedRectangle?

  private var store: AssetStore { drawing.store }
  private var rect: DeviceRect { frame.rect }

  func drawUpright(within shape: RoundedRectangle, isCut: Bool) {
    if let crop = image.sourceCrop,
      pictures.geometry != nil || image.sampling == .bilinear || image.blur != nil
    {
      var part = self
      part.cut = isCut ? shape : nil
      return part.drawCrop(crop)
    }
    let fitted = image.rectangle(of: pictures.size, fittedInto: rect)
    let ready = image.sampling == .bilinear ? pictures.sampled : pictures.fitted(fitted, in: rect)
    if let ready {
      let whole = DeviceRect(store.pixmap(ready).size.bounds)
      drawing.addClipped(
        .scaledPicture(ready, source: whole, rect: fitted, shape: shape, opacity: opacity), rect)
    } else {
      // Resampled to the canvas's pixel grid in each frame.
      drawing.addClipped(
        .fittedPicture(pictures.reducedPicture, rect: fitted, shape: shape, opacity: opacity), rect)
    }
  }

  func drawTurned(within outline: Path) {
    var target = frame.whole
    var (asset, source) = pictures.base(image)
    if image.sourceCrop == nil {
      target = image.rectangle(of: pictures.size, fittedInto: target)
    } else if case .gaussian(let radius, _, _) = image.blur {
      let sharp = asset
      asset = blurred(sharp, source, radius)
      source = part(source, of: sharp, in: asset)
    }
    guard !source.isEmpty else { return }
    let map = AffineTransform.translation(-source.x, -source.y)
      .then(.scale(target.width / source.width, target.height / source.height))
      .then(.translation(target.x, target.y)).then(frame.map)
    drawing.addClipped(.mappedPicture(asset, map, outline: outline, opacity: opacity), rect)
  }

  private func drawCrop(_ crop: PointRect) {
    switch image.blur {
    case nil, .ladder(step: 0, _, _, _, _): addSharp(crop)
    case .ladder(let step, let steps, let radius, let saturation, let tint):
      let size = PixelSize(
        width: Int(max(1, min(0x1p15, rect.width.rounded()))),
        height: Int(max(1, min(0x1p15, rect.height.rounded()))))
      guard let size else { return }
      let ladder = PictureKey.Ladder(step, of: steps, radius, saturation, tint)
      addWhole(pictures.ladder(ladder, crop: crop, size: size))
    case .crossfade(let radius, let passes, let amount):
      addCrossfade(PictureKey.Box(radius: radius, passes: passes), UInt8(opacity: amount), crop)
    case .gaussian(let radius, _, _):
      let (sharp, source) = pictures.base(image)
      addPart(blurred(sharp, source, radius), source, of: sharp)
    }
  }

  private func addSharp(_ crop: PointRect) {
    if image.sampling == .area, let geometry = pictures.geometry, isAtRest(crop) {
      addWhole(pictures.atRest(pictures.master(geometry), geometry.master(crop)))
    } else if image.sampling == .area, let geometry = pictures.geometry, !geometry.holds(crop) {
      // The layer is pulled down further than the screen is high, and shows more of the picture
      // than its master contains.
      let across = rect.width / crop.width
      let down = rect.height / crop.height
      let whole = DeviceRect(
        x: rect.x - crop.x * across, y: rect.y - crop.y * down,
        width: Double(pictures.size.width) * across, height: Double(pictures.size.height) * down)
      drawing.addClipped(
        .fittedPicture(
          pictures.source, rect: whole, shape: cut ?? RoundedRectangle(rect, cornerRadius: 0),
          opacity: opacity), rect)
    } else {
      let (asset, source) = pictures.base(image)
      addPart(asset, source, of: asset)
    }
  }

  private func addCrossfade(_ box: PictureKey.Box, _ alpha: UInt8, _ crop: PointRect) {
    guard alpha > 0, let geometry = pictures.geometry else { return addSharp(crop) }
    var fading = self
    fading.opacity = alpha
    guard isAtRest(crop) else {
      addSharp(crop)
      guard geometry.holds(crop) else { return }
      let blurred = pictures.master(geometry, box: box)
      return fading.addPart(blurred, geometry.master(crop), of: blurred)
    }
    let (sharp, source) =
      image.sampling == .bilinear
      ? pictures.base(image) : (pictures.master(geometry), geometry.master(crop))
    let under = pictures.atRest(sharp, source)
    let over = pictures.atRest(pictures.master(geometry, box: box), geometry.master(crop))
    if cut == nil, let pixels = rect.exactPixels {
      drawing.addClipped(.crossfade(under, over, alpha: alpha, x: pixels.x, y: pixels.y), rect)
    } else {
      addWhole(under)
      fading.addWhole(over)
    }
  }

  /// Adds a prepared picture: copied if it is aligned to whole pixels, otherwise resampled.
  private func addWhole(_ asset: PictureAsset) {
    let size = store.pixmap(asset).size
    if cut == nil, let pixels = rect.exactPixels, pixels.size == size {
      drawing.addClipped(.picture(asset, x: pixels.x, y: pixels.y, opacity: opacity), rect)
    } else {
      addPart(asset, DeviceRect(size.bounds), of: asset)
    }
  }

  /// - Parameter source: The visible part in pixels of `base`. `asset` can be a smaller form of it.
  private func addPart(_ asset: PictureAsset, _ source: DeviceRect, of base: PictureAsset) {
    drawing.addClipped(
      .scaledPicture(
        asset, source: part(source, of: base, in: asset), rect: rect, shape: cut,
        opacity: opacity), rect)
  }

  /// Converts a part of a picture to the pixels of a smaller form of it.
  private func part(
    _ source: DeviceRect, of base: PictureAsset, in asset: PictureAsset
  ) -> DeviceRect {
    guard asset != base else { return source }
    return source.scaled(from: store.pixmap(base).size, to: store.pixmap(asset).size)
  }

  /// - Parameter radius: In points of the layer.
  private func blurred(
    _ asset: PictureAsset, _ source: DeviceRect, _ radius: Double
  ) -> PictureAsset {
    let sigma = radius * source.width / max(frame.size.width, 1e-9)
    return pictures.blurred(asset, sigma: max(0, min(FrameDrawing.largestSigma, sigma)), image.blur)
  }

  private func isAtRest(_ crop: PointRect) -> Bool {
    rect.exactPixels?.size == pictures.restSize && crop == pictures.restCrop
  }
}

extension UInt8 {
  /// Converts an opacity in 0...1 to 0...255.
  init(opacity: Double) { self.init((Swift.max(0, Swift.min(1, opacity)) * 255).rounded()) }
}
