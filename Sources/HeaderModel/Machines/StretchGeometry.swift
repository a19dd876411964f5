/// Where stretch's parts stand at an offset; nothing here has memory.
struct StretchGeometry: Hashable, Sendable {
  /// What lies under the header.
  enum Content: Hashable, Sendable {
    /// A table with a white header that carries the avatar.
    case table(headerHeight: Double, rowHeight: Double, rowCount: Double)
    /// A plain scroll view with a coloured block.
    case scroll(height: Double, spacerTop: Double, spacerHeight: Double)
  }

  let environment: HeaderEnvironment
  let header: TransformedHeader
  let avatar: TransformedAvatar
  let content: Content

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    self.environment = environment
    let headerHeight = constants[.headerHeight]
    let statusBarHeight = constants.value(
      of: .statusBarHeight, otherwise: environment.device.statusBarHeight)
    // A header lower than the bars has nowhere to go.
    let stop = constants.value(
      of: .stop,
      otherwise: max(0, headerHeight - (constants[.navigationBarHeight] + statusBarHeight)))
    header = TransformedHeader(height: headerHeight, stop: stop, environment: environment)
    if constants.variant == .scroll {
      avatar = TransformedAvatar(
        constants: constants, top: constants[.avatarTop], fit: .aspectFill)
      content = .scroll(
        height: constants[.contentHeight], spacerTop: constants[.spacerTop],
        spacerHeight: constants[.spacerHeight])
    } else {
      avatar = TransformedAvatar(
        constants: constants, top: headerHeight + constants[.avatarTop], fit: .aspectFit)
      content = .table(
        headerHeight: constants[.tableHeaderHeight], rowHeight: constants[.rowHeight],
        rowCount: constants[.rowCount])
    }
  }

  /// The table starts under the header by an inset of the header's height, the scroll view at 0.
  var topInset: Double {
    switch content {
    case .table: header.height
    case .scroll: 0
    }
  }

  var largestOffset: Double {
    switch content {
    case .table(let headerHeight, let rowHeight, let rowCount):
      header.height + headerHeight + rowHeight * rowCount - environment.device.height
    case .scroll(let height, _, _): height - environment.device.height
    }
  }

  func tableHeader(_ offset: Double) -> PointRect? {
    guard case .table(let headerHeight, _, _) = content else { return nil }
    return PointRect(
      x: 0, y: header.height - offset, width: environment.device.width, height: headerHeight)
  }

  func rows(_ offset: Double) -> HeaderState.Rows? {
    guard case .table(let headerHeight, let rowHeight, let rowCount) = content else { return nil }
    return HeaderState.Rows(
      firstTop: header.height + headerHeight - offset, pitch: rowHeight, count: Int(rowCount))
  }

  func spacer(_ offset: Double) -> PointRect? {
    guard case .scroll(_, let top, let height) = content else { return nil }
    return PointRect(x: 0, y: top - offset, width: environment.device.width, height: height)
  }

  /// What is painted of the content, bottom to top, the avatar last.
  var contentParts: [PaintedPart] {
    switch content {
    case .table: [.rows, .tableHeader, .avatar]
    case .scroll: [.content, .avatar]
    }
  }
}
