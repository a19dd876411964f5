import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// Layers grow with longer texts. A text that does not fit ends in an ellipsis.
struct FittedWordsTests {
  private func state(
    _ style: String, offset: Double = 0, _ texts: [String: [String]]
  ) throws -> HeaderState {
    var document = try HeaderDocument.builtIn(style)
    for (name, rows) in texts { try document.set(text: name, rows: rows) }
    let fonts = try SceneFonts()
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: document.device,
        measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    try header.receive(offset: offset)
    return try header.state()
  }

  @Test("the follow button is 63 wide, and wider for a longer word")
  func follow() throws {
    let own = try #require(state("mimic", [:]).layer("follow")).frame
    #expect(own.width == 63 && own.maxX == 312)
    let long = try #require(state("mimic", ["follow": ["Abonnieren"]]).layer("follow")).frame
    #expect(long.width > 80 && long.maxX == 312)
  }

  @Test("segments share 212 points, and more if a text needs it")
  func segments() throws {
    func widths(_ words: [String]) throws -> [Double] {
      let layer = try #require(try state("mimic", ["segments": words]).layer("segments"))
      guard case .list(let list) = layer.content else { return [] }
      return list.rows.map(\.length)
    }
    let own = try widths(["Tweets", "Photos", "Favorites"])
    #expect(own.allSatisfy { abs($0 - 212.0 / 3) < 1e-9 })
    let long = try widths(["Tweets", "Photographs", "Favorite things"])
    #expect(long.reduce(0, +) > 212 && long[0] < long[1] && long[1] < long[2])
    let far = try widths(["Tweets and more of them", "Photographs of all", "Favorite things"])
    #expect(abs(far.reduce(0, +) - 304) < 1e-9)
  }

  @Test("a long text at the left moves the title")
  func title() throws {
    let header = try state("mimic", offset: 140, ["cancel": ["Abbrechen bitte"]])
    let cancel = try #require(header.layer("cancel")).frame
    let title = try #require(header.layer("title")).frame
    #expect(cancel.maxX + 8 <= title.x + 1e-9)
    #expect(title.x + title.maxX == 320)
  }

  @Test("mimic's name has the whole width under the button")
  func name() throws {
    #expect(try #require(state("mimic", [:]).layer("name")).frame.width == 304)
  }

  @Test("a section header without height is not drawn")
  func noSectionHeader() throws {
    let scene = try DocumentScene("mimic", constants: ["sectionHeaderHeight": 0], keepsWords: true)
    let without = try scene.picture(after: [0])
    // The row of pixels at the border of the segmented control.
    let row = (0..<without.width).map { without.color($0, 2 * 193) }
    #expect(Set(row).count == 1)
  }
}
