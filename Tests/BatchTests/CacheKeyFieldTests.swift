import FrameEncoding
@testable import Batch
import FileAccess
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import Testing

/// The part of cache keys that depends on the request: each field changes the key or is listed here
/// as irrelevant to pictures.
@Suite struct CacheKeyFieldTests {
  /// Changes of a single field, named after the property.
  private typealias Change = (name: String, change: @Sendable (inout RenderRequest) -> Void)

  private static let request: [Change] = [
    ("framesPerSecond", { $0.playback.framesPerSecond = 12 }),
    ("eventRate", { $0.eventRate = .frame }),
    ("speed", { $0.playback.speed = 2 }), ("holdFirst", { $0.playback.holdFirst = 1 }),
    ("holdLast", { $0.playback.holdLast = 1 }), ("boomerang", { $0.playback.boomerang = true }),
    ("frames", { $0.playback.frames = 0...1 }), ("maxBytes", { $0.encoding.maxBytes = 9999 }),
    ("reductions", { $0.encoding.reductions = [.scale] }),
    ("reductions", { $0.encoding.reductions = [.fps] }),
    ("reductions", { $0.encoding.reductions = [.scale, .fps] }),
    ("pngLevel", { $0.encoding.pngLevel = 1 }),
    ("pngLevel", { $0.encoding.pngLevel = 2 }),
    ("frameHashes", { $0.encoding.frameHashes = false }),
    ("recordsLayers", { $0.recordsLayers = false }),
  ]
  private static let header: [Change] = [
    ("style", { $0.header.style = .named("stretch") }),
    ("style", { $0.header.style = .named("x-profile") }),
    ("style", { $0.header.style = .file("card.json") }), ("variant", { $0.header.variant = "doc" }),
    ("device", { $0.header.device = "iphone-8" }),
    ("screen", { $0.header.screen = Device(width: 100, height: 200, scale: 2) }),
    ("screen", { $0.header.screen = Device(width: 100, height: 200, scale: 3) }),
    ("theme", { $0.header.theme = .dark }),
    ("framing", { $0.header.framing.crop = .header }),
    ("framing", { $0.header.framing.width = 9 }), ("framing", { $0.header.framing.height = 9 }),
    ("framing", { $0.header.framing.hasDevice = true }),
    ("framing", { $0.header.framing.cornerRadius = 9 }),
    ("texts", { $0.header.texts = [("a", "b")] }),
    ("colors", { $0.header.colors = [("a", DocumentColor(red: 1, green: 2, blue: 3))] }),
    ("strictText", { $0.header.strictText = true }),
    ("strictFonts", { $0.header.strictFonts = true }),
    ("scale", { $0.header.scale = 1.5 }), ("scale", { $0.header.scale = 1 }),
    ("inputs", { $0.header.inputs = [("a", .number(1))] }),
    ("inputs", { $0.header.inputs = [("a", .condition(true))] }),
    ("inputs", { $0.header.inputs = [("b", .number(1))] }),
    ("constants", { $0.header.constants = [("a", 1)] }),
    ("constants", { $0.header.constants = [("a", 2)] }),
    ("constants", { $0.header.constants = [("b", 1)] }),
    ("constants", { $0.header.constants = [("a", 1), ("b", 1)] }),
    ("constants", { $0.header.constants = [("b", 1), ("a", 1)] }),
  ]
  private static let gif: [Change] = [
    ("quality", { $0.encoding.gif.quality = 5 }), ("effort", { $0.encoding.gif.effort = 1 }),
    ("loop", { $0.encoding.gif.loop = .plays(2) }), ("loop", { $0.encoding.gif.loop = .plays(3) }),
    ("colors", { $0.encoding.gif.colors = 16 }), ("dither", { $0.encoding.gif.dither = 3 }),
    ("dither", { $0.encoding.gif.dither = 0 }), ("lossless", { $0.encoding.gif.lossless = true }),
  ]

  /// Inputs are hashed by their contents, see `CacheKeys`, and manifests have no explicit frame
  /// times. The other fields do not affect pictures.
  private static let exempt: [String: Set<String>] = [
    "request": [
      "header", "playback", "encoding", "curve", "jobs", "frameManifest", "poster", "snippet",
      "pageKind", "baseURL", "secondTheme", "alternativeText", "frameTimes",
    ],
    "playback": ["moments"], "encoding": ["gif", "measuresGIF"],
    "header": ["scene", "sceneData", "banner", "avatar", "fontFolder", "limits"], "gif": [],
  ]

