import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import TestSupport
import Testing
import Typesetting

/// Fonts next to a header document.
@Suite struct DocumentFontTests {
  private static func document(_ path: String) -> [UInt8] {
    Array(
      """
      { "version": 1, "name": "fonts", "scroll": { "maximumOffset": 10 },
        "fonts": { "body": "\(path)" }, "texts": { "t": "Words" },
        "layers": [{ "id": "own", "type": "text", "text": "t", "font": "body", "pointSize": 40 },
                   { "id": "scene", "type": "text", "text": "t", "pointSize": 40 }] }
      """.utf8)
  }

  private static func request(_ file: String) -> SceneRequest {
    var request = SceneRequest()
    request.style = .file(file)
    return request
  }

  @Test func typesetsTextsInDocumentFontFile() throws {
    let folder = try TemporaryFolder()
    let fonts = try Typesetter().installedFonts
    let mono = try #require(fonts.first { $0.families.contains("DejaVu Sans Mono") }).path
    try FileManager.default.createDirectory(
      atPath: folder.path + "/fonts", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: mono, toPath: folder.path + "/fonts/body.ttf")
    try folder.write("card.json", Self.document("fonts/body.ttf"))
    let resolver = SceneResolver(Self.request(folder.path + "/card.json"))
    #expect(try resolver.inputFiles().contains(folder.path + "/fonts/body.ttf"))
    var header = try resolver.resolve(fonts: try SceneFonts.installed()).header
    let state = try header.state()
    var style = TextStyle(pointSize: 40)
    style.fontFile = mono
    let wanted = try Typesetter().width(TextRun("Words", style: style))
    let own = try #require(state.layer("own")).frame.width
    #expect(own >= wanted && own < wanted + 0.5)
    #expect(try #require(state.layer("scene")).frame.width != own)
    // Fonts are also resolved without pictures, as for a trace.
    var traced = try resolver.resolveHeader(needsPictures: false).header
    #expect(try traced.state().layer("own")?.frame.width == own)
  }

  /// DejaVu Sans Mono (2048 units: ascent 1901, descent 483, no gap), and the line height of
  /// another Noto font.
  @Test func lineHeightCanComeFromFontFile() throws {
    let folder = try TemporaryFolder()
    let fonts = try Typesetter().installedFonts
    let mono = try #require(fonts.first { $0.families.contains("DejaVu Sans Mono") }).path
    try FileManager.default.copyItem(atPath: mono, toPath: folder.path + "/body.ttf")
    try folder.write(
      "card.json",
      Array(
        """
        { "version": 1, "name": "fonts", "scroll": { "maximumOffset": 10 },
          "screen": { "device": "200x200@1" }, "fonts": { "body": "body.ttf" },
          "texts": { "t": "a\\nb\\nc" },
          "layers": [
            { "id": "own", "type": "text", "text": "t", "font": "body", "pointSize": 128, "lines": 0,
              "lineHeight": "font" },
            { "id": "base", "type": "rectangle", "y": "own.baseline", "height": "own.descent" },
            { "id": "plain", "type": "text", "text": "t", "font": "body", "pointSize": 128,
              "lines": 0 },
            { "id": "system", "type": "text", "text": "t", "pointSize": 128, "lines": 0,
              "lineHeight": "font" }] }
        """.utf8))
    var header = try SceneResolver(Self.request(folder.path + "/card.json"))
      .resolve(fonts: try SceneFonts.installed()).header
    let state = try header.state()
    func height(_ id: String) throws -> Double { try #require(state.layer(id)).frame.height }
    #expect(try height("own") == 3 * 128 * 2384.0 / 2048)
    #expect(try #require(state.layer("base")).frame.y == 128 * 1901.0 / 2048)
    #expect(try height("base") == 128 * 483.0 / 2048)
    // The line height without the option, and with `system`, which the original apps use.
    #expect(try height("plain") == (3 * 128 * 2444.0 / 2048).rounded(.up))
    #expect(try height("system") == height("plain"))
  }

  @Test func reportsMissingFonts() throws {
    let folder = try TemporaryFolder()
    try folder.write("card.json", Self.document("body.ttf"))
    let error = #expect(throws: HeaderKitError.self) {
      try SceneResolver(Self.request(folder.path + "/card.json")).outline()
    }
    #expect(error?.code == .noInput)
    #expect(error.map { "\($0)" }?.contains(folder.path + "/body.ttf") == true)
  }

  @Test func rejectsUndeclaredFonts() {
    let error = #expect(throws: (any Error).self) {
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "fonts", "scroll": { "maximumOffset": 10 },
            "fonts": { "body": "a.ttf" }, "texts": { "t": "Words" },
            "layers": [{ "type": "text", "text": "t", "font": "bodi" }] }
          """.utf8))
    }
    #expect(
      error.map { "\($0)" }?.contains(#"unknown font "bodi"; did you mean "body"?"#) == true)
  }
}
