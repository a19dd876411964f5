package import HeaderModel
import Raster

extension ScenePalette {
  /// The colours of a style's own recordings in their theme, and the system's counterparts in the
  /// other one. Light values are measured on the projects' recordings or stand in their sources
  /// (mimic: pure blue border, #007AFF labels, #C8C8CC separators; thinkandbuild: #292F33, #666B7F,
  /// #55ACEE; stretch: #C6C6C8, #34C759); dark values are the system's published dark colours.
  package static func standard(_ style: HeaderStyle, _ theme: SceneTheme) -> ScenePalette {
    var palette = theme == .light ? light : dark
    let isLight = theme == .light
    switch style {
    case .mimic:
      if isLight { palette.separator = Color(rgb: 0xC8C8CC) }
    case .thinkandbuild:
      palette.accent = Color(rgb: 0x55ACEE)
      palette.followBorder = Color(rgb: 0x55ACEE)
      if isLight {
        palette.text = Color(rgb: 0x292F33)
        palette.secondaryText = Color(rgb: 0x666B7F)
      }
    case .stretch:
      palette.statusBar = palette.text
    case .contacts:
      palette.statusBar = palette.text
    }
    return palette
  }

  private static let light = ScenePalette(
    background: .white, text: .black, secondaryText: Color(rgb: 0x8E8E93),
    accent: Color(rgb: 0x007AFF), followBorder: Color(rgb: 0x0000FF),
    separator: Color(rgb: 0xC6C6C8), sectionLine: Color(rgb: 0xAAAAAA),
    pressedRow: Color(rgb: 0xD9D9D9), barText: .white, statusBar: .white, avatarBorder: .white,
    spacer: Color(rgb: 0x34C759), icon: Color(rgb: 0xE0245E))

  private static let dark = ScenePalette(
    background: .black, text: .white, secondaryText: Color(rgb: 0x8E8E93),
    accent: Color(rgb: 0x0A84FF), followBorder: Color(rgb: 0x0A84FF),
    separator: Color(rgb: 0x38383A), sectionLine: Color(rgb: 0x545458),
    pressedRow: Color(rgb: 0x3A3A3C), barText: .white, statusBar: .white, avatarBorder: .black,
    spacer: Color(rgb: 0x30D158), icon: Color(rgb: 0xE0245E))
}
