public import HeaderModel
public import Raster
import Typesetting

/// Turns header states into layers; makes the texts, icons and pictures they name on the way.
///
/// Not `Sendable`: one thread composes, in the order of the frames; painters share `assets`.
public final class SceneComposer {
  /// Device pixels.
  public let canvasSize: PixelSize
  /// What lies under all layers.
  public let background: Color
  private let context: SceneContext
  private let composition: any StyleComposition
  private let scale: Double
  private let screenTop: Double

  /// - Parameters:
  ///   - scene: its banner and avatar may have any size; a banner's transparency shows the ground.
  ///   - machine: the header before any event.
  ///   - device: the screen; its scale is the scene's.
  public init(
    _ scene: ScenePictures, document: SceneDocument, machine: HeaderMachine,
    constants: StyleConstants, device: Device, fonts: SceneFonts
  ) throws(SceneError) {
    let launch = machine.state
    scale = Double(device.scale)
    screenTop = document.furniture.windowTitleBar ? FurnitureLayers.windowBarHeight : 0
    let width = device.width * scale
    let height = (device.height + screenTop) * scale
    guard width >= 1, height >= 1, width * height < 0x1p31,
      let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    else { throw .canvas(width: width, height: height) }
    canvasSize = size
    background = document.palette.background
    var device = device
    device.statusBarHeight = constants.value(of: .statusBarHeight) ?? device.statusBarHeight
    device.safeAreaBottom = constants.value(of: .safeAreaBottom) ?? device.safeAreaBottom
    let banner = BannerPictures(
      banner: scene.banner, launch: launch, device: device, constants: constants,
      blur: BannerBlur(constants: constants, device: device), shared: scene.shared)
    let library = AssetLibrary(
      banner: banner, avatar: AvatarPicture(scene.avatar, at: launch.avatar, scale: scale),
      fonts: fonts)
    context = SceneContext(
      document: document, device: device, constants: constants, launch: launch, library: library,
      contentHeight: machine.viewportHeight + machine.largestOffset,
      viewportHeight: machine.viewportHeight, avatarSize: scene.avatar.size)
    composition =
      switch launch.style {
      case .mimic: MimicComposition(context: context)
      case .thinkandbuild: ThinkAndBuildComposition(context: context)
      case .stretch: StretchComposition(context: context)
      case .contacts: ContactsComposition(context: context)
      }
  }

  /// Everything the layers composed so far refer to.
  public var assets: SceneAssets { context.library.assets }

  /// The layers of a state, bottom to top.
  ///
  /// - Parameter isScrolling: whether the content moved a moment ago, so that its indicator shows.
  public func compose(_ state: HeaderState, isScrolling: Bool) throws(SceneError) -> [Layer] {
    var builder = LayerBuilder(
      scale: scale, bounds: canvasSize.bounds, screenTop: screenTop,
      roundsFrames: state.style == .mimic || state.style == .contacts, library: context.library)
    let screen = PointRect(x: 0, y: 0, width: context.width, height: context.device.height)
    try builder.clipped(to: screen) { screen throws(SceneError) in
      for part in state.paintOrder {
        try composition.add(part, of: state, to: &screen)
      }
    }
    try FurnitureLayers(context: context).add(state, isScrolling: isScrolling, to: &builder)
    return builder.layers
  }
}
