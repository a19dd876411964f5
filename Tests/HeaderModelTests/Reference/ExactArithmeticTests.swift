import HeaderModel
import Testing

/// Whatever offsets a header is fed, in whatever order, it is within 1e-9 of exact arithmetic and
/// takes the same decisions.
@Suite struct ExactArithmetic {
  private static let seeds = 0..<60

  @Test(arguments: [HeaderVariant.final, .first, .doc])
  func mimic(_ variant: HeaderVariant) throws {
    let environment = HeaderEnvironment(
      style: .mimic, variant: variant,
      textWidths: TextWidths(title: 72.5, subtitle: 66.25, name: 143))
    let constants = try StyleConstants(style: .mimic, variant: variant)
    let switches: [Double] = [0, 14, 16, 36, 42, 56, 58, 60, 66, 72, 78, 84, 90, 96, 136, 1236]
    for seed in Self.seeds {
      var machine = try DocumentMachine(constants: constants, environment: environment)
      var reference = MimicReference()
      reference.variant = variant.rawValue
      reference.titleWidth = Rational(145, 2)
      reference.subtitleWidth = Rational(265, 4)
      reference.nameWidth = 143
      for offset in offsets(seed, switches) {
        let y = Rational(exactly: offset) - 64
        reference.event(y)
        expect(try machine.receive(offset: offset), reference.state(y))
      }
    }
  }

  @Test func mimicUnderANotch() throws {
    let device = try #require(Device(named: "iphone-x"))
    let environment = HeaderEnvironment(
      device: device, bannerSize: PictureSize(width: 1500, height: 500))
    let switches: [Double] = [0, 12, 32, 36, 42, 48, 54, 60, 66, 72, 112]
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        constants: StyleConstants(style: .mimic), environment: environment)
      var reference = MimicReference()
      reference.width = 375
      reference.statusBar = 44
      reference.picture = (1500, 500)
      for offset in offsets(seed, switches) {
        let y = Rational(exactly: offset) - 88
        reference.event(y)
        expect(try machine.receive(offset: offset), reference.state(y))
      }
    }
  }

  @Test func thinkAndBuild() throws {
    let switches: [Double] = [-107, 0, 40, 89, 92, 95, 130]
    for seed in Self.seeds {
      var machine = try DocumentMachine(style: .thinkandbuild)
      var reference = ThinkAndBuildReference()
      for offset in offsets(seed, switches) {
        let o = Rational(exactly: offset)
        reference.event(o)
        expect(try machine.receive(offset: offset), reference.state(o))
      }
    }
  }

  @Test(arguments: [HeaderVariant.table, .scroll], [20, 44])
  func stretch(_ variant: HeaderVariant, statusBar: Int) throws {
    var constants = try StyleConstants(style: .stretch, variant: variant)
    try constants.set("statusBarHeight", Double(statusBar))
    let environment = HeaderEnvironment(style: .stretch, variant: variant)
    for seed in Self.seeds {
      var machine = try DocumentMachine(constants: constants, environment: environment)
      var reference = StretchReference(isTable: variant == .table)
      reference.statusBar = Rational(Int128(statusBar))
      for offset in offsets(seed, [-110, 0, 22, 46, 110]) {
        let o = Rational(exactly: offset)
        reference.event(o)
        expect(try machine.receive(offset: offset), reference.state(o))
      }
    }
  }

  @Test(arguments: [HeaderVariant.storyboard, .recording])
  func contacts(_ variant: HeaderVariant) throws {
    let environment = HeaderEnvironment(
      style: .contacts, variant: variant, textWidths: TextWidths(namePerPoint: 5.5))
    let constants = try StyleConstants(style: .contacts, variant: variant)
    let reference = ContactsReference(
      width: Rational(exactly: environment.device.width),
      top: Rational(exactly: environment.device.statusBarHeight),
      scale: Rational(Int128(environment.device.scale)), namePerPoint: Rational(11, 2))
    for seed in Self.seeds {
      var machine = try DocumentMachine(constants: constants, environment: environment)
      for offset in offsets(seed, [-100, 0, 10, 50, 59.5]) {
        expect(try machine.receive(offset: offset), reference.state(Rational(exactly: offset)))
      }
    }
  }

  /// The offsets at which a line of the label would be exactly a whole number of pixels are no
  /// doubles; on the nearest two of each the line must already have the height of its side.
  @Test(arguments: [HeaderVariant.storyboard, .recording])
  func contactsBesideEveryStepOfItsLineHeight(_ variant: HeaderVariant) throws {
    let environment = HeaderEnvironment(style: .contacts, variant: variant)
    let scale = environment.device.scale
    let reference = ContactsReference(
      width: Rational(exactly: environment.device.width),
      top: Rational(exactly: environment.device.statusBarHeight), scale: Rational(Int128(scale)))
    var machine = HeaderMachine(
      constants: try StyleConstants(style: .contacts, variant: variant), environment: environment)
    var steps = 0
    for pixels in 39...200 {
      let step = Rational(130) - Rational(Int128(2560 * pixels), Int128(611 * scale))
      guard step < 50 else { continue }
      for offset in [step.double.nextDown, step.double, step.double.nextUp] {
        expect(machine.receive(offset: offset), reference.state(Rational(exactly: offset)))
        steps += 1
      }
    }
    #expect(steps > 300)
  }

  private func offsets(_ seed: Int, _ switches: [Double]) -> OffsetSequence {
    OffsetSequence(seed: UInt64(seed), switches: switches, count: 60)
  }

  private func expect(
    _ state: HeaderState, _ reference: ReferenceState,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let numbers = state.flatNumbers
    let wrong = numbers.filter { name, value in
      guard let exact = reference.numbers[name] else { return true }
      return !(abs(value - exact.double) <= 1e-9) || (value == 0 && value.sign == .minus)
    }
    let missing = Set(reference.numbers.keys).subtracting(numbers.keys)
    if !wrong.isEmpty || !missing.isEmpty {
      Issue.record(
        "offset \(state.offset): wrong \(wrong), missing \(missing)",
        sourceLocation: sourceLocation)
    }
    if state.flatDecisions != reference.decisions {
      Issue.record(
        "offset \(state.offset): \(state.flatDecisions) instead of \(reference.decisions)",
        sourceLocation: sourceLocation)
    }
  }
}
