import Foundation
import Testing
import HeaderKit

/// The examples in the library's documentation, which are run by these tests.
@Suite struct ExampleTests {
  /// A folder that is removed after the test.
  private final class Place {
    let path = NSTemporaryDirectory() + "twheader-tests-" + UUID().uuidString

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let place: Place
  private var folder: String { place.path }

  init() throws {
    place = try Place()
    try write("red.png", Self.red)
    try write("green.png", Self.green)
    try write(
      "manifest.jsonl",
      Data(
        #"{"id": "still", "style": "stretch", "outputs": [{"path": "still.png", "offset": 0}]}"#
          .utf8))
  }

  private func write(_ name: String, _ data: Data?) throws {
    try #require(data).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  /// Pictures of one pixel.
  private static let red = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
  )
  private static let green = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"
  )

  /// Each code block of the documentation is part of a test below.
  @Test func allExamplesAreRun() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let own = Self.lines(try String(contentsOfFile: #filePath, encoding: .utf8))
    let sources = root.appendingPathComponent("Sources")
    var examples = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
    where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      for part in text.components(separatedBy: "/// ```swift\n").dropFirst() {
        let block = part.components(separatedBy: "/// ```")[0].replacing("///", with: "")
        let wanted = Self.lines(block)
        #expect(own.firstRange(of: wanted) != nil, "\(name): \(wanted.first ?? "")")
        examples += 1
      }
    }
    #expect(examples >= 10)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test func rendersAnAnimation() async throws {
    var request = RenderRequest()
    request.header.style = .named("stretch")
    request.header.device = "iphone-se"
    request.header.scale = 1
    request.playback.framesPerSecond = 20
    request.playback.frames = 0...3
    let outcome = try await Renderer(request).render(
      to: [try OutputTarget(folder + "/capture.gif")])
    print(outcome.frames, "frames,", outcome.outputs.map(\.bytes), "bytes")
    #expect(outcome.frames == 4)
  }

  @Test func rendersToCustomSink() async throws {
    final class Clock: FrameSink {
      var seconds = 0.0
      func begin(size: PixelSize, duration: RationalTime) {}
      func append(_ frame: AnimationFrame) { seconds += frame.duration.seconds }
      func finish() { print(seconds, "s") }
    }
    var request = RenderRequest()
    request.header.scale = 0.5
    request.playback.frames = 0...3
    let clock = Clock()
    _ = try await Renderer(request).render(to: [], sinks: [clock])
    #expect(abs(clock.seconds - 4.0 / 30) < 1e-9)
  }

  @Test func paintsAStill() throws {
    var request = StillRequest()
    request.header.style = .named("contacts")
    request.header.scale = 1
    request.moment = .offsets([40, 80])
    let (picture, warnings) = try StillRenderer(request).render()
    print(picture.size.width, "x", picture.size.height, warnings)
    #expect(picture.size == PixelSize(width: 414, height: 896))
  }

  @Test func paintsASheet() throws {
    var request = SheetRequest()
    request.styles = [.named("mimic"), .named("x-profile")]
    request.themes = [.dark]
    request.offsets = [0, 80]
    request.cellWidth = 60
    let sheet = try SheetRenderer(request).render().picture
    #expect(sheet.width > 2 * 60)
  }

  @Test func encodesExistingFrames() throws {
    var request = EncodeRequest()
    request.inputs = [folder + "/red.png", folder + "/green.png"]
    request.playback.framesPerSecond = 10
    request.encoding.gif.quality = 90
    let outcome = try FrameSequenceEncoder(request).encode(
      to: [try OutputTarget(folder + "/colors.gif")])
    #expect(outcome.frames == 2)
  }

  @Test func setsAConstantOfAHeader() throws {
    var document = try HeaderDocument.builtIn("thinkandbuild")
    try document.set(constant: "stop", to: 46)
    var request = StillRequest()
    request.header.style = .document(document)
    request.header.scale = 1
    request.moment = .offsets([100])
    let picture = try StillRenderer(request).render().picture
    #expect(picture.width == 375)
  }

  @Test func makesACurve() throws {
    let curve = ScrollCurve(
      course: .gestures(
        [
          .hold(duration: 0.3),
          .drag(by: 220, duration: 0.25, easing: .linear),
          .release(velocity: nil, until: nil),
        ], ScrollPhysics()))
    var request = CurveRequest()
    request.curve = .curve(curve)
    let (motion, summary) = try request.run()
    print(summary.frames, "frames; at 0.5 s", motion.reportedOffset(at: 0.5), "pt")
    #expect(motion.offset(at: 0.55) == 220)
  }

  @Test func tracesAHeader() throws {
    var request = TraceRequest()
    request.header.style = .named("large-title")
    request.events = .offsets([0, 40, 80])
    for record in try request.run() {
      print(record.state.offset, record.state.layers.map(\.id))
    }
    #expect(try request.run().map(\.state.offset) == [0, 40, 80])
  }

  @Test func comparesPictures() async throws {
    var request = DiffRequest(first: folder + "/red.png", second: folder + "/green.png")
    request.pictures = ImageComparison(metric: .exact)
    let report = try await DiffRunner(request).run()
    print(report.items.map { "\($0.name): \($0.status)" })
    #expect(report.count(.different) == 1)
  }

  @Test func runsABatch() async throws {
    let manifest = try Manifest.load(folder + "/manifest.jsonl")
    var options = BatchOptions(outputFolder: folder + "/out")
    options.jobs = 2
    let results = try await BatchRunner(manifest, items: manifest.items, options: options)
      .run { print($0.id, $0.state) }
    #expect(results.count == 1)
  }

  @Test func readsAnAnimation() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/red.png"))
    let animation = try AnimationDecoder.decode(bytes: Array(bytes))
    print(animation.frames.count, "frames,", animation.duration.value, "s")
    #expect(animation.frames.count == 1)
  }
}
