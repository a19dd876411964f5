import Foundation
import HeaderModel
import Raster
import StrictJSON
import Testing

@testable import HeaderScene

/// Scene documents, those in Fixtures/Scenes among them.
struct SceneSettingsTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Scenes")

  static func documents(_ kind: String) -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: kind), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  func settings(_ text: String) throws -> SceneSettings {
    try SceneSettings(JSONValue.parse(Array(text.utf8)))
  }

  @Test func theFoldersAreThere() throws {
    #expect(Self.documents("valid").count >= 5)
    #expect(Self.documents("invalid").count >= 20)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "invalid").path)
    let errors = files.filter { $0.hasSuffix(".error") }.map { $0.dropLast(6) }
    let documents = files.filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
    #expect(Set(errors) == Set(documents))
  }

  @Test("a valid document makes a scene", arguments: documents("valid"))
  func valid(url: URL) throws {
    let bytes = Array(try Data(contentsOf: url))
    let settings = try SceneSettings(
      JSONValue.parse(bytes, file: url.lastPathComponent))
    let document = settings.document(style: settings.style ?? .mimic, theme: nil)
    #expect(!document.texts.segments.isEmpty)
  }

  @Test("an invalid document says where and why", arguments: documents("invalid"))
  func invalid(url: URL) throws {
    let expected = try String(
      contentsOf: url.deletingPathExtension().appendingPathExtension("error"), encoding: .utf8)
    let bytes = Array(try Data(contentsOf: url))
    let error = #expect(throws: JSONError.self) {
      _ = try SceneSettings(JSONValue.parse(bytes, file: url.lastPathComponent))
    }
    #expect(error.map { "\($0)\n" } == expected)
  }

  @Test("what is not said is the style's own")
  func nothing() throws {
    let settings = try settings(#"{"version": 1}"#)
    for style in HeaderStyle.allCases {
      #expect(settings.document(style: style, theme: nil) == .standard(style))
    }
    #expect(settings.style == nil && settings.device == nil && settings.constants.isEmpty)
  }

  @Test("what is said is changed, and nothing else")
  func everything() throws {
    let settings = try settings(
      """
      {"version": 1, "style": "stretch", "variant": "scroll", "device": "iphone-x",
       "theme": "dark", "font": "DejaVu Sans", "banner": "b.png", "avatar": "a.png",
       "constants": {"headerHeight": 160, "avatarSize": 40.5},
       "texts": {"name": "N", "segments": ["x", "y"], "row": "r{n}"},
       "colors": {"text": "#010203", "accent": "#0a0B0c80"},
       "furniture": {"statusBar": false, "pressedRow": 4, "pointer": {"x": 3, "y": 4.5}}}
      """)
    #expect(settings.style == .stretch && settings.variant == .scroll)
    #expect(settings.device?.name == "iphone-x")
    #expect(settings.banner == "b.png" && settings.avatar == "a.png")
    #expect(settings.constants.map(\.key) == ["headerHeight", "avatarSize"])
    #expect(settings.constants.map(\.value) == [160, 40.5])
    var expected = SceneDocument.standard(.stretch, theme: .dark)
    expected.font = "DejaVu Sans"
    expected.texts.name = "N"
    expected.texts.segments = ["x", "y"]
    expected.texts.row = "r{n}"
    expected.palette.text = Color(rgb: 0x010203)
    expected.palette.accent = Color(rgb: 0x0A0B0C, alpha: 0x80)
    expected.furniture.statusBar = false
    expected.furniture.pressedRow = 4
    expected.furniture.pointer = SceneFurniture.ScreenPoint(x: 3, y: 4.5)
    #expect(settings.document(style: .stretch, theme: nil) == expected)
    // A theme asked for comes before the document's.
    #expect(settings.document(style: .stretch, theme: .light).theme == .light)
  }

  @Test(
    "colours are written #RRGGBB or #RRGGBBAA",
    arguments: [
      "", "#", "#12345", "#1234567", "#123456789", "123456", "#12345g", "#+12345", "# 12345", "red",
      "#１２３４５６",
    ])
  func noColor(text: String) {
    #expect(Color(hexadecimal: text) == nil)
  }
}
