/// mimic's memory: whether the header is minified, the title's place and the blur of the last event
/// that assigned them.
///
/// Guards and assignments are those of the project's scroll callback, with its content offset y and
/// switch offset S rewritten as distances from rest.
struct MimicMachine: Hashable, Sendable {
  let geometry: MimicGeometry
  let title: MimicTitle
  let variant: HeaderVariant
  let blurSteps: Double
  let blurRadiusPerStep: Double

  /// Whether the header is minified.
  private(set) var isCollapsed = false
  /// Whether the title and the blur have reached their end since the header was minified.
  private(set) var isComplete = false
  /// How far down the title is moved; nil while no title is installed.
  private(set) var adjustment: Double?
  private(set) var blur = HeaderState.Blur.none

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    let geometry = MimicGeometry(constants: constants, environment: environment)
    self.geometry = geometry
    title = MimicTitle(constants: constants, geometry: geometry)
    variant = constants.variant
    blurSteps = constants[.blurSteps]
    blurRadiusPerStep = constants[.blurRadiusPerStep]
  }

  mutating func receive(_ s: Double) {
    let turn = geometry.switchOffset
    if s > turn, !isCollapsed {
      minify()
    } else if s < turn, isCollapsed {
      expand()
    }
    if s > turn + title.windowStart, s <= turn + title.windowEnd {
      arrive(at: s)
    } else if s > turn + title.windowEnd {
      finish()
    }
  }

  private mutating func minify() {
    isComplete = false
    adjustment = title.hiddenAdjustment
    isCollapsed = true
    if variant != .final {
      blur = .systemLight
    }
  }

  private mutating func expand() {
    adjustment = nil
    isComplete = false
    blur = .none
    isCollapsed = false
  }

  private mutating func arrive(at s: Double) {
    adjustment = title.windowEnd - (s - geometry.switchOffset)
    if variant == .final {
      blur = ladder(at: s)
    }
  }

  /// Guarded in the final project, unguarded in its first commit, not there in the prose.
  private mutating func finish() {
    switch variant {
    case .doc: return
    case .first: break
    default: if isComplete { return }
    }
    adjustment = 0
    isComplete = true
    if variant == .final {
      blur = step(blurSteps)
    }
  }

  /// The smallest step that is not behind the way the title has come.
  ///
  /// The offset is compared with the end of each step instead of divided by the way, so that the end
  /// itself belongs to its step exactly.
  private func ladder(at s: Double) -> HeaderState.Blur {
    var k = 1.0
    while k < blurSteps, s > geometry.switchOffset + title.windowEnd * k / blurSteps {
      k += 1
    }
    return step(k)
  }

  private func step(_ k: Double) -> HeaderState.Blur {
    .ladder(step: Int(k), radius: blurRadiusPerStep * k)
  }
}

extension MimicMachine {
  func state(at s: Double) -> HeaderState {
    let lines = adjustment.map(title.lines(adjustment:))
    return HeaderState(
      offset: s, contentOffset: s - geometry.barsHeight, style: .mimic, variant: variant,
      phase: phase(at: s), header: geometry.banner(s), blur: blur,
      avatar: HeaderState.Avatar(
        rect: geometry.avatar(s), cornerRadius: geometry.avatarCornerRadius,
        borderWidth: geometry.avatarBorderWidth, aboveHeader: !isCollapsed, fit: .scaleToFill),
      title: lines?.title, subtitle: lines?.subtitle, name: geometry.name(s),
      follow: geometry.follow(s), sectionHeader: geometry.sectionHeader(s),
      rows: geometry.rows(s), subheader: geometry.subheader(s),
      paintOrder: [.rows, .subheader] + (isCollapsed ? [.avatar, .banner] : [.banner, .avatar])
        + [.sectionHeader, .bar])
  }

  private func phase(at s: Double) -> HeaderPhase {
    if isCollapsed {
      if s <= geometry.switchOffset + title.windowStart { return .minified }
      return s <= geometry.switchOffset + title.windowEnd ? .titleArriving : .complete
    }
    if s < 0 { return .pulledDown }
    return s == 0 ? .expanded : .collapsing
  }
}
