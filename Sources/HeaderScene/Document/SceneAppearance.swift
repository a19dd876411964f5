package import HeaderModel
package import Raster

/// What a header document leaves to its scene: the ground, the font, the system's words.
package struct SceneAppearance: Hashable, Sendable {
  /// What lies under all layers; opaque.
  package var background = Color.white
  /// Text and glyphs of a status bar that the document does not list.
  package var foreground = Color.black
  package var pressedRow = Color(rgb: 0xD9D9D9)
  package var accent = Color(rgb: 0x007AFF)
  package var separator = Color(rgb: 0xC6C6C8)
  /// Font family of every text; nil: the look of the system font of the originals.
  package var font: String?
  package var carrier = "Carrier"
  package var time = "9:41"
  package var window = ""
  /// What surrounds the app's own views.
  package var chrome = ScreenChrome()
}

extension SceneAppearance {
  /// What a document declares by these names, `background`, `text`, `pressedRow`, `accent`,
  /// `separator` (colours), `carrier`, `time` and `window` (texts); the system's own for what it does
  /// not declare.
  package init(
    _ document: HeaderDocument, isDark: Bool, font: String? = nil,
    chrome: ScreenChrome = ScreenChrome()
  ) {
    func color(_ name: String, light: UInt32, dark: UInt32) -> Color {
      document.color(name, isDark: isDark).map { Color($0) } ?? Color(rgb: isDark ? dark : light)
    }
    self.init()
    background = color("background", light: 0xFFFFFF, dark: 0x000000)
    foreground = color("text", light: 0x000000, dark: 0xFFFFFF)
    pressedRow = color("pressedRow", light: 0xD9D9D9, dark: 0x3A3A3C)
    accent = color("accent", light: 0x007AFF, dark: 0x0A84FF)
    separator = color("separator", light: 0xC6C6C8, dark: 0x38383A)
    carrier = document.text("carrier") ?? carrier
    time = document.text("time") ?? time
    window = document.text("window") ?? document.name
    self.font = font
    self.chrome = chrome
  }
}

/// The system's two appearances, and the dark one on a ground of true black.
public enum SceneTheme: String, CaseIterable, Hashable, Sendable {
  case light, dark, black

  package var isDark: Bool { self != .light }
}
