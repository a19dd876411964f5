import HeaderModel
import PortableMath
import Raster
import Typesetting

/// The texts, masks and pictures of a header. Each is made once, when a frame first needs it.
final class AssetStore {
  private(set) var assets = DrawingAssets()
  /// Device pixels per point.
  let scale: Double
  /// Texts with characters that no font has, drawn as boxes. For list rows only the first.
  private(set) var unshownTexts: [UnshownText] = []
  /// The fonts used by the texts so far.
  private(set) var fontUses = FontUses()
  /// The key of each picture, in the order of the assets.
  private(set) var pictureKeys: [PictureKey] = []
  private let fonts: SceneFonts
  private let font: String?
  /// Whether a text with characters that no font has is an error.
  private let isStrict: Bool
  /// Whether a text drawn with an installed font is an error.
  private let refusesInstalledFonts: Bool
  /// The header document's path, for errors.
  private let file: String?
  private var textIDs: [TextKey: TextAsset] = [:]
  private var layouts: [TextLayout.Key: TextLayout] = [:]
  private var masks: [MaskKey: PlacedAsset?] = [:]
  private var pictureIDs: [PictureKey: PictureAsset] = [:]

  enum MaskKey: Hashable {
    case icon(IconMask.Key)
    /// An icon blurred with `sigma` device pixels.
    case screen(SceneIcon, sigma: Double = 0)
    /// A blurred rounded rectangle. Lengths are in device pixels.
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

  /// Returns the text of a run, set on the first call.
  ///
  /// - Parameters:
  ///   - quarters: The pen's subpixel position in quarters of a pixel, 0...3.
  ///   - location: The layer or screen part that contains the text, for messages.
  func text(
    _ run: TextRun, quarters: Int = 0, of location: String
  ) throws(SceneError) -> (asset: TextAsset, shaped: ShapedText) {
    let key = TextKey(run: run, quarterPixels: quarters, scale: scale)
    if let id = textIDs[key] { return (id, assets.texts[id.index]) }
    let shaped: ShapedText
    do {
      shaped = try fonts.text(key)
    } catch {
      throw SceneError(run.text, error, in: file, location: location)
    }
    if !shaped.missingCharacters.isEmpty {
      let unshown = UnshownText(
        location: location, text: run.text, characters: shaped.missingCharacters)
      guard !isStrict else { throw SceneError("\(unshown)") }
      let isKnown = unshownTexts.contains {
        $0.location == location && Set(unshown.characters).isSubset(of: $0.characters)
      }
      if !isKnown { unshownTexts.append(unshown) }
    }
    if refusesInstalledFonts,
      let problem = FontUses.problem(of: run.text, shaped, location: location)
    {
      throw SceneError(problem)
    }
    fontUses.add(shaped.fonts)
    let id = TextAsset(index: assets.texts.count)
    assets.texts.append(shaped)
    textIDs[key] = id
    return (id, shaped)
  }

  /// Returns the line layout of a text, made on the first call.
  ///
  /// - Parameter changesPointSize: Whether the point size follows the offset. A single line is then
  ///   truncated when it is set, which saves measuring every size.
  func layout(
    _ key: TextLayout.Key, changesPointSize: Bool, of location: String
  ) throws(SceneError) -> TextLayout {
    if let layout = layouts[key] { return layout }
    let layout: TextLayout
    if changesPointSize, key.text.lines == 1, key.text.runs.count == 1, key.height == nil {
      layout = TextLayout(uncut: key, font: font)
    } else {
      do {
        layout = try TextLayout(key, font: font, measure: fonts.width)
      } catch {
        throw SceneError(key.text.runs.map(\.text).joined(), error, in: file, location: location)
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
      // A mask larger than any screen is not worth its memory.
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

/// A mask and its position relative to the top left corner of the shape that it was made for, in
/// device pixels.
struct PlacedAsset {
  let asset: MaskAsset
  let size: PixelSize
  let x: Int
  let y: Int

  var origin: AffineTransform { .translation(Double(x), Double(y)) }

  /// Returns the mask's rectangle with that corner at (left, top).
  func rect(x left: Double, y top: Double) -> DeviceRect {
    DeviceRect(
      x: left + Double(x), y: top + Double(y), width: Double(size.width),
      height: Double(size.height))
  }
}

/// A text with characters that no font has.
package struct UnshownText: Hashable, Sendable, CustomStringConvertible {
  /// The layer's name or the screen part, for messages.
  let location: String
  let text: String
  /// The missing characters without repetition, at least one.
  let characters: [Unicode.Scalar]

  /// A one-line message: the location, the characters and a font to install.
  package var description: String {
    let start = text.count > 40 ? text.prefix(40) + "\u{2026}" : Substring(text)
    return "text \"\(start)\" of \(location): \(FontAdvice.sentence(for: characters))"
  }
}
