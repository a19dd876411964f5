/// thinkandbuild's memory: which of header and content is in front, and the title's translation and
/// the blur of the last event that was not a pull.
struct ThinkAndBuildMachine: Hashable, Sendable {
  let geometry: ThinkAndBuildGeometry
  let labelStart: Double
  let labelTravel: Double

  /// Launch values; the first event that is not a pull assigns all three.
  private(set) var headerInFront = false
  private(set) var translation = 0.0
  private(set) var alpha = 0.0

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    geometry = ThinkAndBuildGeometry(constants: constants, environment: environment)
    labelStart = constants[.labelStart]
    labelTravel = constants[.labelTravel]
  }

  /// The article's formulas. Its z positions, 0 and 2 against the avatar's 0, come to this: the
  /// header is in front beyond the stop.
  mutating func receive(_ offset: Double) {
    guard offset >= 0 else { return }
    translation = max(0 - labelTravel, labelStart - offset)
    alpha = max(0, min(1, (offset - labelStart) / labelTravel))
    headerInFront = offset > geometry.header.stop
  }
}

extension ThinkAndBuildMachine {
  func state(at offset: Double) -> HeaderState {
    let banner = geometry.header.banner(offset)
    let header: [PaintedPart] = [.banner, .title]
    let content: [PaintedPart] = [.content, .avatar]
    return HeaderState(
      offset: offset, contentOffset: offset, style: .thinkandbuild, variant: .article,
      phase: phase(at: offset), header: banner, blur: .crossfade(alpha: alpha),
      avatar: geometry.avatar.at(
        offset, headerTravel: geometry.header.travel(offset), aboveHeader: !headerInFront),
      title: geometry.title(offset, translation: translation, in: banner.rect),
      name: geometry.name(offset), handle: geometry.handle(offset),
      follow: geometry.follow(offset), heart: geometry.heart(offset),
      paintOrder: (headerInFront ? content + header : header + content) + [.bar])
  }

  private func phase(at offset: Double) -> HeaderPhase {
    if offset < 0 { return .pulledDown }
    if offset == 0 { return .expanded }
    if offset <= geometry.header.stop { return .collapsing }
    if offset <= labelStart { return .minified }
    return offset < labelStart + labelTravel ? .titleArriving : .complete
  }
}
