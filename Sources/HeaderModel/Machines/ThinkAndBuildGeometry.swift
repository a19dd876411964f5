/// Where thinkandbuild's parts stand at an offset; nothing here has memory.
struct ThinkAndBuildGeometry: Hashable, Sendable {
  let environment: HeaderEnvironment
  let header: TransformedHeader
  let avatar: TransformedAvatar
  let contentHeight: Double

  private let label: PointRect
  private let titlePointSize: Double
  private let nameFrame: PointRect
  private let namePointSize: Double
  private let handleFrame: PointRect
  private let handlePointSize: Double
  private let followFrame: PointRect
  private let heartFrame: PointRect

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    let width = environment.device.width
    self.environment = environment
    header = TransformedHeader(
      height: constants[.headerHeight], stop: constants[.stop], environment: environment)
    avatar = TransformedAvatar(
      constants: constants, top: constants[.avatarTop], fit: .aspectFill)
    contentHeight = constants[.contentHeight]
    label = PointRect(
      x: (width - constants[.labelWidth]) / 2, y: constants[.labelTop],
      width: constants[.labelWidth], height: constants[.labelHeight])
    titlePointSize = constants[.titlePointSize]
    nameFrame = PointRect(
      x: constants[.nameLeft], y: constants[.nameTop], width: constants[.nameWidth],
      height: constants[.nameHeight])
    namePointSize = constants[.namePointSize]
    handleFrame = PointRect(
      x: constants[.handleLeft], y: constants[.handleTop], width: constants[.handleWidth],
      height: constants[.handleHeight])
    handlePointSize = constants[.handlePointSize]
    followFrame = PointRect(
      x: width - constants[.followRight] - constants[.followWidth], y: constants[.followTop],
      width: constants[.followWidth], height: constants[.followHeight])
    heartFrame = PointRect(
      x: (width - constants[.heartSize]) / 2 + constants[.heartShift], y: constants[.heartTop],
      width: constants[.heartSize], height: constants[.heartSize])
  }

  var largestOffset: Double { contentHeight - environment.device.height }

  func name(_ offset: Double) -> HeaderState.Label {
    line(nameFrame.movedUp(by: offset), namePointSize)
  }

  func handle(_ offset: Double) -> HeaderState.Label {
    line(handleFrame.movedUp(by: offset), handlePointSize)
  }

  func follow(_ offset: Double) -> PointRect { followFrame.movedUp(by: offset) }

  func heart(_ offset: Double) -> PointRect { heartFrame.movedUp(by: offset) }

  /// The label moved by `translation` in the header, and with the header as it stands.
  func title(_ offset: Double, translation: Double, in banner: PointRect) -> HeaderState.Title {
    let k = header.scale(offset)
    let middle = environment.device.width / 2
    let top = label.y + translation
    let rect = PointRect(
      x: middle + k * (label.x - middle), y: banner.y + k * top, width: k * label.width,
      height: k * label.height)
    // Asked inside the header, where no scale rounds the edges.
    let visible = top < header.height && top + label.height > 0
    return HeaderState.Title(
      rect: rect, clip: banner, shift: translation, visible: visible, pointSize: titlePointSize,
      scale: k)
  }

  private func line(_ rect: PointRect, _ pointSize: Double) -> HeaderState.Label {
    HeaderState.Label(
      rect: rect, visible: rect.overlapsVertically(environment.screen), pointSize: pointSize)
  }
}
