import HeaderModel
import Raster
import Typesetting

/// thinkandbuild's parts, as its storyboard lays them out.
struct ThinkAndBuildComposition: StyleComposition {
  let context: SceneContext

  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    switch part {
    case .banner: BannerLayers(context: context).add(state, to: &builder)
    case .title: try addTitle(state, to: &builder)
    case .content: try addContent(state, to: &builder)
    case .avatar: AvatarLayers(context: context).add(state.avatar, to: &builder)
    case .bar: try StatusBarLayers(context: context).add(to: &builder)
    default: break
    }
  }

  private func addTitle(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    guard let title = state.title, title.visible else { return }
    let height = title.rect.height / title.scale
    try builder.clipped(to: title.clip) { header throws(SceneError) in
      try header.text(
        context.run(
          context.texts.title, title.pointSize, .medium,
          maximumWidth: title.rect.width / title.scale),
        .center(title.rect.x + title.rect.width / 2), top: title.rect.y,
        baseline: SceneTypography.centredBaseline(pointSize: title.pointSize, in: height),
        scaledBy: title.scale, context.palette.barText)
    }
  }

  private func addContent(
    _ state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError) {
    if let name = state.name {
      try addLabel(
        context.run(context.texts.name, name.pointSize, .medium, maximumWidth: name.rect.width),
        name, context.palette.text, to: &builder)
    }
    if let handle = state.handle {
      try addLabel(
        context.run(context.texts.handle, handle.pointSize, maximumWidth: handle.rect.width),
        handle, context.palette.secondaryText, to: &builder)
    }
    if let follow = state.follow {
      builder.roundedStroke(follow, radius: 5, line: 1, context.palette.followBorder)
      try builder.text(
        context.run(context.texts.follow, 14, .medium, maximumWidth: follow.width - 4),
        .center(follow.x + follow.width / 2), top: follow.y,
        baseline: SceneTypography.centredBaseline(pointSize: 14, in: follow.height),
        context.palette.accent)
    }
    if let heart = state.heart {
      builder.movingIcon(.heart(side: heart.width), heart, context.palette.icon)
    }
  }

  private func addLabel(
    _ run: TextRun, _ label: HeaderState.Label, _ color: Color, to builder: inout LayerBuilder
  ) throws(SceneError) {
    try builder.text(
      run, .left(label.rect.x), top: label.rect.y,
      baseline: SceneTypography.centredBaseline(
        pointSize: label.pointSize, in: label.rect.height),
      color)
  }
}
