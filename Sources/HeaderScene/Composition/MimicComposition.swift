import HeaderModel
import Raster
import Typesetting

/// mimic's parts. Distances are measured on the project's recordings (points, 320 wide screen).
struct MimicComposition: StyleComposition {
  let context: SceneContext

  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    switch part {
    case .rows:
      guard let rows = state.rows else { return }
      try RowLayers(context: context, look: .cells(context.palette, pitch: rows.pitch))
        .add(state, to: &builder)
    case .subheader: try addSubheader(state, to: &builder)
    case .banner: BannerLayers(context: context).add(state, to: &builder)
    case .avatar: AvatarLayers(context: context).add(state.avatar, to: &builder)
    case .sectionHeader: try addSectionHeader(state, to: &builder)
    case .bar: try addBar(state, to: &builder)
    default: break
    }
  }

  private func addSubheader(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    if let rect = state.subheader { builder.fill(rect, context.palette.background) }
    if let name = state.name {
      try builder.text(
        context.run(
          context.texts.name, name.pointSize, .bold,
          maximumWidth: max(1, (state.follow?.x ?? context.width) - name.rect.x - 8)),
        .left(name.rect.x), top: name.rect.y,
        baseline: SceneTypography.centredBaseline(
          pointSize: name.pointSize, in: name.rect.height), context.palette.text)
    }
    if let follow = state.follow {
      builder.roundedStroke(follow, radius: 2, line: 1, context.palette.followBorder)
      try builder.text(
        context.run(context.texts.follow, 15, maximumWidth: follow.width - 4),
        .center(follow.x + follow.width / 2), top: follow.y,
        baseline: SceneTypography.centredBaseline(pointSize: 15, in: follow.height),
        context.palette.accent)
    }
  }

  private func addSectionHeader(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    guard let rect = state.sectionHeader?.rect else { return }
    builder.fill(rect, context.palette.background)
    let control = PointRect(
      x: rect.x + (rect.width - 212) / 2, y: rect.y + (rect.height - 28) / 2, width: 212, height: 29
    )
    builder.roundedStroke(control, radius: 4, line: 1, context.palette.accent)
    let segments = context.texts.segments
    let part = control.width / Double(max(1, segments.count))
    for (index, text) in segments.enumerated() {
      let left = control.x + part * Double(index)
      if index > 0 {
        builder.fill(
          PointRect(
            x: builder.wholePixels(left - 0.5), y: control.y, width: 1, height: control.height),
          context.palette.accent)
      }
      try builder.text(
        context.run(text, 13, maximumWidth: part - 4), .center(left + part / 2), top: control.y,
        baseline: SceneTypography.centredBaseline(pointSize: 13, in: control.height),
        context.palette.accent)
    }
    builder.hairline(
      x: rect.x, y: rect.maxY - 1 / builder.scale, width: rect.width, context.palette.sectionLine)
  }

  private func addBar(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    let color = context.palette.barText
    let barTop = context.device.statusBarHeight
    let barHeight = context.navigationBarHeight
    try builder.text(
      context.run(context.texts.cancel, 17, maximumWidth: 80), .left(8.5), top: barTop,
      baseline: SceneTypography.centredBaseline(pointSize: 17, in: barHeight), color)
    builder.icon(.magnifier, x: context.width - 34, y: barTop + (barHeight - 20) / 2, color)
    if let title = state.title, title.visible {
      try builder.clipped(to: title.clip) { bar throws(SceneError) in
        try bar.text(
          context.run(
            context.texts.title, title.pointSize, .bold, maximumWidth: context.width - 128),
          .center(context.width / 2), top: title.rect.y,
          baseline: SceneTypography.centredBaseline(
            pointSize: title.pointSize, in: title.rect.height), color)
        if let subtitle = state.subtitle {
          try bar.text(
            context.run(
              context.texts.subtitle, subtitle.pointSize, .bold, maximumWidth: context.width - 128),
            .center(context.width / 2), top: subtitle.rect.y,
            baseline: SceneTypography.centredBaseline(
              pointSize: subtitle.pointSize, in: subtitle.rect.height), color)
        }
      }
    }
    try StatusBarLayers(context: context).add(to: &builder)
  }
}
