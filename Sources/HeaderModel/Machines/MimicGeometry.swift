/// Where mimic's parts stand at an offset `s` from rest; nothing here has memory.
///
/// The content offset of the project is y = s - N, where N is the height of both bars. Everything is
/// written in s, so that the guards are exact however small the offset is.
struct MimicGeometry: Hashable, Sendable {
  let environment: HeaderEnvironment
  let headerHeight: Double
  let subheaderHeight: Double
  let statusBarHeight: Double
  let navigationBarHeight: Double
  let avatarSize: Double
  let avatarMinimumSize: Double
  let avatarInset: Double
  let avatarCornerRadius: Double
  let avatarBorderWidth: Double
  let margin: Double
  let nameTop: Double
  let nameHeight: Double
  let namePointSize: Double
  let followWidth: Double
  let followHeight: Double
  let sectionHeaderHeight: Double
  let rowHeight: Double
  let rowCount: Double

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    self.environment = environment
    headerHeight = constants[.headerHeight]
    subheaderHeight = constants[.subheaderHeight]
    statusBarHeight = constants.value(
      of: .statusBarHeight, otherwise: environment.device.statusBarHeight)
    navigationBarHeight = constants[.navigationBarHeight]
    avatarSize = constants[.avatarSize]
    avatarMinimumSize = constants[.avatarMinimumSize]
    avatarInset = constants[.avatarInset]
    avatarCornerRadius = constants[.avatarCornerRadius]
    avatarBorderWidth = constants[.avatarBorderWidth]
    margin = constants[.margin]
    nameTop = constants[.nameTop]
    nameHeight = constants[.nameHeight]
    namePointSize = constants[.namePointSize]
    followWidth = constants[.followWidth]
    followHeight = constants[.followHeight]
    sectionHeaderHeight = constants[.sectionHeaderHeight]
    rowHeight = constants[.rowHeight]
    rowCount = constants[.rowCount]
  }

  /// N: status bar and navigation bar, the smallest banner.
  var barsHeight: Double { statusBarHeight + navigationBarHeight }

  /// The offset at which the banner reaches its smallest height: S of the project, from rest.
  var switchOffset: Double { headerHeight - barsHeight }

  /// End of the content less the screen's height.
  var largestOffset: Double {
    headerHeight + subheaderHeight + sectionHeaderHeight + rowHeight * rowCount
      - environment.device.height
  }

  /// Bottom at priority 750, kept from going under the bars at 1000.
  func banner(_ s: Double) -> HeaderState.Banner {
    let width = environment.device.width
    let height = max(barsHeight, headerHeight - s)
    return HeaderState.Banner(
      rect: PointRect(x: 0, y: 0, width: width, height: height), bottom: height,
      sourceCrop: environment.bannerSize.aspectFillSource(viewWidth: width, viewHeight: height))
  }

  func subheader(_ s: Double) -> PointRect {
    PointRect(
      x: 0, y: headerHeight - s, width: environment.device.width, height: subheaderHeight)
  }

  /// Bottom at 801, smallest side at 800, top under the bars at 790, largest side at 760.
  func avatar(_ s: Double) -> PointRect {
    let bottom = headerHeight + subheaderHeight - avatarInset - s
    let side = max(avatarMinimumSize, min(avatarSize, bottom - barsHeight))
    return PointRect(x: margin, y: bottom - side, width: side, height: side)
  }

  func name(_ s: Double) -> HeaderState.Label {
    let rect = PointRect(
      x: margin, y: headerHeight + nameTop - s, width: environment.textWidths.name,
      height: nameHeight)
    return HeaderState.Label(
      rect: rect, visible: rect.overlapsVertically(environment.screen), pointSize: namePointSize)
  }

  func follow(_ s: Double) -> PointRect {
    PointRect(
      x: environment.device.width - margin - followWidth, y: headerHeight + margin - s,
      width: followWidth, height: followHeight)
  }

  /// Held under the bars until the last row pushes it out.
  func sectionHeader(_ s: Double) -> HeaderState.SectionHeader {
    let free = headerHeight + subheaderHeight - s
    let pushed = free + rowHeight * rowCount
    return HeaderState.SectionHeader(
      rect: PointRect(
        x: 0, y: min(max(barsHeight, free), pushed), width: environment.device.width,
        height: sectionHeaderHeight),
      stuck: free < barsHeight && pushed >= barsHeight)
  }

  func rows(_ s: Double) -> HeaderState.Rows {
    HeaderState.Rows(
      firstTop: headerHeight + subheaderHeight + sectionHeaderHeight - s, pitch: rowHeight,
      count: Int(rowCount))
  }
}
