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
    builder.add(.fittedPicture(.avatar, rect: fitted(avatar.fit, in: frame), shape: inner))
    if border > 0 {
      builder.add(
        .roundedStroke(
          RoundedRectangle(frame, cornerRadius: radius), lineWidth: border,
          context.palette.avatarBorder))
    }
  }

  /// Where the whole picture lies.
  private func fitted(_ fit: PictureFit, in frame: DeviceRect) -> DeviceRect {
    let size = context.avatarSize
    let horizontal = frame.width / Double(size.width)
    let vertical = frame.height / Double(size.height)
    let factor: Double
    switch fit {
    case .scaleToFill: return frame
    case .aspectFill: factor = max(horizontal, vertical)
    case .aspectFit: factor = min(horizontal, vertical)
    }
    let width = Double(size.width) * factor
    let height = Double(size.height) * factor
    return DeviceRect(
      x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2,
      width: width, height: height)
  }
}
