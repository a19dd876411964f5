import HeaderModel
import Raster

/// contacts' parts.
struct ContactsComposition: StyleComposition {
  let context: SceneContext

  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    switch part {
    case .rows: try RowLayers(context: context, look: .contacts).add(state, to: &builder)
    case .background:
      if let rect = state.background { builder.fill(rect, context.palette.background) }
    case .avatar: AvatarLayers(context: context).add(state.avatar, to: &builder)
    case .name:
      guard let name = state.name else { return }
      try builder.fineText(
        context.run(context.texts.name, name.pointSize), center: context.width / 2,
        top: name.rect.y, baseline: SceneTypography.ascent * name.pointSize, context.palette.text)
    case .bar:
      try StatusBarLayers(context: context).add(to: &builder)
    default: break
    }
  }
}
