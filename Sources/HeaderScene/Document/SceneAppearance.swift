package import HeaderModel
package import Raster

/// The background, font, system texts and system colors of a scene.
package struct SceneAppearance: Hashable, Sendable {
  /// The background color, opaque.
  package var background = Color.white
  /// The color of text and glyphs in a status bar that the document does not list.
  package var foreground = Color.black
  package var pressedRow = Color(rgb: 0xD9D9D9)
  package var accent = Color(rgb: 0x007AFF)
  package var separator = Color(rgb: 0xC6C6C8)
  /// The font family of every text. `nil` uses a look-alike of the original apps' system font.
  package var font: String?
  package var carrier = "Carrier"
  package var time = "9:41"
  /// The title of a simulator's window.
  package var window = ""
  /// The system bars and the parts around the screen.
  package var chrome = ScreenChrome()
}

extension SceneAppearance {
  /// Reads the colors `background`, `text`, `pressedRow`, `accent` and `separator` and the texts
  /// `carrier`, `time` and `window` of a document. Undeclared ones keep the system's values.
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

/// The color scheme. `black` is the dark scheme with a true black background.
public enum SceneTheme: String, CaseIterable, Hashable, Sendable {
  case light, dark, black

  package var isDark: Bool { self != .light }
}
