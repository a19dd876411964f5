import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Makes each text, mask and picture of a header once, when a frame first asks for it.
final class AssetStore {
  private(set) var assets = DrawingAssets()
  /// Device pixels per point.
  let scale: Double
  /// Texts that were set with boxes in the place of characters; of the rows of a list the first.
  private(set) var unshownTexts: [UnshownText] = []
  /// The fonts that drew the texts so far.
  private(set) var fontUses = FontUses()
  /// What the pictures are, in the order of the assets.
  private(set) var pictureKeys: [PictureKey] = []
  private let fonts: SceneFonts
  private let font: String?
  /// Whether a text that no font can show is an error.
  private let isStrict: Bool
  /// Whether a text that an installed font draws is an error.
  private let refusesInstalledFonts: Bool
  /// The header document, for errors.
  private let file: String?
  private var textIDs: [TextKey: TextAsset] = [:]
  private var layouts: [TextLayout.Key: TextLayout] = [:]
  private var masks: [MaskKey: PlacedAsset?] = [:]
  private var pictureIDs: [PictureKey: PictureAsset] = [:]

  enum MaskKey: Hashable {
    case icon(IconMask.Key)
    /// Blurred by so many device pixels.
    case screen(SceneIcon, sigma: Double = 0)
    /// A blurred rounded rectangle; lengths in device pixels.
    case shadow(width: Double, height: Double, corners: RoundedCorners, sigma: Double)
  }

  init(
    scale: Double, fonts: SceneFonts, font: String?, isStrict: Bool = false,
    refusesInstalledFonts: Bool = false, file: String? = nil
  ) {
    self.refusesInstalledFonts = refusesInstalledFonts
    self.file = file
    self.scale = scale
    self.isStrict = isStrict
    self.fonts = fonts
    self.font = font
  }

  /// - Parameters:
  ///   - quarters: how far right of a whole pixel the pen starts, 0...3 quarters.
  ///   - place: where the text stands, for messages.
  func text(
    _ run: TextRun, quarters: Int = 0, of place: String
  ) throws(SceneError) -> (asset: TextAsset, shaped: ShapedText) {
    let key = TextKey(run: run, quarterPixels: quarters, scale: scale)
    if let id = textIDs[key] { return (id, assets.texts[id.index]) }
    let shaped: ShapedText
    do {
      shaped = try fonts.text(key)
    } catch {
      throw SceneError(run.text, error, in: file, place: place)
    }
    if !shaped.missingCharacters.isEmpty {
      let unshown = UnshownText(place: place, text: run.text, characters: shaped.missingCharacters)
      guard !isStrict else { throw SceneError("\(unshown)") }
      let isKnown = unshownTexts.contains {
        $0.place == place && Set(unshown.characters).isSubset(of: $0.characters)
      }
      if !isKnown { unshownTexts.append(unshown) }
    }
    if refusesInstalledFonts, let problem = FontUses.problem(of: run.text, shaped, place: place) {
      throw SceneError(problem)
    }
    fontUses.add(shaped.fonts)
    let id = TextAsset(index: assets.texts.count)
    assets.texts.append(shaped)
    textIDs[key] = id
    return (id, shaped)
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
        throw SceneError(key.text.runs.map(\.text).joined(), error, in: file, place: place)
      }
    }
    layouts[key] = layout
    return layout
  }

  func mask(_ key: MaskKey) -> PlacedAsset? {
    if let known = masks[key] { return known }
    let made = make(key).map { placed in
      assets.masks.append(placed.mask)
      return PlacedAsset(
        asset: MaskAsset(index: assets.masks.count - 1), size: placed.mask.size, x: placed.x,
        y: placed.y)
    }
    masks[key] = .some(made)
    return made
  }

  private func make(_ key: MaskKey) -> PlacedMask? {
    switch key {
    case .icon(let key): return IconMask.make(key)
    case .screen(let icon, let sigma):
      return icon.mask(scale: scale)?.gaussianBlurred(sigma: sigma)
    case .shadow(let width, let height, let corners, let sigma):
      // A mask beyond all screens is not worth its memory.
      guard width * height <= 0x1p24 else { return nil }
      let rect = DeviceRect(x: 0, y: 0, width: width, height: height)
      return PlacedMask(
        filling: Path.roundedRect(rect, radii: corners), within: rect.enclosingPixels
      )?.gaussianBlurred(sigma: sigma)
    }
  }

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

/// A text of which no font can show some characters.
package struct UnshownText: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: a layer's name, or a part of the screen's chrome.
  let place: String
  let text: String
  /// At least one, each once.
  let characters: [Unicode.Scalar]

  /// One line: where, which characters, which font to install.
  package var description: String {
    let start = text.count > 40 ? text.prefix(40) + "\u{2026}" : Substring(text)
    return "text \"\(start)\" of \(place): \(FontAdvice.sentence(for: characters))"
  }
}
