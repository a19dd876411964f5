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
  private var icons: [IconMask.Key: (asset: MaskAsset, margin: Int)?] = [:]
  /// By the sigma of their blur.
  private var sceneIcons: [SceneIcon: [Double: (asset: MaskAsset, margin: Int)]] = [:]
  private var shadows: [ShadowKey: (asset: MaskAsset, x: Int, y: Int)?] = [:]
  private var pictureIDs: [PictureKey: PictureAsset] = [:]
  /// What the pictures are, in the order of the assets.
  private(set) var pictureKeys: [PictureKey] = []

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

  private func add(_ mask: CoverageMask) -> MaskAsset {
    assets.masks.append(mask)
    return MaskAsset(index: assets.masks.count - 1)
  }

  /// The icon's mask and the whole pixels by which it stands out of the icon's box on every side.
  ///
  /// - Parameter sigma: device pixels that it is blurred by.
  func icon(_ icon: SceneIcon, sigma: Double = 0) -> (asset: MaskAsset, margin: Int)? {
    if let known = sceneIcons[icon]?[sigma] { return known }
    guard let made = icon.mask(scale: scale) else { return nil }
    var placed = PlacedMask(made.mask, x: 0, y: 0)
    if sigma > 0 { placed = placed.gaussianBlurred(sigma: sigma) }
    let asset = (asset: add(placed.mask), margin: made.margin - placed.x)
    sceneIcons[icon, default: [:]][sigma] = asset
    return asset
  }

  func icon(_ key: IconMask.Key) -> (asset: MaskAsset, margin: Int)? {
    if let known = icons[key] { return known }
    let made = IconMask(key).map { (asset: add($0.mask), margin: $0.margin) }
    icons[key] = .some(made)
    return made
  }

  /// A blurred rounded rectangle, and where its mask lies from the rectangle's top left corner.
  func shadow(_ key: ShadowKey) -> (asset: MaskAsset, x: Int, y: Int)? {
    if let known = shadows[key] { return known }
    let rect = DeviceRect(x: 0, y: 0, width: key.width, height: key.height)
    let path = Path.roundedRect(rect, radii: key.corners)
    // A mask beyond all screens is not worth its memory.
    guard key.width * key.height <= 0x1p24 else { return nil }
    let made = PlacedMask(filling: path, within: rect.enclosingPixels)
      .map { $0.gaussianBlurred(sigma: key.sigma) }
      .map { (asset: add($0.mask), x: $0.x, y: $0.y) }
    shadows[key] = .some(made)
    return made
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
