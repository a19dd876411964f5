/// The avatar that thinkandbuild and stretch shrink by a layer transform: its bottom moves with the
/// content, its centre stays where it is across.
struct TransformedAvatar: Hashable, Sendable {
  let left: Double
  /// Bottom on screen at rest.
  let bottom: Double
  let size: Double
  let cornerRadius: Double
  let borderWidth: Double
  let slowdown: Double
  let fit: PictureFit

  /// `top` is the avatar's top on screen at rest.
  init(constants: StyleConstants, top: Double, fit: PictureFit) {
    left = constants[.avatarLeft]
    size = constants[.avatarSize]
    bottom = top + size
    cornerRadius = constants[.avatarCornerRadius]
    borderWidth = constants[.avatarBorderWidth]
    slowdown = constants[.avatarSlowdown]
    self.fit = fit
  }

  /// `headerTravel` is how far up the header has gone, 0 or more: at most its whole size is lost.
  func at(_ offset: Double, headerTravel: Double, aboveHeader: Bool) -> HeaderState.Avatar {
    let loss = min(1, headerTravel / size / slowdown)
    let side = size * (1 - loss)
    return HeaderState.Avatar(
      rect: PointRect(
        x: left + size / 2 * loss, y: bottom - offset - side, width: side, height: side),
      cornerRadius: cornerRadius * (1 - loss), borderWidth: borderWidth * (1 - loss),
      aboveHeader: aboveHeader, fit: fit)
  }
}
