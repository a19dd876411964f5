import CodecInterface
import FileAccess
import Foundation
import FrameEncoding
import HeaderModel
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport
import Testing

/// A render with several outputs.
@Suite struct RendererTests {
  /// A curve that rests, moves and rests. Its frames have the offsets 0, 0, -30, -60, -60, -60.
  private static let curve = """
    {"version": 1, "fps": 10, "samples": [[0, 0], [0.1, 0], [0.3, -60], [0.5, -60]]}
    """

  private func request(_ change: (inout RenderRequest) -> Void = { _ in }) throws -> RenderRequest {
    var request = RenderRequest.small
    request.curve = .curve(
      try ScrollCurve.parse(Array(Self.curve.utf8), file: "curve", limits: CurveLimits()))
    request.header.style = .named("contacts")
    change(&request)
    return request
  }

  @Test func outputsHaveEqualPictures() async throws {
    let folder = try TemporaryFolder()
    let targets = try ["a.apng", "f/", "a.y4m", "a.gif"].map {
      try OutputTarget(folder.path + "/" + $0)
    }
    let outcome = try await Renderer(request()).render(to: targets)
    #expect(outcome.frames == 6)
    #expect(outcome.duration == 0.6)
    #expect(outcome.outputs.map(\.files) == [1, 6, 1, 1])

    let apng = try AnimationDecoder.decode(bytes: try #require(folder.bytes("a.apng")))
    // Consecutive equal frames are merged with their total duration.
    #expect(apng.frames.count == outcome.paintedFrames)
    #expect(apng.frames.count < 6)
    #expect(apng.duration == RationalTime(duration: 6, over: 10))
    let files = try (0..<6).map { index in
      try ImageDecoder.decode(bytes: try #require(folder.bytes("f/000\(index).png"))).pixmap
    }
    var runs: [Pixmap] = []
    for file in files where file != runs.last { runs.append(file) }
    #expect(runs == apng.frames.map(\.pixmap))

    let gif = try AnimationDecoder.decode(bytes: try #require(folder.bytes("a.gif")))
    #expect(gif.frames.count == apng.frames.count)
    #expect(gif.frames.map(\.duration) == apng.frames.map(\.duration))
    #expect(outcome.outputs.map(\.bytes)[3] == folder.bytes("a.gif")?.count)
  }

  @Test func failedRenderWritesNoOutputs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("f/0009.png", [1])
    let targets = try ["a.gif", "new/", "f/"].map { try OutputTarget(folder.path + "/" + $0) }
    let request = try request()
    let error = await #expect(throws: HeaderKitError.self) {
      try await Renderer(request).render(to: targets)
    }
    #expect(error?.code == .cannotCreate)
    #expect(!folder.exists("a.gif"))
    #expect(!folder.exists("new"))
    #expect(folder.bytes("f/0009.png") == [1])
  }

  @Test func neverOverwritesInputs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("banner.png", try dotted())
    let request = try request { $0.header.banner = .file(folder.path + "/banner.png") }
    let target = try OutputTarget(folder.path + "/banner.png")
    let before = folder.bytes("banner.png")
    let error = await #expect(throws: HeaderKitError.self) {
      try await Renderer(request).render(to: [target])
    }
    #expect(error?.code == .usage)
    #expect(folder.bytes("banner.png") == before)
  }

  @Test func reportsProgress() async throws {
    let folder = try TemporaryFolder()
    var seen: [Int] = []
    _ = try await Renderer(request()).render(to: [OutputTarget(folder.path + "/a.apng")]) {
      seen.append($0)
      #expect($1 == 6)
    }
    #expect(seen.last == 6)
    #expect(seen == seen.sorted())
  }

  @Test func measuresPaletteTimeSeparately() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Renderer(request()).render(
      to: [OutputTarget(folder.path + "/a.gif")])
    let seconds = Dictionary(
      uniqueKeysWithValues: outcome.cost.stages.map { ($0.stage, $0.seconds) })
    #expect(try #require(seconds[.quantize]) > 0)
    #expect(try #require(seconds[.encode]) > 0)
  }

  @Test func reportsCost() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Renderer(request()).render(
      to: [OutputTarget(folder.path + "/a.apng")])
    #expect(outcome.cost.stages.map(\.stage) == RenderStage.allCases)
    // Only GIFs have palettes and are measured.
    let ofGIFs: Set = [RenderStage.quantize, .measure]
    #expect(outcome.cost.stages.allSatisfy { ($0.seconds > 0) != ofGIFs.contains($0.stage) })
    #expect(outcome.cost.peakBytes >= outcome.cost.stages.map(\.peakBytes).max() ?? 0)
  }
}