  private func fields(_ value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  @Test func testsChangeEveryFieldOrExemptIt() throws {
    let request = RenderRequest()
    for (name, value, changes) in [
      ("request", request as Any, Self.request), ("header", request.header as Any, Self.header),
      ("playback", request.playback as Any, Self.request),
      ("encoding", request.encoding as Any, Self.request),
      ("gif", request.encoding.gif as Any, Self.gif),
    ] {
      let known = Set(changes.map(\.name)).union(try #require(Self.exempt[name]))
      #expect(fields(value).subtracting(known).isEmpty, "fields of \(name) without a test")
    }
  }

  /// Returns the key of an output in a format. Changes of the picture and of the format's options
  /// must change it.
  private func key(_ request: RenderRequest, _ format: String) throws -> String {
    let output = try NamedOutput.of(format)
    return (CanonicalOptions.lines(of: request) + CanonicalOptions.encoding(output, of: request))
      .joined(separator: "\n")
  }

  private func all(_ request: RenderRequest) throws -> String {
    try ["gif", "apng", "frames"].map { try key(request, $0) }.joined()
  }

  @Test func everyChangeMakesAnotherKey() throws {
    var keys: Set<String> = [try all(RenderRequest())]
    for change in Self.request + Self.header + Self.gif {
      var request = RenderRequest()
      change.change(&request)
      #expect(keys.insert(try all(request)).inserted, "\(change.name)")
    }
  }

  /// A custom screen with an island and changes of each part.
  @Test func everyPartOfAScreenMakesAnotherKey() throws {
    let screen = Device(
      name: "own", width: 120, height: 240, scale: 2, statusBarHeight: 20, safeAreaBottom: 10,
      cornerRadius: 8, cutout: ScreenCutout(width: 40, height: 12, top: 4))
    let changes: [(name: String, change: (inout Device) -> Void)] = [
      ("width", { $0.width = 121 }), ("height", { $0.height = 241 }), ("scale", { $0.scale = 3 }),
      ("statusBarHeight", { $0.statusBarHeight = 21 }),
      ("safeAreaBottom", { $0.safeAreaBottom = 11 }), ("cornerRadius", { $0.cornerRadius = 9 }),
      ("isAndroid", { $0.isAndroid = true }), ("cutout", { $0.cutout = nil }),
      ("cutout.width", { $0.cutout?.width = 41 }), ("cutout.height", { $0.cutout?.height = 13 }),
      ("cutout.top", { $0.cutout?.top = 5 }),
    ]
    // The name of a screen does not affect pictures.
    #expect(
      fields(screen).subtracting(changes.map(\.name)) == ["name"], "parts without a test")
    let parts = fields(try #require(screen.cutout)).map { "cutout." + $0 }
    #expect(Set(parts).isSubset(of: changes.map(\.name)))
    var keys: Set<String> = []
    for change in [("none", { _ in })] + changes {
      var request = RenderRequest()
      var device = screen
      change.1(&device)
      request.header.screen = device
      #expect(keys.insert(try all(request)).inserted, "\(change.0)")
    }
  }

  @Test func everyFormatAndMomentMakesAnotherKey() throws {
    let names = [
      "gif", "webp", "apng", "png", "frames", "y4m", "mp4", "webm", "avif", "at 1", "at 2",
      "offset 1",
      "offset 2",
    ]
    #expect(try Set(names.map { try key(RenderRequest(), $0) }).count == names.count)
  }
}

/// Outputs by the name of their format or of a still's moment.
private enum NamedOutput {
  static func of(_ name: String) throws -> BatchOutput {
    let words = name.split(separator: " ")
    if words.count == 2, let number = Double(words[1]) {
      return BatchOutput(
        path: "a.png", format: .png, moment: words[0] == "at" ? .time(number) : .offsets([number]))
    }
    let path = name == "frames" ? "a/" : "a." + name
    return BatchOutput(path: path, format: try #require(OutputFormat(rawValue: name)))
  }
}
