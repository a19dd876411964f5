import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport
import Testing

/// The combination of a request, its scene document and the header's document: priorities, and
/// messages about conflicts.
@Suite struct SceneResolverTests {
  private let folder: TemporaryFolder
  private let fonts: SceneFonts

  init() throws {
    folder = try TemporaryFolder()
    fonts = try .installed()
    try write(
      "headers/own.json",
      ##"""
      { "version": 1, "name": "own", "screen": { "device": "40x80@2", "theme": "dark" },
        "scroll": { "maximumOffset": 100 },
        "constants": { "stop": { "value": 40, "range": [0, 90] }, "start": 10 },
        "texts": { "title": "Own", "name": "Ada" }, "colors": { "ink": "#102030" },
        "images": { "photo": "photo.png" },
        "layers": [
          { "id": "page", "type": "rectangle", "fill": "ink", "height": "stop" },
          { "id": "photo", "type": "image", "image": "photo", "width": 10, "height": 10 },
          { "id": "title", "type": "text", "text": "title", "y": "start" } ] }
      """##)
    try folder.write("headers/photo.png", try dotted(20, 10))
    try folder.write("scenes/photo.png", try dotted(10, 30))
  }

  private func write(_ name: String, _ text: String) throws {
    try folder.write(name, Array(text.utf8))
  }

  private func request(scene: String? = nil, _ change: (inout SceneRequest) -> Void = { _ in })
    throws
    -> SceneRequest
  {
    var request = SceneRequest()
    request.style = .file(folder.path + "/headers/own.json")
    if let scene {
      try write("scenes/scene.json", scene)
      request.scene = folder.path + "/scenes/scene.json"
    }
    change(&request)
    return request
  }

  private func resolve(scene: String? = nil, _ change: (inout SceneRequest) -> Void = { _ in })
    throws
    -> ResolvedScene
  {
    try SceneResolver(try request(scene: scene, change)).resolve(fonts: fonts)
  }

  private func error(scene: String? = nil, _ change: (inout SceneRequest) -> Void = { _ in })
    -> HeaderKitError?
  {
    #expect(throws: HeaderKitError.self) { try resolve(scene: scene, change) }
  }

  private func layer(_ scene: ResolvedScene, _ name: String) throws -> LayerState {
    var header = scene.header
    return try #require(try header.state().layer(name))
  }

  // MARK: - Priorities

  @Test func documentValuesAreDefaults() throws {
    let plain = try resolve()
    #expect(plain.device.name == "40x80@2" && plain.outline.theme == .dark)
    #expect(try layer(plain, "page").frame.height == 40)
    let scene =
      #"{ "version": 1, "constants": { "stop": 50 }, "theme": "light", "device": "60x90@1" }"#
    let set = try resolve(scene: scene)
    #expect(set.device.name == "60x90@1" && set.outline.theme == .light)
    #expect(try layer(set, "page").frame.height == 50)
    let asked = try resolve(scene: scene) {
      $0.constants = [("stop", 60), ("stop", 70)]
      $0.theme = .black
      $0.device = "iphone-8"
    }
    #expect(asked.device.name == "iphone-8" && asked.outline.theme == .black)
    #expect(try layer(asked, "page").frame.height == 70)
    let screen = Device(width: 33, height: 44, scale: 1)
    #expect(
      try resolve(scene: scene) { ($0.device, $0.screen) = ("iphone-8", screen) }.device == screen)
  }

  @Test func requestTextsAndColorsOverrideOthers() throws {
    func words(_ scene: ResolvedScene) throws -> String {
      guard case .text(let text) = try layer(scene, "title").content else { return "" }
      return text.runs.map(\.text).joined()
    }
    func ink(_ scene: ResolvedScene) throws -> DocumentColor? {
      guard case .rectangle(.color(let color)) = try layer(scene, "page").content else {
        return nil
      }
      return color
    }
    let scene =
      ##"{ "version": 1, "texts": { "title": "Scene" }, "colors": { "ink": "#FF0000" } }"##
    #expect(try words(resolve()) == "Own")
    #expect(try words(resolve(scene: scene)) == "Scene")
    #expect(try words(resolve(scene: scene) { $0.texts = [("title", "Asked")] }) == "Asked")
    #expect(try ink(resolve()) == DocumentColor(red: 0x10, green: 0x20, blue: 0x30))
    #expect(try ink(resolve(scene: scene)) == DocumentColor(red: 255, green: 0, blue: 0))
    let green = DocumentColor(red: 0, green: 255, blue: 0)
    #expect(try ink(resolve(scene: scene) { $0.colors = [("ink", green)] }) == green)
  }

  /// Scrolling reads only the pictures whose sizes a document uses.
  @Test(arguments: [("photo.height", true), ("10", false)])
  func scrollingUsesRequestedSizes(height: String, isRead: Bool) throws {
    try write(
      "headers/asks.json",
      """
      { "version": 1, "name": "asks", "scroll": { "maximumOffset": 100 },
        "images": { "photo": "\(isRead ? "photo.png" : "none.png")" },
        "layers": [ { "id": "photo", "type": "image", "image": "photo", "width": 10,
                      "height": "\(height)" } ] }
      """)
    let request = try request { $0.style = .file(folder.path + "/headers/asks.json") }
    var (header, _, _) = try SceneResolver(request).resolveHeader(needsPictures: false)
    #expect(try header.state().layer("photo")?.frame.height == 10)
  }

  /// Picture paths are relative to the document that names them.
  @Test func resolvesPicturesRelativeToDocument() throws {
    func files(_ scene: ResolvedScene) -> [String] {
      scene.files.map { $0.replacing(folder.path + "/", with: "") }
    }
    #expect(files(try resolve()) == ["headers/own.json", "headers/photo.png"])
    let scene = #"{ "version": 1, "images": { "photo": "photo.png" }, "avatar": "photo.png" }"#
    #expect(
      files(try resolve(scene: scene)) == [
        "scenes/scene.json", "headers/own.json", "scenes/photo.png", "scenes/photo.png",
      ])
    let own = PictureSource.pixmap(try dotted())
    let asked = try resolve(scene: scene) { $0.avatar = own }
    #expect(files(asked).filter { $0 == "scenes/photo.png" }.count == 1)
  }

  @Test(
    arguments: [
      (nil, "a.png", "a.png"), ("scene.json", "a.png", "a.png"),
      ("x/scene.json", "a.png", "x/a.png"),
      ("/x/y/scene.json", "b/a.png", "/x/y/b/a.png"), ("x/scene.json", "/a.png", "/a.png"),
      ("x/scene.json", "-", "-"), ("-", "a.png", "a.png"),
    ] as [(String?, String, String)])
  func resolvesPathsRelativeToScene(scene: String?, path: String, place: String) {
    var request = SceneRequest()
    request.scene = scene
    #expect(SceneResolver(request).scenePath(path) == place)
  }

  // MARK: - Errors

  @Test(arguments: [
    ("iphone-9", #"unknown device "iphone-9""#), ("0x80@2", #"unknown device "0x80@2""#),
    ("40x80", #"unknown device "40x80""#),
  ])
  func rejectsUnknownScreens(device: String, reason: String) {
    let found = error { $0.device = device }
    #expect(found?.subject == .option(.device) && found?.reason.description == reason)
  }

  @Test(arguments: [0.2, 4.1, -1, 0]) func rejectsScalesOutOfRange(scale: Double) {
    let found = error { $0.scale = scale }
    #expect(found?.subject == .option(.scale))
    #expect(found?.remedy == "give 0.25 to 4, for example 2 or 1.5")
  }

  @Test func limitsCanvasPixels() throws {
    #expect(try resolve { $0.limits.canvasPixels = 80 * 160 }.device.width == 40)
    let found = error { $0.limits.canvasPixels = 80 * 160 - 1 }
    #expect(found?.code == .badData)
    #expect(found?.reason == "a canvas of 12,800 pixels is too large")
    #expect(found?.remedy.properties == [.canvasPixelLimit])
  }

  @Test(arguments: [
    ("stp", 1.0, "stp: the document has no such constant", #"did you mean "stop"?"#),
    ("stop", 91, "91", ""),
  ])
  func rejectsInvalidConstants(
    name: String, value: Double, reason: String, remedy: String
  ) {
    let found = error { $0.constants = [(name, value)] }
    #expect(found?.subject == .option(.constants))
    #expect(found?.reason.description.contains(reason) == true)
    #expect(found?.remedy.description == remedy)
    // In a scene document the error has a position.
    let placed = error(scene: #"{ "version": 1, "constants": { "\#(name)": \#(value) } }"#)
    #expect(placed?.code == .badData)
    #expect(placed?.description.contains("scene.json:1:") == true)
  }

  @Test func rejectsUnknownTextsAndColors() {
    let text = error { $0.texts = [("titel", "x")] }
    #expect(text?.reason == #"this header has no text "titel""#)
    #expect(text?.remedy.description.contains("title") == true)
    let color = error { $0.colors = [("paint", DocumentColor(red: 0, green: 0, blue: 0))] }
    #expect(color?.reason == #"this header has no color "paint""#)
  }

  @Test(arguments: [
    (HeaderSource.file("mimik"), #"unknown style "mimik""#, #"did you mean "mimic"?"#),
    (.named("contact"), #"unknown style "contact""#, #"did you mean "contacts"?"#),
    (.file("qqqqqqqq"), #"unknown style "qqqqqqqq""#, "or the path of a header document"),
  ])
  func rejectsUnknownStyles(style: HeaderSource, reason: String, remedy: String) {
    let found = error { $0.style = style }
    #expect(found?.subject == .option(.style) && found?.reason.description == reason)
    #expect(found?.remedy.description.contains(remedy) == true)
  }

  @Test func reportsMissingFilesAsNoInput() {
    #expect(error { $0.style = .file(folder.path + "/none.json") }?.code == .noInput)
    #expect(error { $0.scene = folder.path + "/none.json" }?.code == .noInput)
    #expect(error { $0.banner = .file(folder.path + "/none.png") }?.code == .noInput)
    #expect(error { $0.banner = .file(folder.path + "/headers/own.json") }?.code == .badData)
    try? FileManager.default.removeItem(atPath: folder.path + "/headers/photo.png")
    #expect(error()?.subject == .file(folder.path + "/headers/photo.png"))
  }

  @Test func resolvesVariantsOfTheirHeader() throws {
    let found = error { $0.variant = "doc" }
    #expect(found?.subject == .option(.variant) && found?.reason == "doc belongs to another header")
    let mimic = try HeaderDocument.builtIn("mimic").variants.map(\.name)
    let wrong = error {
      $0.style = .named("mimic")
      $0.variant = "nothing"
    }
    #expect(wrong?.reason.description.contains("it has \(mimic.joined(separator: ", "))") == true)
    for variant in mimic {
      let scene = try resolve {
        $0.style = .named("mimic")
        $0.variant = variant
      }
      #expect(scene.outline.header.document.variant == variant)
    }
    // Without a style, the variant determines it.
    var request = SceneRequest()
    request.variant = mimic.last
    #expect(try SceneResolver(request).outline().header.document.name == "mimic")
  }

  @Test(
    arguments: [
      ("mimic", nil), ("own.json", "own.json"), ("-", "-"), ("headers/own", "headers/own"),
      ("mimik", "mimik"),
    ] as [(String, String?)])
  func parsesStylesAsNameOrPath(text: String, file: String?) {
    let source = HeaderSource(text)
    #expect(source.file == file && source.text == text)
    #expect(HeaderSource.isPath(text) == (text.contains("/") || text.contains(".") || text == "-"))
  }

  // MARK: - Shared inputs

  @Test func sharedInputsAreReadOnceUntilChanged() throws {
    let shared = SharedInputs(limits: RenderLimits(), pictureBytes: 1 << 20)
    let photo = folder.path + "/headers/photo.png"
    let digest = try shared.digest(of: photo)
    #expect(try digest == ContentDigest(of: #require(folder.bytes("headers/photo.png"))))
    let first = try shared.picture(photo)
    try folder.write("headers/photo.png", try dotted(4, 9))
    #expect(try shared.digest(of: photo) == digest)
    #expect(try shared.picture(photo).pixmap == first.pixmap)
    // A file that was hashed but not decoded yet has changed.
    let other = folder.path + "/scenes/photo.png"
    _ = try shared.digest(of: other, isPicture: true)
    try folder.write("scenes/photo.png", try dotted(4, 9))
    let error = #expect(throws: HeaderKitError.self) { try shared.picture(other) }
    #expect(error?.code == .tryAgain)
    #expect(throws: HeaderKitError.self) {
      try shared.digest(of: folder.path + "/headers/own.json", isPicture: true)
    }
    let header = folder.path + "/headers/own.json"
    #expect(try shared.header(header).name == "own")
    try write("headers/own.json", "{")
    #expect(try shared.header(header).name == "own")
  }

  /// Shared inputs give the same result as separate ones.
  @Test func sharedInputsKeepScenes() throws {
    let request = try request()
    let shared = SharedInputs(limits: request.limits, pictureBytes: 1 << 20)
    var headers = [
      try SceneResolver(request).resolve(fonts: fonts).header,
      try SceneResolver(request, shared: shared).resolve(fonts: fonts).header,
      try SceneResolver(request, shared: shared).resolve(fonts: fonts).header,
    ]
    let states = try headers.indices.map { try headers[$0].state() }
    #expect(states[0] == states[1] && states[1] == states[2])
  }
}
