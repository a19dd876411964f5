import HeaderModel
import PortableMath
import Testing

/// The constants of the built-in headers.
@Suite struct ConstantsTests {
  static let kinds: [(String, String)] = ["mimic", "thinkandbuild", "stretch", "contacts"].flatMap {
    name in ((try? HeaderDocument.builtIn(name).variants) ?? []).map { (name, $0.name) }
  }

  @Test(arguments: BuiltInHeader.all)
  func constantsAreUniqueAndWithinRange(_ header: BuiltInHeader) throws {
    let constants = try header.document().constants
    #expect(Set(constants.map(\.name)).count == constants.count)
    for constant in constants {
      #expect(constant.description?.isEmpty == false, "\(constant.name)")
      #expect(constant.unit != nil && constant.source != nil, "\(constant.name)")
      let allowed = try #require(constant.allowed, "\(constant.name)")
      if let value = constant.value { #expect(allowed.contains(value), "\(constant.name)") }
    }
  }

  @Test(arguments: kinds) func everyConstantChangesTheHeader(
    _ style: String, _ variant: String
  ) throws {
    let original = try HeaderDocument.builtIn(style, variant: variant)
    let before = try History(original)
    for constant in original.constants {
      let value = constant.value ?? 30
      let allowed = try #require(constant.allowed)
      let others = [value + 7, value - 7, allowed.lowerBound, allowed.upperBound]
      let other = try #require(others.first { allowed.contains($0) && $0 != value })
      let changed = try original.setting(constant: constant.name, to: other)
      let after = try History(changed)
      let isUsed = !unused(variant).contains(constant.name)
      #expect((after != before) == isUsed, "\(constant.name)")
    }
  }

  /// Returns the constants that a variant without a blur ladder does not use.
  private func unused(_ variant: String) -> Set<String> {
    variant == "first" || variant == "doc" ? ["blurSteps", "blurRadiusPerStep"] : []
  }

  /// The states of a header while it is scrolled up.
  private struct History: Equatable {
    var largestOffset: Double
    var states: [HeaderState] = []

    init(_ document: HeaderDocument) throws {
      var header = try DocumentMachine(document).interpreter
      largestOffset = header.largestOffset
      let near = stride(from: -50.0, through: 300, by: 3.5)
      for offset in Array(near) + Array(stride(from: 350.0, through: 1400, by: 50)) {
        try header.receive(offset: offset)
        states.append(try header.state(rows: false))
      }
    }
  }

  /// All numbers are finite for all allowed constants and any offset.
  @Test(arguments: kinds) func extremesLeaveFiniteNumbers(
    _ style: String, _ variant: String
  ) throws {
    var random = SplitMix(state: 7)
    let offsets = [0, -0.0, -1e300, 1e300, -.infinity, .infinity, -1, 1, 44, 100, 5000, 0]
    for _ in 0..<300 {
      var document = try HeaderDocument.builtIn(style, variant: variant)
      for constant in document.constants where Bool.random(using: &random) {
        let allowed = try #require(constant.allowed)
        let end = Bool.random(using: &random) ? allowed.lowerBound : allowed.upperBound
        try document.set(constant: constant.name, to: end)
      }
      var machine = try DocumentMachine(document)
      for offset in offsets {
        try machine.receive(offset: offset)
        let numbers = machine.flatNumbers
        let odd = numbers.filter { !$1.isFinite || ($1 == 0 && $1.sign == .minus) }
        #expect(odd.isEmpty)
        let hollow = numbers.filter { name, value in
          (name.hasSuffix(".w") || name.hasSuffix(".h")) && value < 0
        }
        #expect(hollow.isEmpty)
      }
    }
  }

  @Test func tallerBannerMovesSwitchOffsetOfMimic() throws {
    var machine = try DocumentMachine(
      "mimic", constants: ["headerHeight": 120, "subheaderHeight": 90])
    var reference = MimicReference()
    reference.header = 120
    reference.sub = 90
    for offset in OffsetSequence(seed: 1, switches: [0, 36, 56, 76, 86, 116, 146], count: 500) {
      let y = Rational(exactly: offset) - 64
      reference.event(y)
      let expected = reference.state(y)
      try machine.receive(offset: offset)
      #expect(machine.flatDecisions == expected.decisions)
      #expect(
        machine.flatNumbers.allSatisfy { name, value in
          expected.numbers[name].map { abs($0.double - value) <= 1e-9 } ?? false
        })
    }
  }

  @Test(
    arguments: [
      ([:], 64), (["headerHeight": 150], 64),
      (["headerHeight": 150, "navigationBarHeight": 54], 74),
      (["headerHeight": 150, "navigationBarHeight": 54, "stop": 10], 140),
      (["headerHeight": 30, "navigationBarHeight": 54, "stop": 10], 20),
    ] as [([String: Double], Double)])
  func stopOfStretchFollowsHeaderAndBarsUntilSet(
    _ constants: [String: Double], _ bottom: Double
  ) throws {
    var machine = try DocumentMachine("stretch", constants: constants)
    try machine.receive(offset: 500)
    #expect(machine.frame("banner")?.maxY == bottom)
  }

  @Test func derivedConstantsHaveNoValue() throws {
    let constants = try HeaderDocument.builtIn("mimic").constants
    #expect(constants.first { $0.name == "subheaderHeight" }?.value == 100)
    let derived = try #require(constants.first { $0.name == "statusBarHeight" })
    #expect(derived.value == nil)
    #expect(!constants.contains { $0.name == "labelStart" })
  }

  @Test(arguments: ["headerHeigth", "avatarsize", "heartTop", ""])
  func rejectsUnknownNamesAndListsKnownOnes(_ name: String) throws {
    var document = try HeaderDocument.builtIn("mimic")
    let known = document.constants.map(\.name)
    #expect(throws: DocumentSettingError.unknown("constant", name, known: known)) {
      try document.set(constant: name, to: 1)
    }
  }

  @Test(arguments: [0, -3, .nan, .infinity, 1e6])
  func rejectsValuesOutOfRange(_ value: Double) throws {
    var document = try HeaderDocument.builtIn("mimic")
    let error = #expect(throws: DocumentSettingError.self) {
      try document.set(constant: "headerHeight", to: value)
    }
    #expect(error?.description.hasPrefix("headerHeight: ") == true)
    var machine = try DocumentMachine(document)
    try machine.receive(offset: 0)
    #expect(machine.frame("banner")?.maxY == 100)
  }

  @Test func countsMustBeIntegers() throws {
    var document = try HeaderDocument.builtIn("mimic")
    #expect(throws: DocumentSettingError.self) {
      try document.set(constant: "rowCount", to: 2.5)
    }
  }
}
