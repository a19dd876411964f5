import HeaderModel
import Raster
import Typesetting

/// What lies over the app's own views: home indicator, scroll indicator, window bar, pointer.
struct FurnitureLayers {
  let context: SceneContext

  /// Height of a simulator window's title bar, measured on stretch's recording (31 pixels).
  static let windowBarHeight = 31.0

  func add(
    _ state: HeaderState, isScrolling: Bool, to builder: inout LayerBuilder
  ) throws(SceneError) {
    let furniture = context.document.furniture
    if furniture.scrollIndicator, isScrolling { addScrollIndicator(state, to: &builder) }
    if furniture.homeIndicator {
      builder.roundedFill(
        PointRect(
          x: (context.width - 153) / 2, y: context.device.height - 13, width: 153, height: 5),
        radius: 2.5, context.palette.text)
    }
    if furniture.windowTitleBar { try addWindowBar(to: &builder) }
    if let tip = furniture.pointer { addPointer(tip, to: &builder) }
  }

  /// The system's rule, checked on contacts' recording (length 146.6 and slope 0.225 there): the
  /// length is to the track as the viewport to the content, 3 points are left at both ends, and an
  /// overscroll shortens it 1.75 times as much (22.2 points at 12.7).
  private func addScrollIndicator(_ state: HeaderState, to builder: inout LayerBuilder) {
    let top =
      switch state.style {
      case .contacts: restTop
      case .mimic: context.device.statusBarHeight + context.navigationBarHeight
      default: context.device.statusBarHeight
      }
    let track = context.device.height - top - context.device.safeAreaBottom
    let range = context.contentHeight - context.viewportHeight
    let full = max(36, track * context.viewportHeight / context.contentHeight)
    let beyond = max(0, 0 - state.offset, state.offset - range)
    let length = max(7, min(track - 6, full) - 1.75 * beyond)
    let fraction = range > 0 ? max(0, min(1, state.offset / range)) : 0
    builder.roundedFill(
      PointRect(
        x: context.width - 5.5, y: top + 3 + fraction * (track - length - 6), width: 3,
        height: length),
      radius: 1.5, Color(rgb: 0x828282))
  }

  /// Where the rows start at rest.
  private var restTop: Double { context.launch.rows?.firstTop ?? 0 }

  private func addWindowBar(to builder: inout LayerBuilder) throws(SceneError) {
    let height = FurnitureLayers.windowBarHeight
    builder.fill(
      PointRect(x: 0, y: 0 - height, width: context.width, height: height), Color(rgb: 0x38383A))
    let lights: [UInt32] = [0xFF5F57, 0xFEBC2E, 0x28C840]
    for (index, rgb) in lights.enumerated() {
      builder.roundedFill(
        PointRect(x: 10 + 20 * Double(index), y: 9.5 - height, width: 12, height: 12), radius: 6,
        Color(rgb: rgb))
    }
    try builder.text(
      context.run(context.texts.window, 13, .semibold, maximumWidth: context.width - 200),
      .left(82), top: 0 - height,
      baseline: SceneTypography.centredBaseline(pointSize: 13, in: height), Color(rgb: 0xDDDDDD))
    for index in 0..<3 {
      builder.roundedStroke(
        PointRect(
          x: context.width - 26 - 24 * Double(index), y: 8.5 - height, width: 14, height: 14),
        radius: 3, line: 1.5, Color(rgb: 0xB0B0B0))
    }
  }

  private func addPointer(_ tip: SceneFurniture.ScreenPoint, to builder: inout LayerBuilder) {
    builder.icon(.pointerOutline, x: tip.x + 0.5, y: tip.y + 1, Color(rgb: 0, alpha: 70))
    builder.icon(.pointerOutline, x: tip.x, y: tip.y, .white)
    builder.icon(.pointer, x: tip.x, y: tip.y, .black)
  }
}
