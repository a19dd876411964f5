import HeaderModel
import PortableMath
import Raster

/// Turned and unevenly rounded pictures.
extension ImageDrawing {
  func drawMapped(
    _ image: ImageContent, _ pictures: ImagePictures, _ layer: LayerState, _ frame: LayerFrame,
    _ inset: Double, _ opacity: Double, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let alpha = UInt8((max(0, min(1, opacity)) * 255).rounded())
    let outline = frame.outline(layer.cornerRadii, inset: inset)
    if frame.isUpright {
      var plain = layer
      plain.cornerRadii = CornerRadii(0)
      plain.border = nil
      return try builder.grouped(
        within: .outline(outline), bounds: frame.rect.enclosingPixels, opacity: alpha
      ) { group throws(SceneError) in
        try draw(image, of: plain, frame, opacity: 1, to: &group)
      }
    }
    let whole = DeviceRect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
    let place: DeviceRect
    var asset: PictureAsset
    var source: DeviceRect
    if let crop = image.sourceCrop {
      let base = base(image, pictures, crop)
      (asset, source, place) = (base.asset, base.source, whole)
      if case .gaussian(let radius, _, _) = image.blur {
        let sigma = sigma(radius, base.source, frame)
        asset = pictures.blurred(base.asset, base.key, sigma: sigma, image.blur, store)
        source = part(source, of: base.asset, in: asset)
      }
    } else {
      asset = image.sampling == .bilinear ? pictures.sampled(store) : pictures.kept(store)
      source = DeviceRect(store.pixmap(asset).size.bounds)
      place = image.place(of: pictures.size, in: whole)
    }
    guard !source.isEmpty else { return }
    let map = AffineTransform.translation(-source.x, -source.y)
      .then(.scale(place.width / source.width, place.height / source.height))
      .then(.translation(place.x, place.y)).then(frame.map)
    builder.addCut(
      .mappedPicture(asset, map, outline: outline, opacity: alpha), frame.rect)
    if let tint = image.tint {
      builder.path(outline, within: frame.rect, Color(tint, opacity: opacity))
    }
  }
}
