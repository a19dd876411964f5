/// Where contacts' parts stand at an offset.
struct ContactsGeometry: Hashable, Sendable {
  let environment: HeaderEnvironment
  /// How far the header shrinks, 0 or more.
  let travel: Double

  private let top: Double
  private let bottom: Double
  private let headerHeight: Double
  private let margin: Double
  private let maximumPointSize: Double
  private let minimumPointSize: Double
  private let rowCount: Double
  private let rowHeight: Double
  private let rowSpacing: Double
  private let font: SystemFontMetrics

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    self.environment = environment
    top = constants.value(of: .statusBarHeight, otherwise: environment.device.statusBarHeight)
    bottom = constants.value(of: .safeAreaBottom, otherwise: environment.device.safeAreaBottom)
    headerHeight = constants[.headerHeight]
    travel = max(0, headerHeight - constants[.headerMinimumHeight])
    margin = constants[.margin]
    maximumPointSize = constants[.nameMaximumPointSize]
    minimumPointSize = constants[.nameMinimumPointSize]
    rowCount = constants[.rowCount]
    rowSpacing = constants[.rowSpacing]
    font = SystemFontMetrics(constants: constants, device: environment.device)
    rowHeight = font.lineHeight(pointSize: constants[.rowPointSize])
  }

  /// The table stands still under the full header; the fields run up over its edge.
  var viewportHeight: Double { environment.device.height - top - headerHeight - bottom }

  /// The fields are a stack: as many spaces as fields, less one.
  var largestOffset: Double {
    max(0, rowCount * (rowHeight + rowSpacing) - rowSpacing) - viewportHeight
  }

  /// Clamped at the smallest height only: pulled down it grows without limit.
  func header(_ offset: Double) -> PointRect {
    PointRect(
      x: 0, y: top, width: environment.device.width, height: headerHeight - min(offset, travel))
  }

  /// Stands on the header's lower margin; its size goes with the header's height.
  func name(_ offset: Double) -> HeaderState.Label {
    let shrunk = min(offset, travel)
    let growth = maximumPointSize - minimumPointSize
    guard travel > 0 else {
      let height = font.lineHeight(pointSize: maximumPointSize)
      return label(pointSize: maximumPointSize, height: height, offset)
    }
    // A font has a size, however far a steep growth would take it.
    let pointSize = max(0, minimumPointSize + growth * (1 - shrunk / travel))
    let height = font.lineHeight(
      numerator: DoubleDouble(product: maximumPointSize, travel)
        - DoubleDouble(product: growth, shrunk),
      denominator: travel)
    return label(pointSize: pointSize, height: height, offset)
  }

  private func label(pointSize: Double, height: Double, _ offset: Double) -> HeaderState.Label {
    let width = environment.textWidths.namePerPoint * pointSize
    let rect = PointRect(
      x: (environment.device.width - width) / 2, y: header(offset).maxY - margin - height,
      width: width, height: height)
    return HeaderState.Label(
      rect: rect, visible: rect.overlapsVertically(environment.screen), pointSize: pointSize)
  }

  /// A circle between the upper margin and the name.
  func avatar(in header: PointRect, lineHeight: Double) -> PointRect {
    let side = max(0, header.height - 3 * margin - lineHeight)
    return PointRect(
      x: (header.width - side) / 2, y: header.y + margin, width: side, height: side)
  }

  func rows(_ offset: Double) -> HeaderState.Rows {
    HeaderState.Rows(
      firstTop: top + headerHeight - offset, pitch: rowHeight + rowSpacing, count: Int(rowCount))
  }
}
