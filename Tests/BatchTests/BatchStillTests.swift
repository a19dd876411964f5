import Rendering
@testable import Batch
import FileAccess
import Foundation
import FrameEncoding
import GIF
import HeaderStills
import ImageCodecs
import PortableMath
import Scrolling
import TestSupport
import Testing

/// Items and outputs that show a single moment.
@Suite struct BatchStills {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  @Test func itemWithOffsetOrTimeIsAStill() throws {
    let items = try file.load([
      #"{"id": "a", "offset": 80}"#, #"{"id": "b", "offset": [0, 130, -10]}"#,
      #"{"id": "c", "curve": "tiny.json", "at": 0.1, "outputs": ["x/{id}.png"]}"#,
      #"{"id": "{style}-{offset}", "matrix": {"style": ["mimic", "stretch"], "offset": [0, -40]}}"#,
    ]).items
    #expect(
      items.map(\.outputs).joined().map(\.path) == [
        "a.png", "b.png", "x/c.png", "mimic-0.png", "mimic--40.png", "stretch-0.png",
        "stretch--40.png",
      ])
    #expect(
      items.prefix(3).map { $0.outputs[0].moment } == [
        .offsets([80]), .offsets([0, 130, -10]), .time(0.1),
      ])
    #expect(items.allSatisfy { $0.frames == 1 && $0.outputs[0].format == .png })
  }

  @Test func stillsCanBeJPEGs() async throws {
    let manifest = try file.load(
      [#"{"id": "a", "offset": 30, "scale": 1, "outputs": ["a.jpg", "a.webp"]}"#],
      outputFolder: file.folder.path + "/out")
    let options = BatchOptions(outputFolder: file.folder.path + "/out")
    let results = try await BatchRunner(manifest, items: manifest.items, options: options).run()
    #expect(results.map(\.state) == [.rendered], "\(results.map(\.error))")
    let bytes = try #require(file.folder.bytes("out/a.jpg"))
    #expect(try ImageKind.recognize(bytes) == .jpeg)
    let problems = try file.problems([#"{"id": "a", "curve": "tiny.json", "outputs": "a.jpg"}"#])
    #expect(problems.count == 1)
  }

  @Test func animationsCanHaveStills() throws {
    let item = try file.load([
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "outputs": ["a.gif", "a.png", "#
        + #"{"path": "poster.png", "at": 0.2}, {"path": "rest.png", "offset": []}]}"#
    ]).items[0]
    #expect(item.outputs.map(\.moment) == [nil, nil, .time(0.2), .offsets([])])
    #expect(item.frames == 3)
  }

  @Test(arguments: [
    (#""offset": 1, "at": 1"#, "offset: a still shows one moment"),
    (#""at": 9"#, "at: 9 s is not within the curve; it lasts from 0 to 0.2 s"),
    (#""at": -1"#, "at: -1 is out of range"),
    (#""offset": "x""#, "offset: expected a number"),
    (#""offset": 1e9"#, "offset: 1e9 is out of range"),
    (
      #""offset": 1, "outputs": "a.gif""#, "a.gif is a still, which must be PNG, JPEG or WebP"
    ),
    (#""offset": 1, "outputs": "a/""#, "a/ is a still, which must be PNG, JPEG or WebP"),
    (
      #""outputs": {"path": "a.png", "format": "apng", "at": 0}"#,
      "a.png is a still, which must be PNG, JPEG or WebP"
    ),
    (#""maxBytes": "3 MB""#, "maxBytes: \"3 MB\" is not a size"),
    (#""maxBytes": 9999, "reduce": "colors""#, "reduce: unknown value \"colors\""),
    (#""maxBytes": 0"#, "maxBytes: 0 is out of range"),
    (#""maxBytes": 9999, "lossless": true"#, "maxBytes: a lossless file has no quality to lower"),
  ])
  func reportsInvalidStillsWithTheirPosition(members: String, message: String) throws {
    let problems = try file.problems([#"{"id": "a", "curve": "tiny.json", \#(members)}"#])
    #expect(problems.count == 1)
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  @Test func sizeLimitChoosesHighestQualityForLossyFormats() throws {
    let items = try file.load([
      #"{"defaults": {"curve": "still.json", "maxBytes": "2K"}}"#, #"{"id": "a"}"#,
      #"{"id": "b", "quality": 30}"#, #"{"id": "c", "outputs": "c.apng"}"#,
      #"{"id": "d", "maxBytes": null, "reduce": "fps"}"#,
      #"{"id": "e", "reduce": ["fps", "scale"]}"#,
    ]).items
    #expect(items.map(\.request.encoding.maxBytes) == [2048, 2048, nil, nil, 2048])
    #expect(items.map(\.request.encoding.reductions) == [[], [], [], [], [.fps, .scale]])
    let qualities = items.map { item in
      item.request.encoding.highestQuality
    }
    #expect(qualities == [100, 30, GIFOptions.defaultQuality, GIFOptions.defaultQuality, 100])
  }

  @Test func stillBytesEqualStillCommand() async throws {
    let manifest = try file.load([
      #"{"defaults": {"curve": "tiny.json", "fps": 5, "scale": 1, "banner": "dots.png"}}"#,
      #"{"id": "a", "style": "stretch", "offset": [0, 60]}"#,
      #"{"id": "b", "outputs": ["b.gif", {"path": "b.png", "at": 0.1}]}"#,
    ])
    var options = BatchOptions(outputFolder: file.folder.path + "/out")
    options.cache = try RenderCache(folder: file.folder.path + "/cache")
    func run() async throws -> [ItemResult] {
      try await BatchRunner(manifest, items: manifest.items, options: options).run()
    }
    let results = try await run()
    #expect(results.map(\.state) == [.rendered, .rendered])
    let moments: [StillRequest.Moment] = [
      .offsets([0, 60]),
      .time(0.1, .file(file.folder.path + "/tiny.json"), .standard),
    ]
    for ((item, name), moment) in zip(zip(manifest.items, ["a.png", "b.png"]), moments) {
      var still = StillRequest()
      still.header = item.request.header
      still.moment = moment
      _ = try StillRenderer(still).write(to: file.folder.path + "/alone-" + name)
      let bytes = try #require(file.folder.bytes("out/" + name))
      #expect(bytes == file.folder.bytes("alone-" + name))
      try FileManager.default.removeItem(atPath: file.folder.path + "/out/" + name)
    }
    #expect(file.folder.exists("out/b.gif"))
    let again = try await run()
    #expect(again.map(\.state) == [.cached, .cached])
    #expect(again.map(\.outputs) == results.map(\.outputs))
    #expect(file.folder.exists("out/a.png") && file.folder.exists("out/b.png"))
  }
}
