import HeaderModel
import StrictJSON
import Testing

/// Colors that change with another color when it is set.
struct FollowedColorTests {
  private func document(_ colors: String) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        #"{"version": 1, "name": "n", "scroll": {"contentHeight": 1}, "layers": [], "colors": {"#
          .utf8) + Array(colors.utf8) + Array("}}".utf8))
  }

  private let red = DocumentColor(red: 255, green: 0, blue: 0)

  @Test func colorFollowsAnotherColor() throws {
    var document = try document(
      """
      "edge": {"light": "#0000FF", "dark": "#000080", "follows": "accent"}, "accent": "#00FF00"
      """)
    #expect(document.color("edge", isDark: false) == DocumentColor(red: 0, green: 0, blue: 255))
    try document.set(color: "accent", to: red)
    #expect(document.color("edge", isDark: false) == red)
    #expect(document.color("edge", isDark: true) == red)
  }

  @Test func explicitColorOverridesFollowedOne() throws {
    var document = try document(
      """
      "edge": {"light": "#0000FF", "dark": "#000080", "follows": "accent"}, "accent": "#00FF00"
      """)
    try document.set(color: "accent", to: red)
    let own = DocumentColor(red: 1, green: 2, blue: 3)
    try document.set(color: "edge", to: own)
    #expect(document.color("edge", isDark: false) == own)
  }

  @Test func cyclicColorsTerminate() throws {
    var document = try document(
      """
      "a": {"light": "#000", "dark": "#000", "follows": "b"},
      "b": {"light": "#FFF", "dark": "#FFF", "follows": "a"}, "c": "#00FF00"
      """)
    try document.set(color: "c", to: red)
    #expect(document.color("a", isDark: false) == DocumentColor(red: 0, green: 0, blue: 0))
    try document.set(color: "b", to: red)
    #expect(document.color("a", isDark: false) == red)
  }

  @Test func rowsFollowIndividually() throws {
    var document = try document(
      """
      "rows": [{"light": "#000", "dark": "#000", "follows": "accent"}, "#FFF"], "accent": "#0F0"
      """)
    try document.set(color: "accent", to: red)
    #expect(document.color("rows", isDark: false) == red)
  }

  @Test func blackThemeUsesBlackBackground() throws {
    var document = try document(
      """
      "background": {"light": "#FFF", "dark": "#121212"}, "card": {"light": "#FFF", "dark": "#222"},
      "bar": {"light": "#FFF", "dark": "#111", "black": "#010101"}
      """)
    document.isTrueBlack = true
    func level(_ name: String) -> UInt8? { document.color(name, isDark: true)?.red }
    #expect(level("background") == 0 && level("card") == 0x22 && level("bar") == 1)
  }

  @Test func rejectsUnknownFollowedColors() {
    let error = #expect(throws: JSONError.self) {
      try document(
        """
        "edge": {"light": "#000", "dark": "#FFF", "follows": "acent"}, "accent": "#000"
        """)
    }
    #expect(error?.keyPath == "colors.edge.follows")
    #expect(error?.message.contains("did you mean \"accent\"?") == true)
  }
}
