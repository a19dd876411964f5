import Foundation
import Testing
import HeaderKit

/// The use of the library without any other import.
@Suite struct LibraryTests {
  private static let swipe = Data(
    #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.1, "offset": -60}]}"#.utf8)

  /// The example on the landing page of the documentation, on a small screen.
  @Test func rendersTheDocumentedExample() async throws {
    let folder = NSTemporaryDirectory() + "library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    var request = RenderRequest()
    request.header.style = .named("stretch")
    request.header.device = "iphone-se"
    request.header.scale = 1
    request.playback.frames = 0...2
    request.encoding.gif.effort = 1
    let outcome = try await Renderer(request).render(
      to: [try OutputTarget(folder + "/capture.gif")])

    #expect(outcome.frames == 3)
    let bytes = try #require(FileManager.default.contents(atPath: folder + "/capture.gif"))
    let animation = try AnimationDecoder.decode(bytes: Array(bytes))
    #expect(animation.size == PixelSize(width: 320, height: 568))
    #expect(outcome.outputs.map(\.bytes) == [bytes.count])
  }

  /// Pictures and curves built in code, and a picture as the result instead of a file.
  @Test func paintsStillFromPixels() throws {
    let size = try #require(PixelSize(width: 30, height: 10))
    var request = StillRequest()
    request.header.style = .named("thinkandbuild")
    request.header.device = "iphone-se"
    request.header.scale = 1
    request.header.banner = .pixmap(Pixmap(size: size, fill: Color(rgb: 0x00FF00)))
    request.header.avatar = .pixmap(Pixmap(size: size, fill: Color(rgb: 0xFF0000)))
    let curve = try ScrollCurve.parse(Array(Self.swipe), file: "swipe", limits: CurveLimits())
    request.moment = .time(0, .curve(curve), .standard)
    let picture = try StillRenderer(request).render().picture
    #expect(picture.size == PixelSize(width: 320, height: 568))
    func holds(_ pixel: [UInt8]) -> Bool {
      stride(from: 0, to: picture.bytes.count, by: 4).contains {
        Array(picture.bytes[$0..<$0 + 4]) == pixel
      }
    }
    #expect(holds([0, 255, 0, 255]))
    #expect(holds([255, 0, 0, 255]))
  }

  @Test func errorsNameProblemAndFix() async throws {
    var request = RenderRequest()
    request.header.device = "iphone-9"
    let target = try OutputTarget("none/capture.gif")
    let error = await #expect(throws: HeaderKitError.self) {
      try await Renderer(request).render(to: [target])
    }
    #expect(error?.code == .usage)
    #expect(error?.subject == .property("device"))
    #expect(error?.reason == "unknown device \"iphone-9\"")
    #expect(error?.remedy.isEmpty == false)
  }

  private static func small() -> RenderRequest {
    var request = RenderRequest()
    request.header.device = "iphone-se"
    request.header.scale = 0.5
    request.playback.frames = 0...3
    return request
  }

  @Test func framesArriveInOrder() async throws {
    var request = Self.small()
    request.header.sceneData = Array(#"{"version": 1, "theme": "dark"}"#.utf8)
    request.header.framing.crop = .header
    var frames: [AnimationFrame] = []
    for try await frame in Renderer(request).frames { frames.append(frame) }
    #expect(frames.map(\.pixmap.width).allSatisfy { $0 == 160 })
    let seconds = frames.reduce(0) { $0 + $1.duration.seconds }
    #expect(abs(seconds - 4.0 / 30) < 1e-9)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.pixmap != $1.pixmap })
  }

  @Test func cancellationEndsFrameSequence() async throws {
    let task = Task {
      var count = 0
      for try await _ in Renderer(Self.small()).frames {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private final class Sink: FrameSink {
    struct Full: Error {}
    var frames: [AnimationFrame] = []
    var size: PixelSize?
    var isFinished = false
    var capacity = Int.max
    func begin(size: PixelSize, duration: RationalTime) { self.size = size }
    func append(_ frame: AnimationFrame) throws {
      guard frames.count < capacity else { throw Full() }
      frames.append(frame)
    }
    func finish() { isFinished = true }
  }

  @Test func sinkReceivesFramesOfTheSequence() async throws {
    let sink = Sink()
    let outcome = try await Renderer(Self.small()).render(to: [], sinks: [sink])
    var frames: [AnimationFrame] = []
    for try await frame in Renderer(Self.small()).frames { frames.append(frame) }
    #expect(sink.frames == frames)
    #expect(sink.size == frames.first?.pixmap.size)
    #expect(sink.isFinished)
    #expect(outcome.outputs.isEmpty)
  }

  @Test func failingSinkEndsRenderWithItsError() async throws {
    let folder = NSTemporaryDirectory() + "library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let sink = Sink()
    sink.capacity = 0
    let target = try OutputTarget(folder + "/a.apng")
    await #expect(throws: Sink.Full.self) {
      try await Renderer(Self.small()).render(to: [target], sinks: [sink])
    }
    #expect(!sink.isFinished)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func cancelledRenderThrowsCancellationError() async throws {
    let folder = NSTemporaryDirectory() + "library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let target = try OutputTarget(folder + "/a.gif")
    let task = Task {
      try await Renderer(Self.small()).render(to: [target]) { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func manyStillsEqualSingleStills() throws {
    var request = StillRequest()
    request.header = Self.small().header
    let moments = [StillRequest.Moment.offsets([0]), .offsets([40, -20]), .offsets([90])]
    let pictures = try StillRenderer(request).render(moments)
    for (moment, picture) in zip(moments, pictures) {
      request.moment = moment
      #expect(try StillRenderer(request).render().picture == picture)
    }
  }

  @Test func localizedErrorsUseTheirDescription() throws {
    let error = #expect(throws: HeaderKitError.self) { try OutputTarget("a.xyz") }
    #expect(error?.localizedDescription == error?.description)
    let json = #expect(throws: JSONError.self) {
      try ScrollCurve.parse(Array("{".utf8), file: "swipe", limits: CurveLimits())
    }
    #expect(json?.localizedDescription == json?.description)
    let codec = #expect(throws: CodecError.self) { try AnimationDecoder.decode(bytes: [1]) }
    #expect(codec?.localizedDescription == codec?.description)
  }
}
