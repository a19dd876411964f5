import CodecInterface
import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
@testable import Rendering
import Scrolling
import TestSupport
import Testing
import VisualDiff

/// The frame records of rendered animations.
@Suite struct FrameRecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request() -> RenderRequest {
    var request = RenderRequest.small
    request.playback.framesPerSecond = 10
    request.playback.frames = 3...7
    return request
  }

  private func record(_ name: String) throws -> FrameHashes? {
    FrameHashes(file: try #require(folder.bytes(name)))
  }

  private func render(_ request: RenderRequest, _ names: String...) async throws {
    _ = try await Renderer(request).render(
      to: names.map { try OutputTarget(folder.path + "/" + $0) })
  }

  @Test func formatsRecordFramesOfTheManifest() async throws {
    var request = request()
    request.frameManifest = folder.path + "/frames.json"
    try await render(request, "a.gif", "a.apng", "a.webp")
    let manifest = try FrameManifest(
      json: try #require(folder.bytes("frames.json")), file: nil, maxFrames: 1000)
    var expected = FrameHashes()
    for frame in manifest.frames {
      expected.append(hash: frame.hash.value, duration: frame.duration)
    }
    #expect(try record("a.gif") == expected)
    #expect(try record("a.apng") == expected)
    #expect(try record("a.webp") == expected)
  }

  @Test func manifestHasOffsetAndPhaseOfEachFrame() async throws {
    let curve = try ScrollCurve.parse(
      Array(
        """
        {"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.3, "offset": -60},
          {"time": 0.9, "offset": 130}]}
        """.utf8), file: "curve", limits: CurveLimits())
    var request = RenderRequest.small
    request.header.style = .named("mimic")
    request.playback.framesPerSecond = 10
    request.curve = .curve(curve)
    request.frameManifest = folder.path + "/frames.json"
    try await render(request, "a.gif")
    let manifest = try FrameManifest(
      json: try #require(folder.bytes("frames.json")), file: nil, maxFrames: 1000)
    let scene = try SceneResolver(request.header).resolve(fonts: .installed())
    let plan = try FramePlan(request, scene: scene, curve: curve)
    var states = FrameStates(plan, of: scene.header)
    var expected: [HeaderState] = []
    for frame in plan.frames { expected.append(try states.state(of: frame)) }
    #expect(manifest.frames.map(\.offset) == expected.map(\.offset))
    #expect(manifest.frames.map(\.phase) == expected.map { $0.phase ?? "" })
    #expect(Set(manifest.frames.map(\.phase)).isSuperset(of: ["expanded", "pulledDown"]))
  }

  @Test func sizeLimitedGIFRecordsTheSameFrames() async throws {
    var request = request()
    request.encoding.gif.quality = 100
    try await render(request, "a.gif")
    request.encoding.maxBytes = try #require(folder.bytes("a.gif")).count - 1
    try await render(request, "small.gif")
    #expect(try record("small.gif") == record("a.gif"))
  }

  @Test func omitsFrameHashesOnRequest() async throws {
    var request = request()
    request.encoding.frameHashes = false
    try await render(request, "a.gif", "a.apng", "a.webp")
    #expect(try record("a.gif") == nil)
    #expect(try record("a.apng") == nil)
    #expect(try record("a.webp") == nil)
  }

  @Test func encodedFramesAreRecorded() throws {
    let pictures = try (0..<3).map { try dotted(dotX: $0) }
    for (index, picture) in pictures.enumerated() { try folder.write("f/\(index).png", picture) }
    var request = EncodeRequest()
    request.inputs = [folder.path + "/f"]
    request.playback.framesPerSecond = 20
    _ = try FrameSequenceEncoder(request).encode(
      to: [try OutputTarget(folder.path + "/a.gif")])
    #expect(try record("a.gif")?.frames.map(\.hash) == pictures.map { PixelHash($0).value })
    request.encoding.frameHashes = false
    _ = try FrameSequenceEncoder(request).encode(
      to: [try OutputTarget(folder.path + "/b.gif")])
    #expect(try record("b.gif") == nil)
  }
}
