import Foundation
import HeaderModel
import Testing

/// Headers differ from references in exact arithmetic by at most 1e-9 and make the same decisions,
/// for random offsets in any order. There are 3,600 events per style and variant, or
/// `TWHEADER_TEST_EVENTS`.
@Suite struct ExactArithmetic {
  private static let eventsPerSeed = 60
  private static let seeds =
    0..<(ProcessInfo.processInfo.environment["TWHEADER_TEST_EVENTS"].flatMap { Int($0) } ?? 3600)
    / eventsPerSeed
  /// A picture with another aspect ratio than those of the projects.
  private static let picture = PictureSize(width: 1500, height: 500)

  @Test(arguments: ["final", "first", "doc"])
  func mimic(_ variant: String) throws {
    let switches: [Double] = [0, 14, 16, 36, 42, 56, 58, 60, 66, 72, 78, 84, 90, 96, 136, 1236]
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "mimic", variant)
      var reference = MimicReference()
      reference.variant = variant
      for offset in offsets(seed, switches) {
        let y = Rational(exactly: offset) - 64
        reference.event(y)
        try machine.receive(offset: offset)
        expect(machine, reference.state(y))
      }
    }
  }

  @Test func mimicUnderANotch() throws {
    let device = try #require(Device(named: "iphone-x"))
    let switches: [Double] = [0, 12, 32, 36, 42, 48, 54, 60, 66, 72, 112]
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "mimic", device: device, bannerSize: Self.picture, constants: ["headerHeight": 100])
      var reference = MimicReference()
      reference.width = 375
      reference.statusBar = 44
      reference.picture = (1500, 500)
      for offset in offsets(seed, switches) {
        let y = Rational(exactly: offset) - 88
        reference.event(y)
        try machine.receive(offset: offset)
        expect(machine, reference.state(y))
      }
    }
  }

  @Test func thinkAndBuild() throws {
    let switches: [Double] = [-107, 0, 40, 89, 92, 95, 130]
    for seed in Self.seeds {
      var machine = try DocumentMachine("thinkandbuild")
      var reference = ThinkAndBuildReference()
      for offset in offsets(seed, switches) {
        let o = Rational(exactly: offset)
        reference.event(o)
        try machine.receive(offset: offset)
        expect(machine, reference.state(o))
      }
    }
  }

  @Test(arguments: ["table", "scroll"], [20, 44])
  func stretch(_ variant: String, statusBar: Int) throws {
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "stretch", variant, constants: ["statusBarHeight": Double(statusBar)])
      var reference = StretchReference(isTable: variant == "table")
      reference.statusBar = Rational(Int128(statusBar))
      for offset in offsets(seed, [-110, 0, 22, 46, 110]) {
        let o = Rational(exactly: offset)
        reference.event(o)
        try machine.receive(offset: offset)
        expect(machine, reference.state(o))
      }
    }
  }

  @Test(arguments: ["storyboard", "recording"])
  func contacts(_ variant: String) throws {
    let device = try HeaderDocument.builtIn("contacts", variant: variant).device
    let reference = ContactsReference(
      width: Rational(exactly: device.width),
      top: Rational(exactly: device.statusBarHeight),
      scale: Rational(Int128(device.scale)), namePerPoint: Rational(11, 2))
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "contacts", variant)
      for offset in offsets(seed, [-100, 0, 10, 50, 59.5]) {
        try machine.receive(offset: offset)
        expect(machine, reference.state(Rational(exactly: offset)))
      }
    }
  }

  /// At some offsets a line of the label is exactly a whole number of pixels high. A billionth of a
  /// point before and after each of them, the rounded height is that of the respective side.
  /// Smaller differences are below the precision of expressions.
  @Test(arguments: ["storyboard", "recording"])
  func contactsAroundEveryLineHeightStep(_ variant: String) throws {
    let device = try HeaderDocument.builtIn("contacts", variant: variant).device
    let scale = Int(device.scale)
    let reference = ContactsReference(
      width: Rational(exactly: device.width),
      top: Rational(exactly: device.statusBarHeight), scale: Rational(Int128(scale)),
      namePerPoint: Rational(11, 2))
    var machine = try DocumentMachine("contacts", variant)
    var steps = 0
    for pixels in 39...200 {
      let step = Rational(130) - Rational(Int128(2560 * pixels), Int128(611 * scale))
      guard step < 50 else { continue }
      for offset in [step.double - 1e-9, step.double + 1e-9] {
        try machine.receive(offset: offset)
        expect(machine, reference.state(Rational(exactly: offset)))
        steps += 1
      }
    }
    #expect(steps > 250)
  }

  // MARK: - Other constants on another screen

  private func notch() throws -> Device { try #require(Device(named: "iphone-15-pro")) }

  @Test(arguments: ["final", "first", "doc"])
  func mimicWithOtherConstants(_ variant: String) throws {
    // The bars are 75 points high, so the switch is at y = 30.
    let switches: [Double] = [0, 105, 125, 135, 145, 155, 165, 175, 195, 205, 1305]
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "mimic", variant, device: notch(), bannerSize: Self.picture,
        constants: [
          "headerHeight": 180, "statusBarHeight": 31, "avatarCornerRadius": 6,
          "titleWindowLength": 70, "blurSteps": 7,
        ])
      var reference = MimicReference()
      reference.variant = variant
      reference.width = 393
      reference.statusBar = 31
      reference.header = 180
      reference.cornerRadius = 6
      reference.windowLength = 70
      reference.blurSteps = 7
      reference.picture = (1500, 500)
      for offset in offsets(seed, switches) {
        let y = Rational(exactly: offset) - 75
        reference.event(y)
        try machine.receive(offset: offset)
        expect(machine, reference.state(y))
      }
    }
  }

  @Test func thinkAndBuildWithOtherConstants() throws {
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "thinkandbuild", device: notch(), bannerSize: Self.picture,
        constants: ["headerHeight": 180, "avatarCornerRadius": 6, "barsExtra": 0])
      var reference = ThinkAndBuildReference()
      reference.width = 393
      reference.height = 180
      reference.cornerRadius = 6
      reference.picture = (1500, 500)
      for offset in offsets(seed, [-180, 0, 40, 89, 92, 95, 130]) {
        let o = Rational(exactly: offset)
        reference.event(o)
        try machine.receive(offset: offset)
        expect(machine, reference.state(o))
      }
    }
  }

  @Test(arguments: ["table", "scroll"])
  func stretchWithOtherConstants(_ variant: String) throws {
    var constants: [String: Double] = [
      "headerHeight": 180, "statusBarHeight": 31, "avatarCornerRadius": 6,
    ]
    // The values of the project, instead of the values that follow from the higher bars.
    if variant == "scroll" { constants.merge(["avatarTop": 70, "spacerTop": 510]) { $1 } }
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "stretch", variant, device: notch(), bannerSize: Self.picture,
        constants: constants)
      var reference = StretchReference(isTable: variant == "table")
      reference.statusBar = 31
      reference.width = 393
      reference.height = 180
      reference.cornerRadius = 6
      reference.picture = (1500, 500)
      // The size of the avatar reaches 0 at 8.4 points before the header stops.
      for offset in offsets(seed, [-180, 0, 96.5, 105, 180]) {
        let o = Rational(exactly: offset)
        reference.event(o)
        try machine.receive(offset: offset)
        expect(machine, reference.state(o))
      }
    }
  }

  @Test func contactsWithOtherConstants() throws {
    let reference = ContactsReference(
      width: 393, top: 31, scale: 3, height: 180, minimumHeight: 96, namePerPoint: Rational(11, 2))
    for seed in Self.seeds {
      var machine = try DocumentMachine(
        "contacts", device: notch(),
        constants: ["headerHeight": 180, "statusBarHeight": 31, "headerMinimumHeight": 96])
      for offset in offsets(seed, [-100, 0, 10, 84, 90]) {
        try machine.receive(offset: offset)
        expect(machine, reference.state(Rational(exactly: offset)))
      }
    }
  }

  private func offsets(_ seed: Int, _ switches: [Double]) -> OffsetSequence {
    OffsetSequence(seed: UInt64(seed), switches: switches, count: Self.eventsPerSeed)
  }

  private func expect(
    _ machine: DocumentMachine, _ reference: ReferenceState,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let numbers = machine.flatNumbers
    let wrong = numbers.filter { name, value in
      guard let exact = reference.numbers[name] else { return true }
      return !(abs(value - exact.double) <= 1e-9) || (value == 0 && value.sign == .minus)
    }
    let missing = Set(reference.numbers.keys).subtracting(numbers.keys)
    if !wrong.isEmpty || !missing.isEmpty {
      Issue.record(
        "offset \(machine.state.offset): wrong \(wrong), missing \(missing)",
        sourceLocation: sourceLocation)
    }
    if machine.flatDecisions != reference.decisions {
      Issue.record(
        "offset \(machine.state.offset): \(machine.flatDecisions) instead of \(reference.decisions)",
        sourceLocation: sourceLocation)
    }
  }
}
