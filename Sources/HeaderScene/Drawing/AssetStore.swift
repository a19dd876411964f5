import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Makes each text, mask and picture of a header once, when a frame first asks for it.
final class AssetStore {
  private(set) var assets = DrawingAssets()
  /// Device pixels per point.
  let scale: Double
  let font: String?
  /// Whether a text that no font can show is an error.
  private let isStrict: Bool
  /// The header document, for errors.
  private let file: String?
  /// Texts that were set with boxes in the place of characters; of the rows of a list the first.
  private(set) var unshownTexts: [UnshownText] = []
  private let fonts: SceneFonts
  private var textIDs: [TextKey: TextAsset] = [:]
  private var layouts: [TextLayout.Key: TextLayout] = [:]
  private var masks: [MaskKey: PlacedAsset?] = [:]
  private var pictureIDs: [PictureKey: PictureAsset] = [:]
  /// What the pictures are, in the order of the assets.
  private(set) var pictureKeys: [PictureKey] = []

  private enum MaskKey: Hashable {
    case icon(IconMask.Key)
    case screen(SceneIcon, sigma: Double)
    case shadow(ShadowKey)
  }

  /// What a shadow's mask depends on; lengths in device pixels.
  struct ShadowKey: Hashable {
    var width: Double
    var height: Double
    var corners: RoundedCorners
    var sigma: Double
  }

  init(
    scale: Double, fonts: SceneFonts, font: String?, isStrict: Bool = false, file: String? = nil
  ) {
    self.file = file
    self.scale = scale
    self.isStrict = isStrict
    self.fonts = fonts
    self.font = font
  }

  // MARK: - Texts

  /// - Parameter place: where the text stands, for messages.
  func text(_ key: TextKey, of place: String) throws(SceneError) -> (TextAsset, ShapedText) {
    if let id = textIDs[key] { return (id, assets.texts[id.index]) }
    let shaped: ShapedText
    do {
      shaped = try fonts.text(key, scale: scale)
    } catch {
      throw self.error(error, key.run.text, place)
    }
    if !shaped.missingCharacters.isEmpty {
      try note(UnshownText(place: place, text: key.run.text, characters: shaped.missingCharacters))
    }
    let id = TextAsset(index: assets.texts.count)
    assets.texts.append(shaped)
    textIDs[key] = id
    return (id, shaped)
  }

  private func error(_ cause: TypesettingError, _ text: String, _ place: String) -> SceneError {
    SceneError(text, cause, place: (file.map { $0 + ": " } ?? "") + place)
  }

  private func note(_ unshown: UnshownText) throws(SceneError) {
    guard !isStrict else { throw SceneError("\(unshown)") }
    let isKnown = unshownTexts.contains {
      $0.place == unshown.place && Set(unshown.characters).isSubset(of: $0.characters)
    }
    if !isKnown { unshownTexts.append(unshown) }
  }

  /// The width of a line on the screen, in points.
  func width(_ run: TextRun, of place: String) throws(SceneError) -> Double {
    try text(TextKey(run: run, quarterPixels: 0), of: place).1.advanceWidth / scale
  }

  /// - Parameter isFine: whether the text is set anew frame by frame, so that it is cut while it is
  ///   set instead of being measured before.
  func layout(
    _ key: TextLayout.Key, isFine: Bool, of place: String
  ) throws(SceneError) -> TextLayout {
    if let layout = layouts[key] { return layout }
    let layout: TextLayout
    if isFine, key.text.lines == 1, key.text.runs.count == 1, key.height == nil {
      layout = TextLayout(uncut: key, font: font)
    } else {
      do {
        layout = try TextLayout(key, font: font, measure: fonts.width)
      } catch {
        throw self.error(error, key.text.runs.map(\.text).joined(), place)
      }
    }
    layouts[key] = layout
    return layout
  }

  // MARK: - Masks

  private func mask(_ key: MaskKey, _ make: () -> PlacedMask?) -> PlacedAsset? {
    if let known = masks[key] { return known }
    let made = make().map { placed in
      assets.masks.append(placed.mask)
      return PlacedAsset(
        asset: MaskAsset(index: assets.masks.count - 1), size: placed.mask.size, x: placed.x,
        y: placed.y)
    }
    masks[key] = .some(made)
    return made
  }

  /// - Parameter sigma: device pixels that it is blurred by.
  func icon(_ icon: SceneIcon, sigma: Double = 0) -> PlacedAsset? {
    mask(.screen(icon, sigma: sigma)) {
      let made = icon.mask(scale: scale)
      return sigma > 0 ? made?.gaussianBlurred(sigma: sigma) : made
    }
  }

  func icon(_ key: IconMask.Key) -> PlacedAsset? { mask(.icon(key)) { IconMask.make(key) } }

  /// A blurred rounded rectangle.
  func shadow(_ key: ShadowKey) -> PlacedAsset? {
    mask(.shadow(key)) {
      let rect = DeviceRect(x: 0, y: 0, width: key.width, height: key.height)
      // A mask beyond all screens is not worth its memory.
      guard key.width * key.height <= 0x1p24 else { return nil }
      return PlacedMask(
        filling: Path.roundedRect(rect, radii: key.corners), within: rect.enclosingPixels
      )?.gaussianBlurred(sigma: key.sigma)
    }
  }

  // MARK: - Pictures

  func picture(_ key: PictureKey, _ make: () -> Pixmap) -> PictureAsset {
    if let known = pictureIDs[key] { return known }
    assets.pictures.append(make())
    pictureKeys.append(key)
    let asset = PictureAsset(index: assets.pictures.count - 1)
    pictureIDs[key] = asset
    return asset
  }

  func pixmap(_ asset: PictureAsset) -> Pixmap { assets.pictures[asset.index] }
}

/// A mask, and where it lies from the top left corner of what it was made for, in device pixels.
struct PlacedAsset {
  let asset: MaskAsset
  let size: PixelSize
  let x: Int
  let y: Int

  var origin: AffineTransform { .translation(Double(x), Double(y)) }

  /// With that corner at a place.
  func rect(x left: Double, y top: Double) -> DeviceRect {
    DeviceRect(
      x: left + Double(x), y: top + Double(y), width: Double(size.width),
      height: Double(size.height))
  }
}
