import HeaderModel
import PortableMath
import Raster

/// Makes the picture of one image layer in every form in which frames show it.
struct ImagePictures {
  let name: String
  /// How a master shows the picture; nil: the layer is too small to need one, it is reduced frame
  /// by frame.
  let geometry: BannerGeometry?
  /// What the layer at rest covers, in device pixels.
  let restSize: PixelSize
  let restCrop: PointRect?
  let keptSize: PixelSize
  /// What is sampled where the document asks for plain bilinear sampling: the picture itself, unless
  /// it is so large that hardly a pixel of it would be seen.
  let sampledSize: PixelSize
  let image: SceneImage
  let pixelsPerPoint: Int

  /// Device pixels; nothing larger is seen.
  private static let largestSide = 0x1p20
  /// Of a form that is made once; a layer that would need a larger one is drawn frame by frame.
  private static let mostPixels = 1 << 26
  /// A layer as wide as this part of the screen is drawn from a master.
  private static let masterShare = 0.75

  /// - Parameters:
  ///   - scale: device pixels per point, at which pictures are blurred.
  ///   - density: pixels per point at which they are drawn.
  init(
    _ image: SceneImage, _ content: ImageContent, layer: LayerState, survey: LayerSurvey,
    screen: PointSize, scale: Int, density: Double
  ) {
    self.image = image
    name = content.key
    pixelsPerPoint = scale
    let picture = image.pixmap.size
    let frame = layer.frame
    restCrop = content.sourceCrop
    restSize =
      PixelSize(
        width: Int(min(Self.largestSide, frame.width * density).rounded()),
        height: Int(min(Self.largestSide, frame.height * density).rounded())) ?? picture
    let isResampled = content.sampling == .area || content.isCrossfaded
    if content.fit == .cover, isResampled, content.sourceCrop != nil,
      frame.width >= Self.masterShare * screen.width, frame.height > 0,
      survey.keepsWidth(layer.index)
    {
      let heights = survey.heights(layer.index) ?? layer.size.height...layer.size.height
      var range = restSize.height...restSize.height
      if heights.lowerBound != heights.upperBound {
        let factor = layer.scaleY * density
        let highest = min(heights.upperBound * layer.scaleY, max(frame.height, screen.height))
        let low = max(1, Int(min(Self.largestSide, heights.lowerBound * factor)))
        let high = Int(min(Self.largestSide, highest * density).rounded(.up))
        range = low...max(low, high)
      }
      let master = BannerGeometry(
        banner: picture, visible: restSize, heights: range,
        position: (content.values[.positionX], content.values[.positionY]))
      geometry = master.masterSize.area <= Self.mostPixels ? master : nil
    } else {
      geometry = nil
    }
    let shown = content.place(
      of: picture,
      in: DeviceRect(
        x: 0, y: 0, width: max(1, frame.width * density), height: max(1, frame.height * density)))
    /// At most so many pixels for one that is covered, across and down.
    func reduced(to most: Double) -> PixelSize {
      func side(_ length: Int, _ covered: Double) -> Int {
        let most = max(1, (most * covered).rounded(.up))
        return Double(length) <= most ? length : Int(most)
      }
      return PixelSize(
        width: side(picture.width, shown.width), height: side(picture.height, shown.height))
        ?? picture
    }
    keptSize = reduced(to: 2)
    sampledSize = reduced(to: density <= 1 ? Self.mostSampledAt1x : Self.mostSampled)
  }

  /// Pixels of a picture for one that a layer at rest covers, where it is sampled plainly. The
  /// originals have 4 for an avatar; a photograph of 6,000 pixels would show one pixel in sixty and
  /// crawl as it moves.
  private static let mostSampled = 8.0
  /// No such phone draws at 1x: a recording of that size is a screen of 2x made smaller. At 7 an
  /// avatar's photograph broke up into dots.
  private static let mostSampledAt1x = 4.0

  var size: PixelSize { image.pixmap.size }

  // MARK: - Forms

  func source(_ store: AssetStore) -> PictureAsset {
    store.picture(.source(name)) { image.pixmap }
  }

  func kept(_ store: AssetStore) -> PictureAsset { reduced(to: keptSize, store) }

  func sampled(_ store: AssetStore) -> PictureAsset {
    sampledSize == size ? source(store) : reduced(to: sampledSize, store)
  }

  private func reduced(to size: PixelSize, _ store: AssetStore) -> PictureAsset {
    store.picture(.kept(name, size)) {
      once("kept \(size)") {
        image.pixmap.resized(
          source: DeviceRect(image.pixmap.size.bounds), to: size, filter: .area)
      }
    }
  }

  /// The whole picture as large as it lies at rest, for layers that move but keep their size; nil
  /// where it lies there otherwise.
  func fitted(_ content: ImageContent, in frame: DeviceRect, _ store: AssetStore)
    -> (asset: PictureAsset, rect: DeviceRect)?
  {
    guard let pixels = frame.exactPixels, pixels.width == restSize.width,
      pixels.height == restSize.height
    else { return nil }
    let rect = content.place(of: size, in: frame)
    guard let exact = rect.exactPixels,
      let target = PixelSize(width: exact.width, height: exact.height),
      target.area <= Self.mostPixels
    else { return nil }
    let kept = kept(store)
    let asset = store.picture(.fitted(name, target)) {
      let picture = store.pixmap(kept)
      return picture.resized(
        source: DeviceRect(
          x: 0, y: 0, width: rect.width * (Double(picture.width) / rect.width),
          height: rect.height * (Double(picture.height) / rect.height)),
        to: target, filter: .automatic)
    }
    return (asset, rect)
  }

