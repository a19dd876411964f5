import HeaderModel
import Raster

/// stretch's parts, in both variants.
struct StretchComposition: StyleComposition {
  let context: SceneContext

  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    switch part {
    case .banner: BannerLayers(context: context).add(state, to: &builder)
    case .rows:
      guard let rows = state.rows else { return }
      // Cells are opaque: behind them no header shows.
      builder.fill(
        PointRect(
          x: 0, y: rows.firstTop, width: context.width, height: rows.pitch * Double(rows.count)),
        context.palette.background)
      try RowLayers(
        context: context, look: .cells(context.palette, pitch: rows.pitch)
      ).add(state, to: &builder)
    case .tableHeader:
      if let rect = state.tableHeader { builder.fill(rect, context.palette.background) }
    case .content:
      if let rect = state.spacer { builder.fill(rect, context.palette.spacer) }
    case .avatar: AvatarLayers(context: context).add(state.avatar, to: &builder)
    case .bar: try StatusBarLayers(context: context).add(to: &builder)
    default: break
    }
  }
}
