/// The two lines in mimic's navigation bar and the window of offsets in which they arrive.
struct MimicTitle: Hashable, Sendable {
  /// Where both lines stand, and are seen, at an adjustment.
  struct Lines {
    var title: HeaderState.Title
    var subtitle: HeaderState.Label
  }

  let hiddenAdjustment: Double
  /// Distance from the switch offset; the offset itself lies before the window.
  let windowStart: Double
  /// Distance from the switch offset; the offset itself lies in the window.
  let windowEnd: Double

  private let bar: PointRect
  private let widths: TextWidths
  private let titleHeight: Double
  private let subtitleHeight: Double
  private let gap: Double
  private let titlePointSize: Double
  private let subtitlePointSize: Double

  init(constants: StyleConstants, geometry: MimicGeometry) {
    hiddenAdjustment = constants[.titleHiddenAdjustment]
    windowStart = constants[.titleWindowStart]
    windowEnd = constants[.titleWindowStart] + constants[.titleWindowLength]
    bar = PointRect(
      x: 0, y: geometry.statusBarHeight, width: geometry.environment.device.width,
      height: geometry.navigationBarHeight)
    widths = geometry.environment.textWidths
    titleHeight = constants[.titleHeight]
    subtitleHeight = constants[.subtitleHeight]
    gap = constants[.titleGap]
    titlePointSize = constants[.titlePointSize]
    subtitlePointSize = constants[.subtitlePointSize]
  }

  /// Centred in the bar and moved down by the adjustment; the bar clips them.
  func lines(adjustment: Double) -> Lines {
    let height = titleHeight + gap + subtitleHeight
    let top = bar.y + (bar.height - height) / 2 + adjustment
    let first = PointRect(
      x: (bar.width - widths.title) / 2, y: top, width: widths.title, height: titleHeight)
    let second = PointRect(
      x: (bar.width - widths.subtitle) / 2, y: top + titleHeight + gap, width: widths.subtitle,
      height: subtitleHeight)
    return Lines(
      title: HeaderState.Title(
        rect: first, clip: bar, shift: adjustment, visible: first.overlapsVertically(bar),
        pointSize: titlePointSize, scale: 1),
      subtitle: HeaderState.Label(
        rect: second, visible: second.overlapsVertically(bar), pointSize: subtitlePointSize))
  }
}
