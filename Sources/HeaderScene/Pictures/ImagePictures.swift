import HeaderModel
import PortableMath
import Raster

/// Makes the picture of one image layer in every form in which frames show it.
struct ImagePictures {
  let image: SceneImage
  let name: String
  /// How a master shows the picture; nil: the layer is too small to need one, it is reduced frame
  /// by frame.
  let geometry: BannerGeometry?
  /// What the layer at rest covers, in device pixels.
  let restSize: PixelSize
  let restCrop: PointRect?
  private let keptSize: PixelSize
  /// What is sampled where the document asks for plain bilinear sampling: the picture itself, unless
  /// it is so large that hardly a pixel of it would be seen.
  private let sampledSize: PixelSize
  private let pixelsPerPoint: Int
  private let store: AssetStore

  /// Device pixels; nothing larger is seen.
  private static let largestSide = 0x1p20
  /// Of a form that is made once; a layer that would need a larger one is drawn frame by frame.
  private static let mostPixels = 1 << 26
  /// A layer as wide as this part of the screen is drawn from a master.
  private static let masterShare = 0.75
  /// Pixels of a picture for one that a layer at rest covers, where it is sampled plainly. The
  /// originals have 4 for an avatar; a photograph of 6,000 pixels would show one pixel in sixty and
  /// crawl as it moves.
  private static let mostSampled = 8.0
  /// No such phone draws at 1x: a recording of that size is a screen of 2x made smaller. At 7 an
  /// avatar's photograph broke up into dots.
  private static let mostSampledAt1x = 4.0