  /// The picture at twice its resting resolution; with a box: blurred at its own pixels before.
  func master(_ geometry: BannerGeometry, box: PictureKey.Box?, _ store: AssetStore) -> PictureAsset
  {
    store.picture(.master(name, geometry, box: box)) {
      guard let box else {
        return once("\(geometry) master") {
          image.pixmap.resized(
            source: geometry.source, to: geometry.masterSize, filter: .automatic)
        }
      }
      return once("\(geometry) blurred master \(box)") {
        let reach = Double(box.diameter / 2 * box.passes)
        let seen = part(around: geometry.source, reach: reach)
        let blurred = (image.pixmap.cropped(to: seen) ?? image.pixmap)
          .boxBlurred(diameter: box.diameter, passes: box.passes)
        var source = geometry.source
        source.x -= Double(seen.x)
        source.y -= Double(seen.y)
        return blurred.resized(source: source, to: geometry.masterSize, filter: .automatic)
      }
    }
  }

  func atRest(_ geometry: BannerGeometry, box: PictureKey.Box?, _ store: AssetStore) -> PictureAsset
  {
    let crop = restCrop ?? PointRect(x: 0, y: 0, width: 1, height: 1)
    return atRest(
      crop, of: master(geometry, box: box, store), .master(name, geometry, box: box),
      source: geometry.master(crop), store)
  }

  func sampledAtRest(_ store: AssetStore) -> PictureAsset {
    let crop = restCrop ?? PointRect(x: 0, y: 0, width: 1, height: 1)
    return atRest(
      crop, of: sampled(store), .kept(name, sampledSize), source: part(crop, of: sampledSize), store
    )
  }

  private func atRest(
    _ crop: PointRect, of base: PictureAsset, _ key: PictureKey, source: DeviceRect,
    _ store: AssetStore
  ) -> PictureAsset {
    store.picture(.atRest(key, crop: crop, restSize)) {
      var picture = Pixmap(size: restSize, fill: image.pixmap.isOpaque ? .black : .clear)
      picture.draw(
        store.pixmap(base), source: source, in: DeviceRect(restSize.bounds), shape: nil,
        opacity: 255, clip: restSize.bounds)
      return picture
    }
  }

  /// A crop in the picture's pixels as one of a reduced form of it.
  func part(_ crop: PointRect, of reduced: PixelSize) -> DeviceRect {
    let across = Double(reduced.width) / Double(size.width)
    let down = Double(reduced.height) / Double(size.height)
    return DeviceRect(
      x: crop.x * across, y: crop.y * down, width: crop.width * across, height: crop.height * down)
  }

  /// Another form under a Gaussian of so many of its pixels.
  func blurred(
    _ base: PictureAsset, _ key: PictureKey, sigma: Double, _ blur: ImageBlur?,
    _ store: AssetStore
  ) -> PictureAsset {
    let (blurred, own) = blurred(base, key, sigma: sigma, store)
    guard case .gaussian(_, let saturation, let tint) = blur, saturation != 1 || tint != nil else {
      return blurred
    }
    return store.picture(.toned(own, saturation: saturation, tint: tint)) {
      var toned = store.pixmap(blurred).saturated(saturation)
      if let tint { toned.tint(with: Color(tint)) }
      return toned
    }
  }

  private func blurred(
    _ base: PictureAsset, _ key: PictureKey, sigma: Double, _ store: AssetStore
  ) -> (asset: PictureAsset, key: PictureKey) {
    // In eighths of a pixel of what is blurred in the end: finer steps cannot be told apart.
    var unit = 1.0
    while sigma / unit >= 8 { unit *= 2 }
    let eighths = Int((sigma * 8 / unit).rounded() * unit)
    guard eighths > 0 else { return (base, key) }
    let own = PictureKey.gaussian(key, eighths: eighths)
    let asset = store.picture(own) {
      store.pixmap(base).gaussianBlurred(sigma: Double(eighths) / 8)
    }
    return (asset, own)
  }

  /// What of the picture matters for a crop of a blur that reaches so far: a whole picture's worth
  /// of rows out of sight need not be blurred.
  func part(around crop: DeviceRect, reach: Double) -> PixelRect {
    let margin = reach + 2
    return DeviceRect(
      x: crop.x - margin, y: crop.y - margin, width: crop.width + 2 * margin,
      height: crop.height + 2 * margin
    ).enclosingPixels.intersection(image.pixmap.size.bounds)
  }

  /// What `make` gives, or what another scene made of the same picture.
  func once(_ treatment: String, _ make: () -> Pixmap) -> Pixmap {
    guard let shared = image.shared else { return make() }
    return shared.store.picture("\(shared.name) \(treatment)", make: make)
  }
}

extension ImageContent {
  fileprivate var isCrossfaded: Bool {
    if case .crossfade = blur { true } else { false }
  }

  /// What tells its picture from others: `banner` and `avatar` have no path.
  var key: String { path ?? name }

  /// Where the whole of a picture of `size` lies that is fitted into `frame`.
  func place(of size: PixelSize, in frame: DeviceRect) -> DeviceRect {
    let horizontal = frame.width / Double(size.width)
    let vertical = frame.height / Double(size.height)
    let factor: Double
    switch fit {
    case .fill: return frame
    case .cover: factor = max(horizontal, vertical)
    case .contain: factor = min(horizontal, vertical)
    }
    let width = Double(size.width) * factor
    let height = Double(size.height) * factor
    return DeviceRect(
      x: frame.x + (frame.width - width) * values[.positionX],
      y: frame.y + (frame.height - height) * values[.positionY], width: width, height: height)
  }
}
