import HeaderModel
import HeaderScene
import Raster
import Testing
import PortableMath

/// All styles in all phases, including those that depend on memory, without texts so that fonts do
/// not affect the pixels.
struct StyleGoldenTests {
  struct Moment: CustomStringConvertible, Sendable {
    var style: String
    var variant: String
    var offsets: [Double]
    var phase: String

    init(
      _ style: String, _ variant: String, _ offsets: [Double], _ phase: String
    ) {
      self.style = style
      self.variant = variant
      self.offsets = offsets
      self.phase = phase
    }

    /// The name of the golden file.
    var description: String {
      let way = offsets.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: "_")
      return "\(style)/\(variant)-\(phase)-\(way)"
    }
  }

  static let moments: [Moment] = [
    Moment("mimic", "final", [-30], "pulledDown"), Moment("mimic", "final", [0], "expanded"),
    Moment("mimic", "final", [25.5], "collapsing"), Moment("mimic", "final", [36], "collapsing"),
    Moment("mimic", "final", [36.5], "minified"), Moment("mimic", "final", [70], "titleArriving"),
    Moment("mimic", "final", [120], "complete"), Moment("mimic", "final", [120, 45], "minified"),
    Moment("mimic", "first", [45], "minified"), Moment("mimic", "doc", [60], "titleArriving"),
    Moment("thinkandbuild", "article", [-30], "pulledDown"),
    Moment("thinkandbuild", "article", [0], "expanded"),
    Moment("thinkandbuild", "article", [20.25], "collapsing"),
    Moment("thinkandbuild", "article", [60], "minified"),
    Moment("thinkandbuild", "article", [112], "titleArriving"),
    Moment("thinkandbuild", "article", [140], "complete"),
    Moment("thinkandbuild", "article", [140, -20], "pulledDown"),
    Moment("stretch", "table", [-30], "pulledDown"), Moment("stretch", "table", [0], "expanded"),
    Moment("stretch", "table", [20.25], "collapsing"), Moment("stretch", "table", [60], "minified"),
    Moment("stretch", "table", [110, -40], "pulledDown"),
    Moment("stretch", "scroll", [110, -40], "pulledDown"),
    Moment("stretch", "scroll", [400], "minified"),
    Moment("contacts", "storyboard", [-40], "pulledDown"),
    Moment("contacts", "storyboard", [0], "expanded"),
    Moment("contacts", "storyboard", [25], "collapsing"),
    Moment("contacts", "storyboard", [80], "minified"),
  ]

  @Test("as recorded", arguments: moments)
  func matchesGolden(moment: Moment) throws {
    let (picture, phase) = try GoldenScene(moment.style, moment.variant)
      .frame(after: moment.offsets)
    #expect(phase == moment.phase)
    try Golden(name: "\(moment)").expect(picture)
  }

  @Test("chrome: window, pointer, pressed row, dark colors")
  func chrome() throws {
    let scene = try GoldenScene("stretch") {
      $0.isDark = true
      $0.chrome.windowTitleBar = true
      $0.chrome.scrollIndicator = true
      $0.chrome.pressedRow = 0
      $0.chrome.pointer = ScreenPoint(x: 60, y: 100)
    }
    try Golden(name: "stretch/chrome").expect(scene.frame(after: [40]).picture)
  }
}