  /// - Parameter scale: device pixels per point, at which pictures are blurred; they are drawn at the
  ///   store's.
  init(
    _ image: SceneImage, _ content: ImageContent, layer: LayerState, survey: LayerSurvey,
    screen: PointSize, scale: Double, store: AssetStore
  ) {
    self.image = image
    self.store = store
    name = content.key
    pixelsPerPoint = Int(scale.rounded())
    let (picture, frame, density) = (image.pixmap.size, layer.frame, store.scale)
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
      var range = restSize.height...restSize.height
      if let heights = survey.heights[layer.index], heights.lowerBound != heights.upperBound {
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

  var size: PixelSize { image.pixmap.size }

  var source: PictureAsset { store.picture(.source(name)) { image.pixmap } }

  var kept: PictureAsset { reduced(to: keptSize) }

  var sampled: PictureAsset { sampledSize == size ? source : reduced(to: sampledSize) }

  private func reduced(to size: PixelSize) -> PictureAsset {
    shared(.kept(name, size)) { resized(DeviceRect(image.pixmap.size.bounds), size, .area) }
  }

  private func resized(
    _ source: DeviceRect, _ size: PixelSize, _ filter: ResizeFilter = .automatic
  ) -> Pixmap {
    image.pixmap.resized(source: source, to: size, filter: filter)
  }

  /// The picture from which frames are drawn, and the part of it that the layer shows; all of it
  /// without a crop.
  func base(_ content: ImageContent) -> (asset: PictureAsset, source: DeviceRect) {
    let isSampled = content.sampling == .bilinear
    guard let crop = content.sourceCrop else {
      let asset = isSampled ? sampled : kept
      return (asset, DeviceRect(store.pixmap(asset).size.bounds))
    }
    let part = DeviceRect(crop)
    if isSampled { return (sampled, part.scaled(from: size, to: sampledSize)) }
    guard let geometry else { return (kept, part.scaled(from: size, to: keptSize)) }
    if geometry.holds(crop) { return (master(geometry), geometry.master(crop)) }
    // What a master does not hold is taken from the picture's own pixels.
    return (source, part)
  }

  /// The whole picture as large as it lies at rest, for layers that move but keep their size; nil
  /// where it lies there otherwise.
  func fitted(_ place: DeviceRect, in frame: DeviceRect) -> PictureAsset? {
    guard frame.exactPixels?.size == restSize, let target = place.exactPixels?.size,
      target.area <= Self.mostPixels
    else { return nil }
    let kept = store.pixmap(kept)
    return store.picture(.fitted(name, target)) {
      kept.resized(
        source: DeviceRect(
          x: 0, y: 0, width: place.width * (Double(kept.width) / place.width),
          height: place.height * (Double(kept.height) / place.height)),
        to: target, filter: .automatic)
    }
  }

  /// The picture at twice its resting resolution; with a box: blurred at its own pixels before.
  func master(_ geometry: BannerGeometry, box: PictureKey.Box? = nil) -> PictureAsset {
    shared(.master(name, geometry, box: box)) {
      guard let box else { return resized(geometry.source, geometry.masterSize) }
      // A whole picture's worth of rows out of sight need not be blurred.
      let margin = Double(box.diameter / 2 * box.passes) + 2
      let seen = geometry.source.inset(by: -margin).enclosingPixels
        .intersection(image.pixmap.size.bounds)
      let blurred = (image.pixmap.cropped(to: seen) ?? image.pixmap)
        .boxBlurred(diameter: box.diameter, passes: box.passes)
      return blurred.resized(
        source: geometry.source.moved(x: -Double(seen.x), y: -Double(seen.y)),
        to: geometry.masterSize, filter: .automatic)
    }
  }

  /// The layer exactly as it lies at rest, from a part of another form.
  func atRest(_ base: PictureAsset, _ source: DeviceRect) -> PictureAsset {
    store.picture(.atRest(store.pictureKeys[base.index], source, restSize)) {
      var picture = Pixmap(size: restSize, fill: image.pixmap.isOpaque ? .black : .clear)
      picture.draw(
        store.pixmap(base), source: source, in: DeviceRect(restSize.bounds), shape: nil,
        opacity: 255, clip: restSize.bounds)
      return picture
    }
  }

  /// The part `crop` of the picture under a blur of the ladder, `size` large.
  ///
  /// The ladder blurs the picture as if enlarged to device resolution, three boxes one after the
  /// other.
  func ladder(_ ladder: PictureKey.Ladder, crop: PointRect, size: PixelSize) -> PictureAsset {
    shared(.ladder(name, ladder, crop: crop, size)) {
      let isPlain = ladder.saturation == 1.5 && ladder.tint == Color(rgb: 0xFFFFFF, alpha: 51)
      var picture = image.pixmap.ladderBlurred(
        LadderBlur(
          radius: ladder.radius, pixelsPerPoint: pixelsPerPoint, enlargement: pixelsPerPoint),
        tints: isPlain, source: DeviceRect(crop), to: size)
      guard !isPlain else { return picture }
      picture = picture.saturated(ladder.saturation)
      if let tint = ladder.tint {
        picture.fill(DeviceRect(size.bounds), with: tint, clip: size.bounds)
      }
      return picture
    }
  }

  /// Another form under a Gaussian of so many of its pixels, in the tone of a blur.
  func blurred(_ base: PictureAsset, sigma: Double, _ blur: ImageBlur?) -> PictureAsset {
    // In eighths of a pixel of what is blurred in the end: finer steps cannot be told apart.
    var unit = 1.0
    while sigma / unit >= 8 { unit *= 2 }
    let eighths = Int((sigma * 8 / unit).rounded() * unit)
    var blurred = base
    if eighths > 0 {
      blurred = store.picture(.gaussian(store.pictureKeys[base.index], eighths: eighths)) {
        store.pixmap(base).gaussianBlurred(sigma: Double(eighths) / 8)
      }
    }
    guard case .gaussian(_, let saturation, let tint) = blur, saturation != 1 || tint != nil else {
      return blurred
    }
    let key = store.pictureKeys[blurred.index]
    return store.picture(.toned(key, saturation: saturation, tint: tint)) {
      var toned = store.pixmap(blurred).saturated(saturation)
      if let tint { toned.tint(with: Color(tint)) }
      return toned
    }
  }

  private func shared(_ key: PictureKey, _ make: () -> Pixmap) -> PictureAsset {
    store.picture(key) { once("\(pixelsPerPoint) \(key)", make) }
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
    if fit == .fill { return frame }
    let factor = fit == .cover ? max(horizontal, vertical) : min(horizontal, vertical)
    let width = Double(size.width) * factor
    let height = Double(size.height) * factor
    return DeviceRect(
      x: frame.x + (frame.width - width) * values[.positionX],
      y: frame.y + (frame.height - height) * values[.positionY], width: width, height: height)
  }
}

extension DeviceRect {
  /// A part of a picture, in its pixels.
  init(_ crop: PointRect) {
    self.init(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
  }
}
