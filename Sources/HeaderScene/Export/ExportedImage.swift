package import HeaderModel
package import PortableMath
package import Raster

/// The visible parts and blurs of an image layer during a scroll. They determine the forms of its
/// picture that another painter needs.
package struct ImageUse: Sendable {
  /// The layer when it was first visible.
  package let layer: LayerState
  package let content: ImageContent
  /// The bounding box of all visible parts of the picture.
  private(set) var visibleBounds: PointRect?
  /// Gaussian blur: the largest radius in points and the largest number of the picture's pixels per
  /// point.
  private(set) var radius = 0.0
  private(set) var density = 0.0
  /// Blur ladder: the bounding box of the visible parts of all steps, and the largest number of
  /// device pixels per pixel of the picture.
  private(set) var ladderCrop: PointRect?
  private(set) var ladderScale = 0.0
  private(set) var ladderSteps: Set<Int> = []

  package init(_ layer: LayerState, _ content: ImageContent) {
    self.layer = layer
    self.content = content
  }

  package mutating func add(_ layer: LayerState, _ content: ImageContent, scale: Double) {
    guard let crop = content.sourceCrop, crop.width > 0, crop.height > 0, layer.size.width > 0
    else { return }
    visibleBounds = visibleBounds.map { $0.union(crop) } ?? crop
    switch content.blur {
    case .gaussian(let radius, _, _):
      self.radius = max(self.radius, radius)
      density = max(density, crop.width / layer.size.width)
    case .ladder(let step, _, _, _, _) where step > 0:
      ladderSteps.insert(step)
      ladderScale = max(ladderScale, layer.flatFrame.width * scale / crop.width)
      ladderCrop = ladderCrop.map { $0.union(crop) } ?? crop
    default: break
    }
  }
}

/// The forms of a picture for a painter without our filters.
package struct ExportedImage: Sendable {
  package struct Form: Sendable {
    package fileprivate(set) var pixmap: Pixmap
    /// The part of the original in the form, in the original's pixels.
    package let source: DeviceRect
    /// Gaussian: sigma in pixels of the original. Ladder: the step. Crossfade: 1. Sharp: 0.
    package fileprivate(set) var level: Double
  }

  /// Whether the picture is area-averaged when it is reduced. Otherwise it is sampled bilinearly.
  package let isAveraged: Bool
  /// The sharp form first, then by increasing level.
  package let forms: [Form]
}

extension HeaderComposer {
  package func exported(_ use: ImageUse) -> ExportedImage? {
    guard let pictures = pictures(of: use.layer, use.content) else { return nil }
    let original = DeviceRect(pictures.size.bounds)
    let isSampled = use.content.sampling == .bilinear
    let sharp =
      if isSampled {
        form(pictures.sampled, original)
      } else if let geometry = pictures.geometry, use.visibleBounds.map(geometry.holds) ?? true {
        form(pictures.master(geometry), geometry.source)
      } else if pictures.geometry != nil, pictures.size.area <= Self.largestSource {
        form(pictures.source, original)
      } else {
        form(pictures.reducedPicture, original)
      }
    return ExportedImage(isAveraged: !isSampled, forms: [sharp] + blurred(use, pictures, sharp))
  }

  /// The maximum number of pixels of a picture exported at full size.
  private static let largestSource = 2_000_000
  /// The maximum number of blurred pictures of one layer.
  private static let maxLevels = 16

  private func form(
    _ asset: PictureAsset, _ source: DeviceRect, level: Double = 0
  ) -> ExportedImage.Form {
    ExportedImage.Form(pixmap: store.pixmap(asset), source: source, level: level)
  }

  private func blurred(
    _ use: ImageUse, _ pictures: ImagePictures, _ sharp: ExportedImage.Form
  ) -> [ExportedImage.Form] {
    switch use.content.blur {
    case .gaussian where use.radius > 0:
      // One level per point of the radius, so that whole radii are exact.
      let count = max(4, min(Self.maxLevels, Int(use.radius.rounded(.up))))
      return (1...count).map { level in
        var form = sharp
        form.level = use.radius * Double(level) / Double(count) * use.density
        form.pixmap = pictures.sharedPicture(
          "form \(sharp.source) \(sharp.pixmap.size) \(form.level)"
        ) {
          let reduced = sharp.reduced(sigma: form.level).pixmap
          return reduced.gaussianBlurred(
            sigma: form.level * Double(reduced.width) / sharp.source.width)
        }
        return form
      }
    case .crossfade(let radius, let passes, _):
      guard let geometry = pictures.geometry else { return [] }
      let box = PictureKey.Box(radius: radius, passes: passes)
      return [
        form(pictures.master(geometry, box: box), geometry.source, level: 1)
          .reduced(sigma: box.sigma)
      ]
    case .ladder(_, let steps, let radius, let saturation, let tint):
      guard let crop = use.ladderCrop,
        let size = PixelSize(
          width: Int(max(1, (crop.width * use.ladderScale).rounded())),
          height: Int(max(1, (crop.height * use.ladderScale).rounded())))
      else { return [] }
      let wanted = steps <= Self.maxLevels ? Array(1...steps) : use.ladderSteps.sorted()
      return wanted.map { step in
        let ladder = PictureKey.Ladder(step, of: steps, radius, saturation, tint)
        let blur = LadderBlur(radius: ladder.radius, pixelsPerPoint: 1, enlargement: 1)
        return form(
          pictures.ladder(ladder, crop: crop, size: size), DeviceRect(crop), level: Double(step)
        ).reduced(
          sigma: PictureKey.Box(diameter: blur.diameter, passes: LadderBlur.passes).sigma)
      }
    default: return []
    }
  }
}

extension ExportedImage.Form {
  /// Returns the form, halved while the blur's sigma stays at least 3 pixels of the result, so that
  /// no visible detail is lost.
  ///
  /// - Parameter sigma: The standard deviation of the blur in pixels of the original.
  fileprivate func reduced(sigma: Double) -> ExportedImage.Form {
    var factor = 1
    let own = sigma * Double(pixmap.width) / source.width
    while own / Double(2 * factor) >= 3 { factor *= 2 }
    guard factor > 1,
      let size = PixelSize(width: pixmap.width / factor, height: pixmap.height / factor)
    else { return self }
    var reduced = self
    reduced.pixmap = pixmap.resized(source: DeviceRect(pixmap.size.bounds), to: size, filter: .area)
    return reduced
  }
}

extension PointRect {
  fileprivate func union(_ other: PointRect) -> PointRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PointRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
