import HeaderModel
import Raster

/// The avatar: its picture within rounded corners, its border over the picture's edge.
struct AvatarLayers {
  let context: SceneContext

  func add(_ avatar: HeaderState.Avatar, to builder: inout LayerBuilder) {
    let frame = builder.frame(avatar.rect)
    if frame.isEmpty { return }
    let border = avatar.borderWidth * builder.scale
    let radius = avatar.cornerRadius * builder.scale
    context.library.prepare(.avatar)
    // The picture ends under the middle of the border, so that no rim of it shows outside.
    let inset = border / 2
    let inner = RoundedRectangle(
      DeviceRect(
        x: frame.x + inset, y: frame.y + inset, width: max(0, frame.width - border),
        height: max(0, frame.height - border)),
      cornerRadius: max(0, radius - inset))
    builder.add(
      .fittedPicture(
        .avatar, rect: avatar.fit.place(of: context.avatarSize, in: frame), shape: inner))
    if border > 0 {
      builder.add(
        .roundedStroke(
          RoundedRectangle(frame, cornerRadius: radius), lineWidth: border,
          context.palette.avatarBorder))
    }
  }
}
