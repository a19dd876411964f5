/// stretch's memory: which of header and content is in front.
struct StretchMachine: Hashable, Sendable {
  let geometry: StretchGeometry
  let variant: HeaderVariant
  private(set) var headerInFront = false

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    geometry = StretchGeometry(constants: constants, environment: environment)
    variant = constants.variant
  }

  /// The table's callback puts the header back whenever it is pulled; the scroll view's does not,
  /// so only there a fling back past the top leaves it in front.
  mutating func receive(_ offset: Double) {
    if offset >= 0 {
      headerInFront = offset > geometry.header.stop
    } else if variant == .table {
      headerInFront = false
    }
  }
}

extension StretchMachine {
  func state(at offset: Double) -> HeaderState {
    let parts = geometry.contentParts
    return HeaderState(
      offset: offset, contentOffset: offset - geometry.topInset, style: .stretch, variant: variant,
      phase: phase(at: offset), header: geometry.header.banner(offset), blur: .none,
      avatar: geometry.avatar.at(
        offset, headerTravel: geometry.header.travel(offset), aboveHeader: !headerInFront),
      rows: geometry.rows(offset), tableHeader: geometry.tableHeader(offset),
      spacer: geometry.spacer(offset),
      paintOrder: (headerInFront ? parts + [.banner] : [.banner] + parts) + [.bar])
  }

  private func phase(at offset: Double) -> HeaderPhase {
    if offset < 0 { return .pulledDown }
    if offset == 0 { return .expanded }
    return offset <= geometry.header.stop ? .collapsing : .minified
  }
}
