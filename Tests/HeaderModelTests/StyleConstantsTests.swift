import HeaderModel
import Testing

@Suite struct StyleConstantsTests {
  static let kinds: [(HeaderStyle, HeaderVariant)] = HeaderStyle.allCases.flatMap { style in
    style.variants.map { (style, $0) }
  }

  @Test(arguments: kinds) func everyOneIsDefinedOnceWithinItsRange(
    _ style: HeaderStyle, _ variant: HeaderVariant
  ) throws {
    let definitions = try StyleConstants(style: style, variant: variant).definitions
    #expect(Set(definitions.map(\.key)).count == definitions.count)
    for definition in definitions {
      #expect(!definition.meaning.isEmpty)
      if let value = definition.default {
        #expect(definition.allowed.contains(value), "\(definition.key)")
      }
    }
  }

  @Test(arguments: kinds) func everyOneChangesTheHeader(
    _ style: HeaderStyle, _ variant: HeaderVariant
  ) throws {
    let original = try StyleConstants(style: style, variant: variant)
    let before = History(original)
    for definition in original.definitions {
      var changed = original
      let value = definition.default ?? 30
      let other = definition.allowed.contains(value + 7) ? value + 7 : value - 7
      try changed.set(definition.key.rawValue, other)
      let isUsed = !unused(variant).contains(definition.key)
      #expect((History(changed) != before) == isUsed, "\(definition.key.rawValue)")
    }
  }

  /// What only a painter reads, and what a revision without a ladder has no use for.
  private func unused(_ variant: HeaderVariant) -> Set<ConstantKey> {
    switch variant {
    case .article: [.blurRadius, .blurIterations]
    case .first, .doc: [.blurSteps, .blurRadiusPerStep]
    default: []
    }
  }

  /// All that a header goes through on its way up.
  private struct History: Equatable {
    var largestOffset: Double
    var states: [HeaderState]

    init(_ constants: StyleConstants) {
      var machine = HeaderMachine(
        constants: constants,
        environment: HeaderEnvironment(style: constants.style, variant: constants.variant))
      largestOffset = machine.largestOffset
      states = stride(from: -50.0, through: 1400, by: 3.5).map { machine.receive(offset: $0) }
    }
  }

  /// Whatever the table allows, and however far it is scrolled, there is a number for everything.
  @Test(arguments: kinds) func extremesLeaveFiniteNumbers(
    _ style: HeaderStyle, _ variant: HeaderVariant
  ) throws {
    var random = SplitMix(state: 7)
    let offsets = [0, -0.0, -1e300, 1e300, -.infinity, .infinity, -1, 1, 44, 100, 5000, 0]
    for _ in 0..<300 {
      var constants = try StyleConstants(style: style, variant: variant)
      for definition in constants.definitions where Bool.random(using: &random) {
        let allowed = definition.allowed
        let end = Bool.random(using: &random) ? allowed.lowerBound : allowed.upperBound
        try constants.set(definition.key.rawValue, end)
      }
      var machine = HeaderMachine(
        constants: constants, environment: HeaderEnvironment(style: style, variant: variant))
      for offset in offsets {
        let numbers = machine.receive(offset: offset).flatNumbers
        let odd = numbers.filter { !$1.isFinite || ($1 == 0 && $1.sign == .minus) }
        #expect(odd.isEmpty)
        let hollow = numbers.filter { name, value in
          (name.hasSuffix(".w") || name.hasSuffix(".h")) && value < 0
        }
        #expect(hollow.isEmpty)
      }
    }
  }

  @Test func aTallerBannerMovesTheSwitchOfMimic() throws {
    var constants = StyleConstants(style: .mimic)
    try constants.set("headerHeight", 120)
    try constants.set("subheaderHeight", 90)
    var machine = HeaderMachine(
      constants: constants, environment: HeaderEnvironment(style: .mimic, variant: .final))
    var reference = MimicReference()
    reference.header = 120
    reference.sub = 90
    for offset in OffsetSequence(seed: 1, switches: [0, 36, 56, 76, 86, 116, 146], count: 500) {
      let y = Rational(exactly: offset) - 64
      reference.event(y)
      let expected = reference.state(y)
      let state = machine.receive(offset: offset)
      #expect(state.flatDecisions == expected.decisions)
      #expect(
        state.flatNumbers.allSatisfy { name, value in
          expected.numbers[name].map { abs($0.double - value) <= 1e-9 } ?? false
        })
    }
  }

  @Test func theStopOfStretchFollowsHeaderAndBarsUntilItIsSet() throws {
    var constants = StyleConstants(style: .stretch)
    #expect(try bottom(constants) == 64)
    try constants.set("headerHeight", 150)
    #expect(try bottom(constants) == 64)
    try constants.set("navigationBarHeight", 54)
    #expect(try bottom(constants) == 74)
    try constants.set("stop", 10)
    #expect(try bottom(constants) == 140)
    try constants.set("headerHeight", 30)
    #expect(try bottom(constants) == 20)
  }

  private func bottom(_ constants: StyleConstants) throws -> Double {
    var machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(style: constants.style, variant: constants.variant))
    return machine.receive(offset: 500).header.bottom
  }

  @Test func valuesAreGivenBackAsSet() throws {
    var constants = StyleConstants(style: .mimic)
    #expect(constants.value(of: .headerHeight) == 100)
    #expect(constants.value(of: .statusBarHeight) == nil)
    #expect(constants.value(of: .labelStart) == nil)
    try constants.set("headerHeight", 120)
    #expect(constants.value(of: .headerHeight) == 120)
  }

  @Test(arguments: ["headerHeigth", "avatarsize", "heartTop", ""])
  func unknownNamesAreRefusedWithTheKnown(_ name: String) {
    var constants = StyleConstants(style: .mimic)
    let known = constants.definitions.map(\.key.rawValue)
    #expect(throws: ConstantError.unknownKey(name, style: .mimic, known: known)) {
      try constants.set(name, 1)
    }
  }

  @Test(arguments: [0, -3, .nan, .infinity, 1e6]) func valuesOutOfRangeAreRefused(_ value: Double) {
    var constants = StyleConstants(style: .mimic)
    let before = constants
    let error = #expect(throws: ConstantError.self) { try constants.set("headerHeight", value) }
    #expect(
      error?.description
        == "headerHeight: \(value) is out of range; allowed is 1.0 to 2000.0")
    #expect(constants == before)
  }

  @Test func countsAreWhole() {
    var constants = StyleConstants(style: .mimic)
    #expect(throws: ConstantError.notWhole(key: .rowCount, value: 2.5)) {
      try constants.set("rowCount", 2.5)
    }
  }

  @Test func aVariantOfAnotherStyleIsRefused() {
    let error = #expect(throws: ConstantError.self) {
      try StyleConstants(style: .mimic, variant: .scroll)
    }
    #expect(
      error?.description
        == "scroll: style mimic has no such variant; it has final, first, doc")
  }
}
