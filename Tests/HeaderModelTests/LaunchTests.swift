import HeaderModel
import PortableMath
import Testing

@Suite struct Launch {
  /// End of the content less the height of what it is seen through.
  static let reaches: [(HeaderStyle, HeaderVariant, Double)] = [
    (.mimic, .final, 1344 - 568), (.thinkandbuild, .article, 904 - 667),
    (.stretch, .table, 1504 - 667), (.stretch, .scroll, 900 - 667),
    (.contacts, .storyboard, 2842 - 618),
  ]

  @Test(arguments: HeaderStyle.allCases) func isAtRest(_ style: HeaderStyle) throws {
    let state = try DocumentMachine(style).state
    #expect(state.offset == 0)
    #expect(state.style == style)
    #expect(state.variant == style.defaultVariant)
    #expect(state.phase == .expanded)
    #expect(state.avatar.aboveHeader)
  }

  @Test func leavesTheLabelOfThinkAndBuildWhereItWasDesigned() throws {
    let title = try DocumentMachine(.thinkandbuild).state.title
    #expect(title?.rect == PointRect(x: 113.5, y: 104, width: 148, height: 21))
    #expect(title?.shift == 0)
    #expect(title?.visible == true)
  }

  @Test(arguments: reaches)
  func knowsHowFarItsContentReaches(
    _ style: HeaderStyle, _ variant: HeaderVariant, _ largest: Double
  ) throws {
    let machine = try DocumentMachine(style, variant)
    #expect(machine.largestOffset == largest)
    #expect(machine.viewportHeight == (style == .contacts ? 618 : machine.screenHeight))
  }

  @Test func contentShorterThanTheScreenDoesNotReachAtAll() throws {
    let machine = try DocumentMachine(.mimic, constants: ["rowCount": 2])
    #expect(machine.largestOffset == 0)
  }

  @Test func devicesAreFoundByTheirNames() {
    #expect(Device.known.allSatisfy { Device(named: $0.name) == $0 })
    #expect(Set(Device.known.map(\.name)).count == Device.known.count)
    #expect(Device(named: "nokia-3310") == nil)
  }

  @Test func contactsWereDrawnAndRecordedOnDifferentScreens() {
    #expect(HeaderStyle.contacts.defaultDevice(for: .storyboard).name == "iphone-11")
    #expect(HeaderStyle.contacts.defaultDevice(for: .recording).name == "iphone-12-pro-max")
  }
}

extension DocumentMachine {
  fileprivate var screenHeight: Double { state.style.defaultDevice(for: state.variant).height }
}
