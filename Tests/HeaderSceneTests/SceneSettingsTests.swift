import PortableMath
import Foundation
import HeaderModel
import Raster
import StrictJSON
import Testing

@testable import HeaderScene

/// Scene documents, including those in Fixtures/Scenes.
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

  @Test func fixtureFoldersExist() throws {
    #expect(Self.documents("valid").count >= 5)
    #expect(Self.documents("invalid").count >= 20)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "invalid").path)
    let errors = files.filter { $0.hasSuffix(".error") }.map { $0.dropLast(6) }
    let documents = files.filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
    #expect(Set(errors) == Set(documents))
  }

  @Test("a valid document can be composed", arguments: documents("valid"))
  func valid(url: URL) throws {
    let bytes = Array(try Data(contentsOf: url))
    let settings = try SceneSettings(
      JSONValue.parse(bytes, file: url.lastPathComponent))
    let style = settings.style?.name ?? "mimic"
    var document = try HeaderDocument.builtIn(style)
    #expect(throws: Never.self) { try settings.apply(to: &document) }
  }

  @Test(
    "the error of an invalid document has a position and a reason", arguments: documents("invalid"))
  func invalid(url: URL) throws {
    let expected = try String(
      contentsOf: url.deletingPathExtension().appendingPathExtension("error"), encoding: .utf8)
    let bytes = Array(try Data(contentsOf: url))
    let error = #expect(throws: JSONError.self) {
      let settings = try SceneSettings(JSONValue.parse(bytes, file: url.lastPathComponent))
      var document = try HeaderDocument.builtIn("mimic")
      try settings.apply(to: &document)
    }
    #expect(error.map { "\($0)\n" } == expected)
  }

  @Test("missing keys keep the header's values")
  func missingKeysKeepValues() throws {
    let settings = try settings(#"{"version": 1}"#)
    for style in DocumentScene.projects {
      var document = try HeaderDocument.builtIn(style)
      let names = document.textNames
      let before = names.map { document.text($0) }
      try settings.apply(to: &document)
      #expect(names.map { document.text($0) } == before)
    }
    #expect(settings.style == nil && settings.device == nil && settings.constants.isEmpty)
    #expect(settings.chrome == ScreenChrome())
  }

  @Test("keys change their values and nothing else")
  func everything() throws {
    let settings = try settings(
      """
      {"version": 1, "style": "stretch", "variant": "scroll", "device": "iphone-x",
       "theme": "dark", "font": "DejaVu Sans", "banner": "b.png", "avatar": "a.png",
       "constants": {"headerHeight": 160, "avatarSize": 40.5},
       "texts": {"name": "N", "segments": ["x", "y"], "row": "r{n}"},
       "colors": {"text": "#010203", "accent": "#0a0B0c80"},
       "chrome": {"statusBar": false, "pressedRow": 4, "pointer": {"x": 3, "y": 4.5}}}
      """)
    #expect(settings.style?.name == "stretch" && settings.variant?.name == "scroll")
    #expect(settings.theme == .dark && settings.font == "DejaVu Sans")
    #expect(settings.device?.name == "iphone-x")
    #expect(settings.banner == "b.png" && settings.avatar == "a.png")
    #expect(settings.constants.map(\.key) == ["headerHeight", "avatarSize"])
    #expect(settings.constants.map(\.value) == [160, 40.5])
    var chrome = ScreenChrome(statusBar: false)
    chrome.pointer = ScreenPoint(x: 3, y: 4.5)
    chrome.pressedRow = 4
    #expect(settings.chrome == chrome)
    var document = try HeaderDocument.builtIn("mimic")
    let title = document.text("title")
    let separator = document.color("separator", isDark: true)
    try settings.apply(to: &document)
    #expect(document.text("name") == "N" && document.text("row") == "r{n}")
    #expect(document.text("segments") == "x" && document.text("title") == title)
    #expect(document.color("text", isDark: true) == DocumentColor(red: 1, green: 2, blue: 3))
    #expect(
      document.color("accent", isDark: false)
        == DocumentColor(red: 10, green: 11, blue: 12, alpha: 0x80))
    #expect(document.color("separator", isDark: true) == separator)
  }

  @Test("a list has one row per text if the header counts them; a single text is repeated")
  func countedRows() throws {
    func count(_ texts: String) throws -> Double? {
      var document = try WrittenDocument(
        #""constants": { "rowCount": 5 }, "texts": { "row": "r", "other": "o" }"#,
        layers: """
          [{ "type": "list", "count": "rowCount", "rowHeight": 9, "layers": [
            { "type": "text", "text": "row" }, { "type": "text", "text": "other" }] }]
          """
      ).document
      try settings(#"{"version": 1, "texts": {\#(texts)}}"#).apply(to: &document)
      var header = try HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(
          device: .iPhone8, measurer: SceneTextMeasurer(font: nil)))
      return try header.number("rowCount")
    }
    #expect(try count(#""row": ["a", "b"]"#) == 2)
    #expect(try count(#""row": "a""#) == 5)
    #expect(try count(#""other": ["a", "b"]"#) == 5)
  }

  @Test("older documents have the key furniture instead of chrome; both together are an error")
  func olderName() throws {
    let older = try settings(#"{"version": 1, "furniture": {"statusBar": false}}"#)
    #expect(older.chrome == ScreenChrome(statusBar: false))
    let error = #expect(throws: JSONError.self) {
      try settings(#"{"version": 1, "furniture": {}, "chrome": {}}"#)
    }
    #expect(error?.message.contains("unknown key \"furniture\"") == true)
  }

  @Test("every key of the chrome is read and changes something", arguments: chromeKeys)
  func chromeKey(key: String, value: String) throws {
    let settings = try settings("{\"version\": 1, \"chrome\": {\"\(key)\": \(value)}}")
    #expect(settings.chrome != ScreenChrome())
  }

  static let chromeKeys: [(String, String)] = ChromeKey.all.map { key in
    let schema = JSONWriter.object { key.writeSchema(to: &$0) }
    let values: [(String, String)] = [
      ("boolean", "true"), ("integer", "1"), ("object", #"{"x": 1, "y": 2}"#),
    ]
    let plain = values.first { schema.contains("\"type\":\"\($0.0)\"") }?.1
    let choice = schema.split(separator: "[").last?.split(separator: "\"").first
    return (key.name, plain ?? "\"\(choice ?? "")\"")
  }

  @Test("a name of another header is ignored and reported, an unknown name is an error")
  func names() throws {
    var document = try HeaderDocument.builtIn("stretch")
    let unused = try settings(
      """
      {"version": 1, "texts": {"subtitle": "s", "row": "r"}, "colors": {"accent": "#123456"}}
      """
    ).apply(to: &document)
    #expect(unused == ["texts.subtitle", "colors.accent"])
    let error = #expect(throws: JSONError.self) {
      try settings(#"{"version": 1, "texts": {"roww": "s"}}"#).apply(to: &document)
    }
    #expect(error?.column == 26 && error?.message.contains("did you mean \"row\"?") == true)
  }

  @Test(
    "colors are written #RRGGBB or #RRGGBBAA",
    arguments: [
      "", "#", "#12345", "#1234567", "#123456789", "123456", "#12345g", "#+12345", "# 12345", "red",
      "#１２３４５６",
    ])
  func noColor(text: String) {
    #expect(Color(hexadecimal: text) == nil)
  }
}
