import Foundation
import HeaderModel
import Testing

/// The documents of the built-in headers and the machines written in Swift say the same, event by
/// event: 3,000 events each, `TWHEADER_TEST_EVENTS` of them where that is set.
@Suite struct DocumentEquality {
  static let variants = HeaderStyle.allCases.flatMap { style in
    style.variants.map { (style, $0) }
  }

  static var count: Int {
    ProcessInfo.processInfo.environment["TWHEADER_TEST_EVENTS"].flatMap { Int($0) } ?? 3000
  }

  @Test(arguments: variants)
  func machineAndDocumentAgree(_ style: HeaderStyle, _ variant: HeaderVariant) throws {
    let constants = try StyleConstants(style: style, variant: variant)
    let environment = HeaderEnvironment(
      style: style, variant: variant,
      textWidths: TextWidths(title: 72.5, subtitle: 66.25, name: 143, namePerPoint: 5.5))
    try compare(constants, environment, seed: 1)
  }

  @Test(arguments: variants)
  func underANotchWithOtherConstants(_ style: HeaderStyle, _ variant: HeaderVariant) throws {
    var constants = try StyleConstants(style: style, variant: variant)
    try constants.set("headerHeight", 180)
    try constants.set("statusBarHeight", 31, where: style != .thinkandbuild)
    try constants.set("avatarCornerRadius", 6, where: style != .contacts)
    try constants.set("titleWindowLength", 70, where: style == .mimic)
    try constants.set("blurSteps", 7, where: style == .mimic)
    try constants.set("headerMinimumHeight", 96, where: style == .contacts)
    let device = try #require(Device(named: "iphone-15-pro"))
    let environment = HeaderEnvironment(
      device: device, bannerSize: PictureSize(width: 1500, height: 500),
      textWidths: TextWidths(title: 72.5, subtitle: 66.25, name: 143, namePerPoint: 5.5))
    try compare(constants, environment, seed: 2)
  }

  private func compare(
    _ constants: StyleConstants, _ environment: HeaderEnvironment, seed: UInt64
  ) throws {
    var machine = HeaderMachine(constants: constants, environment: environment)
    var document = try DocumentMachine(constants: constants, environment: environment)
    #expect(document.largestOffset == machine.largestOffset)
    #expect(document.viewportHeight == machine.viewportHeight)
    try expectSame(document.state, machine.state)
    let switches: [Double] = [
      -110, -107, 0, 14, 22, 36, 40, 42, 46, 50, 56, 60, 66, 72, 78, 84, 89, 90, 92, 95, 96, 130,
      136, 1236,
    ]
    for offset in OffsetSequence(seed: seed, switches: switches, count: Self.count) {
      try expectSame(document.receive(offset: offset), machine.receive(offset: offset))
    }
  }

  private func expectSame(_ document: HeaderState, _ machine: HeaderState) throws {
    let numbers = document.flatNumbers
    let others = machine.flatNumbers
    let wrong = numbers.filter { name, value in
      guard let other = others[name] else { return true }
      return !(abs(value - other) <= 1e-9) || (value == 0 && value.sign == .minus)
    }
    let missing = Set(others.keys).subtracting(numbers.keys)
    let sameDecisions = document.flatDecisions == machine.flatDecisions
    try #require(
      wrong.isEmpty && missing.isEmpty && sameDecisions,
      """
      offset \(machine.offset): wrong \(wrong), missing \(missing), decisions \
      \(document.flatDecisions) instead of \(machine.flatDecisions)
      """)
  }
}

extension StyleConstants {
  fileprivate mutating func set(_ name: String, _ value: Double, where applies: Bool) throws {
    if applies { try set(name, value) }
  }
}
