/// contacts: a header whose height follows the offset. It has no memory.
struct ContactsMachine: Hashable, Sendable {
  let geometry: ContactsGeometry
  let variant: HeaderVariant

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    geometry = ContactsGeometry(constants: constants, environment: environment)
    variant = constants.variant
  }

  func state(at offset: Double) -> HeaderState {
    let header = geometry.header(offset)
    let name = geometry.name(offset)
    let avatar = geometry.avatar(in: header, lineHeight: name.rect.height)
    return HeaderState(
      offset: offset, contentOffset: offset, style: .contacts, variant: variant,
      phase: phase(at: offset),
      header: HeaderState.Banner(rect: header, bottom: header.maxY, sourceCrop: nil), blur: .none,
      avatar: HeaderState.Avatar(
        rect: avatar, cornerRadius: avatar.width / 2, borderWidth: 0, aboveHeader: true,
        fit: .aspectFit),
      name: name, rows: geometry.rows(offset),
      background: PointRect(x: 0, y: 0, width: header.width, height: header.maxY),
      paintOrder: [.rows, .background, .header, .avatar, .name, .bar])
  }

  private func phase(at offset: Double) -> HeaderPhase {
    if offset < 0 { return .pulledDown }
    if offset == 0 { return .expanded }
    return offset < geometry.travel ? .collapsing : .minified
  }
}
