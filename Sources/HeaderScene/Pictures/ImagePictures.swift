import HeaderModel
import PortableMath
import Raster

/// The prepared forms of an image layer's picture, such as reduced, cropped and blurred ones.
struct ImagePictures {
  let image: SceneImage
  let name: String
  /// The geometry of the master, or `nil` if the layer is too small for one and is resampled in
  /// each frame.
  let geometry: BannerGeometry?
  /// The size of the layer at rest in device pixels.
  let restSize: PixelSize
  let restCrop: PointRect?
  private let reducedSize: PixelSize
  /// The size of the picture for plain bilinear sampling. It is the original size, unless that is
  /// so large that almost no pixel would be sampled.
  private let sampledSize: PixelSize
  private let pixelsPerPoint: Int
  private let store: AssetStore

  /// The maximum side of a layer at rest in device pixels.
  private static let largestSide = 0x1p20
  /// The maximum number of pixels of a prepared form. A layer that needs a larger one is resampled
  /// in each frame.
  private static let maxPixels = 1 << 26
  /// The minimum width of a layer with a master, as a fraction of the screen's width.
  private static let masterShare = 0.75
  /// The maximum number of picture pixels per device pixel in each direction for plain sampling.
  /// The recorded apps have 4 for an avatar. A photograph with 6,000 pixels would show one pixel in
  /// sixty and shimmer as it moves.
  private static let maxReduction = 8.0
  /// The value of `maxReduction` at 1x. It is smaller because recordings at 1x are reduced from 2x
  /// screens. With 7, an avatar's photograph became noisy.
  private static let maxReductionAt1x = 4.0

  /// - Parameter scale: Device pixels per point at which pictures are blurred. They are drawn at
  ///   the store's scale.
  init(
    _ image: SceneImage, _ content: ImageContent, layer: LayerState, survey: LayerSurvey,
    screen: PointSize, scale: Double, store: AssetStore
  ) {
    self.image = image
    self.store = store
    name = content.key
    pixelsPerPoint = Int(scale.rounded())
    let picture = image.pixmap.size
    let frame = layer.flatFrame
    let density = store.scale
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
      geometry = master.masterSize.area <= Self.maxPixels ? master : nil
    } else {
      geometry = nil
    }
    let shown = content.rectangle(
      of: picture,
      fittedInto: DeviceRect(
        x: 0, y: 0, width: max(1, frame.width * density), height: max(1, frame.height * density)))
    /// Returns the picture's size, reduced to at most `most` pixels per covered device pixel in
    /// each direction.
    func reduced(to most: Double) -> PixelSize {
      func side(_ length: Int, _ covered: Double) -> Int {
        let most = max(1, (most * covered).rounded(.up))
        return Double(length) <= most ? length : Int(most)
      }
      return PixelSize(
        width: side(picture.width, shown.width), height: side(picture.height, shown.height))
        ?? picture
    }
    reducedSize = reduced(to: 2)
    sampledSize = reduced(to: density <= 1 ? Self.maxReductionAt1x : Self.maxReduction)
  }

  var size: PixelSize { image.pixmap.size }

  var source: PictureAsset { store.picture(.source(name)) { image.pixmap } }

  var reducedPicture: PictureAsset { reduced(to: reducedSize) }

  var sampled: PictureAsset { sampledSize == size ? source : reduced(to: sampledSize) }

  private func reduced(to size: PixelSize) -> PictureAsset {
    shared(.reduced(name, size)) { resized(DeviceRect(image.pixmap.size.bounds), size, .area) }
  }

  private func resized(
    _ source: DeviceRect, _ size: PixelSize, _ filter: ResizeFilter = .automatic
  ) -> Pixmap {
    image.pixmap.resized(source: source, to: size, filter: filter)
  }

  /// Returns the picture to draw frames from and its visible part: the whole picture if the layer
  /// has no crop.
  func base(_ content: ImageContent) -> (asset: PictureAsset, source: DeviceRect) {
    let isSampled = content.sampling == .bilinear
    guard let crop = content.sourceCrop else {
      let asset = isSampled ? sampled : reducedPicture
      return (asset, DeviceRect(store.pixmap(asset).size.bounds))
    }
    let part = DeviceRect(crop)
    if isSampled { return (sampled, part.scaled(from: size, to: sampledSize)) }
    guard let geometry else { return (reducedPicture, part.scaled(from: size, to: reducedSize)) }
    if geometry.holds(crop) { return (master(geometry), geometry.master(crop)) }
    // Parts outside the master come from the picture's own pixels.
    return (source, part)
  }

  /// Returns the whole picture at its size at rest, for layers that move without changing size.
  /// `nil` if the layer is not aligned to whole pixels or has another size.
  func fitted(_ rect: DeviceRect, in frame: DeviceRect) -> PictureAsset? {
    guard frame.exactPixels?.size == restSize, let target = rect.exactPixels?.size,
      target.area <= Self.maxPixels
    else { return nil }
    let reduced = store.pixmap(reducedPicture)
    return store.picture(.fitted(name, target)) {
      reduced.resized(
        source: DeviceRect(
          x: 0, y: 0, width: rect.width * (Double(reduced.width) / rect.width),
          height: rect.height * (Double(reduced.height) / rect.height)),
        to: target, filter: .automatic)
    }
  }

  /// Returns the picture at twice its resolution at rest. With a box, the original is blurred
  /// first.
  func master(_ geometry: BannerGeometry, box: PictureKey.Box? = nil) -> PictureAsset {
    shared(.master(name, geometry, box: box)) {
      guard let box else { return resized(geometry.source, geometry.masterSize) }
      // Invisible rows need not be blurred.
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

  /// Returns the layer exactly as it appears at rest, made from a part of another form.
  func atRest(_ base: PictureAsset, _ source: DeviceRect) -> PictureAsset {
    store.picture(.atRest(store.pictureKeys[base.index], source, restSize)) {
      var picture = Pixmap(size: restSize, fill: image.pixmap.isOpaque ? .black : .clear)
      picture.draw(
        store.pixmap(base), source: source, in: DeviceRect(restSize.bounds), shape: nil,
        opacity: 255, clip: restSize.bounds)
      return picture
    }
  }

  /// Returns the part `crop` of the picture, `size` pixels large, under a step of a blur ladder.
  ///
  /// The ladder blurs the picture as if it were enlarged to device resolution, with three box blurs
  /// in a row.
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

  /// Returns another form under a Gaussian blur with `sigma` of its pixels and the blur's
  /// saturation and tint.
  func blurred(_ base: PictureAsset, sigma: Double, _ blur: ImageBlur?) -> PictureAsset {
    // Sigma is rounded to 1/8 pixel of the reduced picture, because smaller steps are not visible.
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
    store.picture(key) { sharedPicture("\(pixelsPerPoint) \(key)", make) }
  }

  /// Returns the result of `make`, or the same picture made by another scene.
  func sharedPicture(_ treatment: String, _ make: () -> Pixmap) -> Pixmap {
    guard let shared = image.shared else { return make() }
    return shared.store.picture("\(shared.name) \(treatment)", make: make)
  }
}

extension ImageContent {
  fileprivate var isCrossfaded: Bool {
    if case .crossfade = blur { true } else { false }
  }

  /// The picture's identity: its path, or the name for `banner` and `avatar`.
  var key: String { path ?? name }

  /// Returns the rectangle of a whole picture of `size` fitted into `frame`.
  func rectangle(of size: PixelSize, fittedInto frame: DeviceRect) -> DeviceRect {
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
  /// Converts a crop in picture pixels.
  init(_ crop: PointRect) {
    self.init(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
  }
}
