import HeaderModel
import PortableMath
import Testing

@Suite struct Launch {
  /// The largest offsets: the end of the content minus the height of the viewport.
  static let reaches: [(String, String, Double)] = [
    ("mimic", "final", 1344 - 568), ("thinkandbuild", "article", 904 - 667),
    ("stretch", "table", 1504 - 667), ("stretch", "scroll", 900 - 667),
    ("contacts", "storyboard", 2842 - 618),
  ]

  @Test(arguments: [
    ("mimic", "banner"), ("thinkandbuild", "banner"), ("stretch", "banner"), ("contacts", "header"),
  ])
  func headerIsAtRestInitially(_ name: String, _ header: String) throws {
    let machine = try DocumentMachine(name)
    #expect(machine.state.offset == 0)
    #expect(machine.interpreter.document.name == name)
    #expect(machine.interpreter.document.variant == machine.interpreter.document.variants[0].name)
    #expect(machine.state.phase == "expanded")
    #expect(machine.paints("avatar", after: header) == true)
  }

  @Test func labelOfThinkAndBuildIsAtItsDesignPosition() throws {
    let machine = try DocumentMachine("thinkandbuild")
    #expect(machine.frame("title") == PointRect(x: 113.5, y: 104, width: 148, height: 21))
    #expect(machine.remembered("titleShift") == 0)
    #expect(machine.shows("title", in: "header"))
    #expect(machine.field("title.visible") == .condition(true))
  }

  @Test(arguments: reaches)
  func computesContentExtent(
    _ style: String, _ variant: String, _ largest: Double
  ) throws {
    let machine = try DocumentMachine(style, variant)
    #expect(machine.largestOffset == largest)
    #expect(machine.viewportHeight == (style == "contacts" ? 618 : machine.screenHeight))
  }

  @Test func shortContentDoesNotScroll() throws {
    let machine = try DocumentMachine("mimic", constants: ["rowCount": 2])
    #expect(machine.largestOffset == 0)
  }

  @Test func findsDevicesByName() {
    #expect(Device.known.allSatisfy { Device(named: $0.name) == $0 })
    #expect(Set(Device.known.map(\.name)).count == Device.known.count)
    #expect(Device(named: "nokia-3310") == nil)
  }

  @Test func contactsVariantsHaveDifferentScreens() throws {
    let storyboard = try HeaderDocument.builtIn("contacts", variant: "storyboard")
    let recording = try HeaderDocument.builtIn("contacts", variant: "recording")
    #expect(storyboard.device.name == "iphone-11")
    #expect(recording.device.name == "iphone-12-pro-max")
  }
}

extension DocumentMachine {
  fileprivate var screenHeight: Double { interpreter.document.device.height }
}
