import HeaderModel
import Testing

/// What the built-in headers look like when a scene says nothing.
struct BuiltInLookTests {
  @Test("the theme is the recordings': contacts dark, the others light")
  func themes() throws {
    for style in DocumentScene.projects {
      let document = try HeaderDocument.builtIn(style)
      #expect(document.isDark == (style == "contacts"))
      #expect(document.color("background", isDark: true) == DocumentColor(0x000000))
      #expect(document.color("background", isDark: false) == DocumentColor(0xFFFFFF))
    }
  }

  @Test(
    "colors written in the projects or measured on their recordings",
    arguments: [
      ("mimic", "followBorder", 0x0000FF), ("mimic", "accent", 0x007AFF),
      ("mimic", "separator", 0xC8C8CC), ("mimic", "sectionLine", 0xAAAAAA),
      ("mimic", "pressedRow", 0xD9D9D9), ("mimic", "statusBar", 0xFFFFFF),
      ("thinkandbuild", "text", 0x292F33), ("thinkandbuild", "secondaryText", 0x666B7F),
      ("thinkandbuild", "accent", 0x55ACEE), ("thinkandbuild", "barText", 0xFFFFFF),
      ("stretch", "separator", 0xC6C6C8), ("stretch", "statusBar", 0x000000),
      ("contacts", "text", 0xFFFFFF),
    ] as [(String, String, UInt32)])
  func colors(style: String, name: String, expected: UInt32) throws {
    let document = try HeaderDocument.builtIn(style)
    #expect(document.color(name, isDark: document.isDark) == DocumentColor(expected))
  }

  @Test("the block at the end of stretch's scroll view is the system's green")
  func spacer() throws {
    let document = try HeaderDocument.builtIn("stretch", variant: "scroll")
    #expect(document.color("spacer", isDark: false) == DocumentColor(0x34C759))
  }

  @Test("around the screen: what the recordings show", arguments: DocumentScene.projects)
  func surroundings(style: String) throws {
    let document = try HeaderDocument.builtIn(style)
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: document.device,
        imageSizes: ["banner": PictureSize(width: 800, height: 450)],
        measurer: NoWords()))
    let state = try header.state()
    #expect(state.layer("statusBar")?.visible == true)
    #expect(state.layer("homeIndicator")?.visible == (style == "contacts"))
    #expect(state.layer("scrollIndicator")?.visible == (style == "contacts"))
  }

  private struct NoWords: TextMeasuring {
    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(width: 0, height: text.values.number(.lineHeight) ?? text.pointSize * 1.2)
    }
  }
}
