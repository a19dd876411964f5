import HeaderModel
import Raster
import Typesetting

/// contacts' parts.
struct ContactsComposition: StyleComposition {
  let context: SceneContext

  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    switch part {
    case .rows:
      let size = min(context.constants.value(of: .rowPointSize) ?? 17, TextStyle.largestPointSize)
      try RowLayers(context: context, look: .fields(pointSize: size)).add(state, to: &builder)
    case .background:
      if let rect = state.background {
        builder.fill(builder.frame(rect), context.palette.background)
      }
    case .avatar: AvatarLayers(context: context).add(state.avatar, to: &builder)
    case .name: try addName(state, to: &builder)
    case .bar:
      try StatusBarLayers(context: context).add(to: &builder)
    default: break
    }
  }

  /// The label grows and shrinks with the header; its size is set in 1/32 device pixels, so that the
  /// shaped texts of a long scroll are as many as can be told apart.
  private func addName(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    guard let name = state.name, name.visible else { return }
    let grain = 32 * builder.scale
    let size = min(DeviceGrid.nearest(name.pointSize * grain) / grain, TextStyle.largestPointSize)
    guard size > 0 else { return }
    try builder.fineText(
      context.run(context.texts.name, size, maximumWidth: context.width - 40),
      center: context.width / 2, top: name.rect.y, baseline: SceneTypography.ascent * size,
      context.palette.text)
  }
}
