import HeaderModel
import Raster
import Typesetting

/// Makes each text, icon and picture of a scene once, when a layer first asks for it.
final class AssetLibrary {
  private(set) var assets = SceneAssets()
  private let fonts: SceneFonts
  private let banner: BannerPictures
  private let avatar: AvatarPicture
  private var textIDs: [TextKey: TextID] = [:]
  private var icons: [SceneIcon: (id: IconID, margin: Int)] = [:]

  init(banner: BannerPictures, avatar: AvatarPicture, fonts: SceneFonts) {
    self.banner = banner
    self.avatar = avatar
    self.fonts = fonts
  }

  func text(_ key: TextKey, scale: Double) throws(SceneError) -> (TextID, ShapedText) {
    if let id = textIDs[key] { return (id, assets.texts[id.index]) }
    let shaped: ShapedText
    do {
      shaped = try fonts.text(key, scale: scale)
    } catch {
      throw .text(key.run.text, error)
    }
    let id = TextID(index: assets.texts.count)
    assets.texts.append(shaped)
    textIDs[key] = id
    return (id, shaped)
  }

  /// The width of a line in points.
  func width(_ run: TextRun, scale: Double) throws(SceneError) -> Double {
    try text(TextKey(run: run, quarterPixels: 0), scale: scale).1.advanceWidth / scale
  }

  /// The icon's mask and the whole pixels by which it stands out of the icon's box on every side.
  func icon(_ icon: SceneIcon, scale: Double) -> (id: IconID, margin: Int)? {
    if let known = icons[icon] { return known }
    guard let (mask, margin) = icon.mask(scale: scale) else { return nil }
    let made = (id: IconID(index: assets.icons.count), margin: margin)
    assets.icons.append(mask)
    icons[icon] = made
    return made
  }

  /// Makes sure that the picture is among the assets.
  func prepare(_ id: PictureID) {
    guard assets.pictures[id] == nil else { return }
    switch id {
    case .avatar: assets.pictures[id] = avatar.kept()
    case .banner: assets.pictures[id] = banner.banner
    case .bannerMaster: assets.pictures[id] = banner.master()
    case .blurredBannerMaster: assets.pictures[id] = banner.blurredMaster()
    case .bannerAtRest: prepareAtRest(id, from: .bannerMaster)
    case .blurredBannerAtRest: prepareAtRest(id, from: .blurredBannerMaster)
    case .ladder: break
    }
  }

  private func prepareAtRest(_ id: PictureID, from master: PictureID) {
    prepare(master)
    assets.pictures[id] = assets.pictures[master].map(banner.atRest)
  }

  /// The part `crop` of the banner under the ladder's blur of `radius` points, `size` large.
  func ladder(step: Int, radius: Double, crop: PointRect, size: PixelSize) -> PictureID {
    let id = PictureID.ladder(step: step, crop: crop, size: size)
    if assets.pictures[id] == nil {
      assets.pictures[id] = banner.ladder(radius: radius, crop: crop, size: size)
    }
    return id
  }

  var bannerGeometry: BannerGeometry { banner.geometry }
  var bannerRestSize: PixelSize { banner.restSize }
  var bannerSize: PixelSize { banner.banner.size }
}
