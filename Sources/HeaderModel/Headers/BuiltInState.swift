import PortableMath

/// The state of one of the four built-in headers, taken from the layers of its document: what the
/// older fields of a trace say.
package struct BuiltInState {
  private let style: HeaderStyle
  private let variant: HeaderVariant
  private let textWidths: TextWidths
  private let screen: PointRect

  /// `textWidths` are measured ones, which the fields give for texts that are centred in frames of
  /// their own.
  package init(style: HeaderStyle, variant: HeaderVariant, device: Device, textWidths: TextWidths) {
    self.style = style
    self.variant = variant
    self.textWidths = textWidths
    screen = PointRect(x: 0, y: 0, width: device.width, height: device.height)
  }

  /// nil where the document is not one of the four.
  package func state(
    of header: inout HeaderInterpreter, at time: Double? = nil
  ) throws(EvaluationError) -> HeaderState? {
    let state = try header.state(at: time, rows: false)
    guard let banner = state.layer(style == .contacts ? "header" : "banner"),
      let avatar = state.layer("avatar"), let phase = state.phase.flatMap(HeaderPhase.init)
    else { return nil }
    let order = state.layers.map(\.id)
    let aboveHeader = order.firstIndex(of: "avatar") ?? 0 > order.firstIndex(of: banner.id) ?? 0
    var content: ImageContent?
    if case .image(let image) = banner.content { content = image }
    var result = HeaderState(
      offset: state.offset, contentOffset: state.contentOffset, style: style, variant: variant,
      phase: phase,
      header: HeaderState.Banner(
        rect: banner.frame, bottom: banner.frame.maxY, sourceCrop: content?.sourceCrop),
      blur: blur(content, state),
      avatar: HeaderState.Avatar(
        rect: avatar.frame, cornerRadius: avatar.cornerRadii.topLeft * avatar.scaleX,
        borderWidth: (avatar.border?.width ?? 0) * avatar.scaleX, aboveHeader: aboveHeader),
      paintOrder: paintOrder(state))
    result.follow = state.layer("follow")?.frame
    result.tableHeader = state.layer("tableHeader")?.frame
    result.spacer = state.layer("spacer")?.frame
    result.heart = state.layer("heart")?.frame
    result.background = state.layer("background")?.frame
    result.subheader = state.layer("subheader")?.frame
    if let rows = state.layer("rows"), case .list(let list) = rows.content {
      result.rows = HeaderState.Rows(
        firstTop: rows.frame.y, pitch: list.pitch ?? 0, count: list.count)
    }
    result.handle = state.layer("handle").map { label($0, width: $0.frame.width) }
    try addTexts(to: &result, state, &header)
    return result
  }

  private func blur(_ image: ImageContent?, _ state: DocumentState) -> HeaderState.Blur {
    if state.layer("glass")?.visible == true { return .systemLight }
    switch image?.blur {
    case .crossfade(_, _, let amount): return .crossfade(alpha: amount)
    case .ladder(let step, let steps, let radius, _, _) where step > 0:
      return .ladder(step: step, radius: radius * Double(step) / Double(steps))
    default: return .none
    }
  }

  // MARK: - Texts

  private func label(_ layer: LayerState, width: Double) -> HeaderState.Label {
    var rect = layer.frame
    rect.width = width
    return HeaderState.Label(
      rect: rect, visible: rect.overlapsVertically(screen), pointSize: pointSize(layer))
  }

  /// A line that is centred in its layer.
  private func centred(_ layer: LayerState, width: Double) -> PointRect {
    PointRect(
      x: layer.frame.x + (layer.frame.width - width) / 2, y: layer.frame.y, width: width,
      height: layer.frame.height)
  }

  private func pointSize(_ layer: LayerState) -> Double {
    guard case .text(let text) = layer.content else { return 0 }
    return text.pointSize
  }

  private func addTexts(
    to result: inout HeaderState, _ state: DocumentState, _ header: inout HeaderInterpreter
  ) throws(EvaluationError) {
    switch style {
    case .mimic:
      result.name = state.layer("name").map { label($0, width: textWidths.name) }
      try addSection(to: &result, state, &header)
      guard let window = state.layer("titleWindow"), window.visible,
        let title = state.layer("title"), let subtitle = state.layer("subtitle")
      else { return }
      let first = centred(title, width: textWidths.title)
      let second = centred(subtitle, width: textWidths.subtitle)
      result.title = HeaderState.Title(
        rect: first, clip: window.frame, shift: try header.number("adjustment") ?? 0,
        visible: first.overlapsVertically(window.frame), pointSize: pointSize(title), scale: 1)
      result.subtitle = HeaderState.Label(
        rect: second, visible: second.overlapsVertically(window.frame),
        pointSize: pointSize(subtitle))
    case .thinkandbuild:
      result.name = state.layer("name").map { label($0, width: $0.frame.width) }
      guard let title = state.layer("title"), let window = state.layer("header") else { return }
      let shift = try header.number("titleShift") ?? 0
      // Asked inside the header, where no scale rounds the edges.
      let top = (try header.number("titleTop") ?? 0) + shift
      let visible = top < window.size.height && top + title.size.height > 0
      result.title = HeaderState.Title(
        rect: title.frame, clip: window.frame, shift: shift, visible: visible,
        pointSize: pointSize(title), scale: title.scaleX)
    case .stretch: break
    case .contacts:
      guard let name = state.layer("name") else { return }
      let rect = centred(name, width: textWidths.namePerPoint * pointSize(name))
      result.name = HeaderState.Label(
        rect: rect, visible: rect.overlapsVertically(screen), pointSize: pointSize(name))
    }
  }

  private func addSection(
    to result: inout HeaderState, _ state: DocumentState, _ header: inout HeaderInterpreter
  ) throws(EvaluationError) {
    guard let section = state.layer("sectionHeader"), let free = try header.number("listTop"),
      let pushed = try header.number("listEnd"), let bars = try header.number("bars")
    else { return }
    result.sectionHeader = HeaderState.SectionHeader(
      rect: section.frame, stuck: free < bars && pushed >= bars)
  }

  // MARK: - Order

  /// The older parts, by the layers that stand for them.
  private static let parts: [HeaderStyle: [String: [PaintedPart]]] = [
    .mimic: [
      "rows": [.rows], "subheader": [.subheader], "banner": [.banner], "avatar": [.avatar],
      "sectionHeader": [.sectionHeader], "bar": [.bar],
    ],
    .thinkandbuild: [
      "header": [.banner, .title], "content": [.content], "avatar": [.avatar],
      "statusBar": [.bar],
    ],
    .stretch: [
      "header": [.banner], "rows": [.rows], "tableHeader": [.tableHeader], "spacer": [.content],
      "avatar": [.avatar], "statusBar": [.bar],
    ],
    .contacts: [
      "rows": [.rows], "background": [.background], "header": [.header], "avatar": [.avatar],
      "name": [.name], "statusBar": [.bar],
    ],
  ]

  private func paintOrder(_ state: DocumentState) -> [PaintedPart] {
    let parts = Self.parts[style] ?? [:]
    return state.layers.flatMap { parts[$0.id] ?? [] }
  }
}

/// What the texts measure in the fonts at hand, in points; the model itself knows no fonts.
///
/// thinkandbuild's texts stand in frames of fixed width and need none of these.
package struct TextWidths: Hashable, Sendable {
  /// mimic: the title at its point size.
  package var title: Double
  /// mimic: the subtitle at its point size.
  package var subtitle: Double
  /// mimic: the name at its point size.
  package var name: Double
  /// contacts: width of the name per point of size, as its size follows the offset.
  package var namePerPoint: Double

  /// Widths in points; what a style has no use for may be left at 0.
  package init(
    title: Double = 0, subtitle: Double = 0, name: Double = 0, namePerPoint: Double = 0
  ) {
    self.title = title
    self.subtitle = subtitle
    self.name = name
    self.namePerPoint = namePerPoint
  }
}
