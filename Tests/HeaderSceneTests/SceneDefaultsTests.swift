import HeaderModel
import Raster
import Testing

@testable import HeaderScene

/// What a scene looks like when its document says nothing.
struct SceneDefaultsTests {
  @Test("the theme is the recordings': contacts dark, the others light")
  func themes() {
    for style in HeaderStyle.allCases {
      let document = SceneDocument.standard(style)
      #expect(document.theme == (style == .contacts ? .dark : .light))
      #expect(document.palette.background == (style == .contacts ? .black : .white))
      #expect(SceneDocument.standard(style, theme: .dark).palette.background == .black)
      #expect(SceneDocument.standard(style, theme: .light).palette.background == .white)
    }
  }

  @Test(
    "colours written in the projects or measured on their recordings",
    arguments: [
      (HeaderStyle.mimic, \ScenePalette.followBorder, 0x0000FF), (.mimic, \.accent, 0x007AFF),
      (.mimic, \.separator, 0xC8C8CC), (.mimic, \.sectionLine, 0xAAAAAA),
      (.mimic, \.pressedRow, 0xD9D9D9), (.mimic, \.statusBar, 0xFFFFFF),
      (.thinkandbuild, \.text, 0x292F33), (.thinkandbuild, \.secondaryText, 0x666B7F),
      (.thinkandbuild, \.accent, 0x55ACEE), (.thinkandbuild, \.barText, 0xFFFFFF),
      (.stretch, \.separator, 0xC6C6C8), (.stretch, \.spacer, 0x34C759),
      (.stretch, \.statusBar, 0x000000), (.contacts, \.text, 0xFFFFFF),
    ] as [(HeaderStyle, any KeyPath<ScenePalette, Color> & Sendable, UInt32)])
  func colors(
    style: HeaderStyle, path: any KeyPath<ScenePalette, Color> & Sendable, expected: UInt32
  ) {
    #expect(SceneDocument.standard(style).palette[keyPath: path] == Color(rgb: expected))
  }

  @Test("furniture: what the recordings show")
  func furniture() {
    for style in HeaderStyle.allCases {
      let furniture = SceneDocument.standard(style).furniture
      #expect(furniture.statusBar)
      #expect(furniture.recordingPill == (style == .contacts))
      #expect(furniture.homeIndicator == (style == .contacts))
      #expect(furniture.scrollIndicator == (style == .contacts))
      #expect(!furniture.windowTitleBar)
      #expect(furniture.pointer == nil && furniture.pressedRow == nil)
    }
  }

  @Test("a row's number stands where the mark is, as often as it is there")
  func rows() {
    var texts = SceneTexts.none
    texts.row = "{n}: row {n} {m}"
    #expect(texts.row(4) == "5: row 5 {m}")
  }
}
