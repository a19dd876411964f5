import FileAccess
@testable import HeaderStills
import ImageCodecs
@testable import Rendering
import Scrolling
import TestSupport
import Testing
import VisualDiff

/// Pictures record the fonts of their texts, and the use of installed fonts is reported or
/// rejected.
struct FontRecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request(name: String, _ edit: (inout SceneRequest) -> Void = { _ in }) throws
    -> StillRequest
  {
    try folder.write(
      "scene.json", Array("{\"version\": 1, \"texts\": {\"name\": \"\(name)\"}}".utf8))
    var request = StillRequest()
    request.header.scene = folder.path + "/scene.json"
    request.header.scale = 1
    edit(&request.header)
    return request
  }

  @Test func stillRecordsItsFonts() throws {
    _ = try StillRenderer(request(name: "Ada สวัสดี")).write(to: folder.path + "/a.png")
    let text = try #require(
      PNGText.read(PictureLayers.pngKeyword, in: folder.bytes("a.png") ?? []))
    let fonts = try #require(PictureLayers(text: text)).fonts
    #expect(fonts.map(\.family).contains("Inter Display"))
    let thai = try #require(fonts.first { $0.family == "Noto Sans Thai" })
    #expect(thai.version == "2.002")
    #expect(thai.sha256 == "5a1c559bb539583c8a1fd99d1c5b9491e5e14478c9cd2bd0970d5c3096cc9ef8")
  }

  @Test func frameManifestRecordsItsFonts() async throws {
    var request = RenderRequest.small
    request.playback.frames = 0...1
    request.frameManifest = folder.path + "/frames.json"
    _ = try await Renderer(request).render(to: [])
    let manifest = try FrameManifest(
      json: try #require(folder.bytes("frames.json")), file: nil, maxFrames: 10)
    #expect(manifest.fonts.map(\.family).contains("Inter Display"))
    #expect(manifest.fonts == manifest.fonts.sorted())
  }

  @Test func reportsInstalledFallbackFontOnce() throws {
    let warnings = try StillRenderer(request(name: "Ada 你好")).render().warnings
    let named = warnings.filter { $0.contains("drawn with installed fonts") }
    #expect(named.count == 1)
    #expect(named.first?.contains("你 好") == true)
    #expect(try StillRenderer(request(name: "Ada สวัสดี")).render().warnings == [])
  }

  @Test func strictFontsRejectInstalledFonts() throws {
    let error = #expect(throws: HeaderKitError.self) {
      try StillRenderer(request(name: "Ada 你好") { $0.strictFonts = true }).render()
    }
    #expect(error?.code == .badData)
    #expect(error?.description.contains("of layer name: the installed font ") == true)
    _ = try StillRenderer(request(name: "Ada مرحبا") { $0.strictFonts = true }).render()
    _ = try StillRenderer(
      request(name: "Ada") {
        $0.strictFonts = true
        $0.fontFolder = "/usr/share/fonts/truetype/dejavu"
      }
    ).render()
  }
}
