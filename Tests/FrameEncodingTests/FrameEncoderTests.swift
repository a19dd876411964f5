import CodecInterface
import FileAccess
import Foundation
import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import TestSupport
import Testing
import VisualDiff

@Suite struct FrameEncoderTests {
  /// Returns three pictures of few colors, which all formats preserve exactly.
  private func pictures() throws -> [Pixmap] { try (1...3).map { try dotted(dotX: $0) } }

  private func encode(
    _ inputs: [String], to names: [String], in folder: TemporaryFolder,
    _ change: (inout EncodeRequest) -> Void = { _ in }
  ) throws -> RenderOutcome {
    var request = EncodeRequest()
    request.inputs = inputs.map { folder.path + "/" + $0 }
    change(&request)
    return try FrameSequenceEncoder(request).encode(
      to: names.map { try OutputTarget(folder.path + "/" + $0) })
  }

  @Test func filesRoundTripInEveryFormat() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    for (index, picture) in pictures.enumerated() { try folder.write("\(index).png", picture) }
    let outcome = try encode(
      ["0.png", "1.png", "2.png"], to: ["a.gif", "a.apng", "f/", "a.y4m"], in: folder
    ) { $0.playback.framesPerSecond = 10 }
    #expect(outcome.frames == 3)
    #expect(outcome.duration == 0.3)
    for name in ["a.gif", "a.apng"] {
      let animation = try AnimationDecoder.decode(bytes: try #require(folder.bytes(name)))
      #expect(animation.frames.map(\.pixmap) == pictures)
      #expect(animation.frames.allSatisfy { $0.duration == RationalTime(centiseconds: 10) })
    }
    for (index, picture) in pictures.enumerated() {
      let bytes = try #require(folder.bytes("f/000\(index).png"))
      #expect(try ImageDecoder.decode(bytes: bytes).pixmap == picture)
    }
    for source in ["a.gif", "a.apng", "f", "a.y4m"] {
      let again = try encode([source], to: ["b.gif"], in: folder) {
        $0.playback.framesPerSecond = 10
      }
      #expect(again.frames == 3)
    }
  }

  /// A boomerang, which spools frames to disk, encoded and decoded again in each lossless format.
  @Test func translucentColorsAreKept() throws {
    let folder = try TemporaryFolder()
    let size = try #require(PixelSize(width: 2, height: 1))
    for index in 0..<3 {
      let picture = try #require(
        Pixmap(
          size: size, bytes: [1, 1, 0, 1, 0, 0, 0, 0],
          straight: [200, UInt8(150 + index), 9, 1, 7, 7, UInt8(index), 0]))
      try folder.write("\(index).png", picture)
    }
    _ = try encode(["0.png", "1.png", "2.png"], to: ["a.apng", "f/"], in: folder) {
      $0.playback.boomerang = true
    }
    _ = try encode(["a.apng"], to: ["g/"], in: folder)
    for (index, source) in [0, 1, 2, 1].enumerated() {
      let expected = try ImageDecoder.decode(bytes: #require(folder.bytes("\(source).png"))).pixmap
      #expect(expected.straight == [200, UInt8(150 + source), 9, 1, 7, 7, UInt8(source), 0])
      for copy in ["f", "g"] {
        let bytes = try #require(folder.bytes("\(copy)/000\(index).png"))
        #expect(try ImageDecoder.decode(bytes: bytes).pixmap == expected)
      }
    }
  }

  @Test func playCountIsKeptOnRequest() throws {
    let folder = try TemporaryFolder()
    func loops(_ name: String) throws -> Int? {
      try AnimationDecoder.decode(bytes: #require(folder.bytes(name))).loopCount
    }
    for (index, picture) in try pictures().enumerated() {
      try folder.write("\(index).png", picture)
    }
    _ = try encode(["0.png", "1.png", "2.png"], to: ["3.gif", "3.apng", "3.webp"], in: folder) {
      $0.encoding.gif.loop = .plays(3)
    }
    _ = try encode(["0.png", "1.png"], to: ["1.gif"], in: folder) {
      $0.encoding.gif.loop = .plays(1)
    }
    for name in ["3.gif", "3.apng", "3.webp"] {
      _ = try encode([name], to: ["b.gif", "b.apng"], in: folder) { $0.keepsLoop = true }
      #expect(try loops("b.gif") == 3 && loops("b.apng") == 3, "\(name)")
      _ = try encode([name], to: ["b.apng"], in: folder) { $0.encoding.gif.loop = .plays(2) }
      #expect(try loops("b.apng") == 2)
    }
    _ = try encode(["1.gif"], to: ["b.gif", "b.apng"], in: folder) { $0.keepsLoop = true }
    #expect(try loops("b.gif") == nil && loops("b.apng") == 1)
    // Frames from pictures keep the requested play count.
    _ = try encode(["0.png", "1.png"], to: ["b.apng"], in: folder) { $0.keepsLoop = true }
    #expect(try loops("b.apng") == 0)
  }

  @Test func frameWithoutDurationIsKeptIfTheFormatSupportsIt() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    try folder.write("a.apng", [(pictures[0], 20), (pictures[1], 0), (pictures[2], 50)])
    _ = try encode(["a.apng"], to: ["b.apng", "b.webp", "b.gif"], in: folder)
    func times(_ name: String) throws -> [Double] {
      try AnimationDecoder.decode(bytes: #require(folder.bytes(name))).frames
        .map(\.duration.seconds)
    }
    #expect(try times("b.apng") == [0.2, 0, 0.5])
    #expect(try times("b.webp") == [0.2, 0, 0.5])
    // The duration that browsers use.
    #expect(try times("b.gif") == [0.2, 0.1, 0.5])
    let outcome = try encode(["a.apng"], to: ["c.gif"], in: folder)
    #expect(
      outcome.warnings == [
        "\(folder.path)/a.apng: 1 of 3 frames has no time; GIFs and videos show it for 0.1 s, as "
          + "browsers do"
      ])
    _ = try encode(["a.apng"], to: ["b.apng"], in: folder) { $0.playback.framesPerSecond = 10 }
    #expect(try times("b.apng") == [0.1, 0.1, 0.1])
  }

  /// Individual durations are kept in formats with durations, converted to repetitions in those
  /// with a rate, and ignored in a folder of frames.
  @Test func unequalTimesAreKept() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    try folder.write(
      "a.apng", [(pictures[0], 20), (pictures[1], 10), (pictures[2], 50)])
    let outcome = try encode(["a.apng"], to: ["b.gif", "b.y4m", "f/"], in: folder)
    #expect(outcome.outputs.map(\.files) == [1, 1, 3])
    let gif = try AnimationDecoder.decode(bytes: try #require(folder.bytes("b.gif")))
    #expect(gif.frames.map(\.duration.seconds) == [0.2, 0.1, 0.5])
    var decoder = Y4MDecoder()
    let frames = try decoder.append(try #require(folder.bytes("b.y4m")))
    #expect(frames.count == 8)
    #expect(frames.allSatisfy { $0.duration.seconds == 0.1 })
    #expect(frames[0].pixmap == frames[1].pixmap)
    #expect(frames[1].pixmap != frames[2].pixmap)
  }

  /// A video is decoded frame by frame, so no limit on bytes applies.
  @Test func acceptsLongerY4MFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.apng", try pictures().map { ($0, 10) })
    _ = try encode(["a.apng"], to: ["b.y4m"], in: folder)
    let length = try #require(folder.bytes("b.y4m")).count
    let outcome = try encode(["b.y4m"], to: ["c.gif"], in: folder) {
      $0.limits.inputBytes = length - 1
    }
    #expect(outcome.frames == 3)
    let error = #expect(throws: HeaderKitError.self) {
      try encode(["a.apng"], to: ["d.gif"], in: folder) { $0.limits.inputBytes = 100 }
    }
    #expect(error?.remedy == "raise the limit with \(.inputByteLimit)")
  }

  /// The frame rate is that of the stream or the requested one.
  @Test(arguments: [(nil, 0.04), (10, 0.1), (50, 0.02)] as [(RationalTime?, Double)])
  func streamUsesItsRateOrTheRequestedOne(rate: RationalTime?, duration: Double) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.apng", try pictures().map { ($0, 4) })
    _ = try encode(["a.apng"], to: ["b.y4m"], in: folder)
    _ = try encode(["b.y4m"], to: ["c.apng"], in: folder) { $0.playback.framesPerSecond = rate }
    let animation = try AnimationDecoder.decode(bytes: try #require(folder.bytes("c.apng")))
    #expect(animation.frames.map(\.duration.seconds) == [duration, duration, duration])
  }

  @Test func limitsFramesLikeCanvases() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    try folder.write("a.apng", pictures.map { ($0, 10) })
    let pixels = pictures[0].size.area
    let error = #expect(throws: HeaderKitError.self) {
      try encode(["a.apng"], to: ["b.gif"], in: folder) { $0.limits.canvasPixels = pixels - 1 }
    }
    #expect(error?.remedy == "raise the limit with \(.canvasPixelLimit)")
    #expect(!folder.exists("b.gif"))
    #expect(
      try encode(["a.apng"], to: ["b.gif"], in: folder) { $0.limits.canvasPixels = pixels }.frames
        == 3)
  }

  @Test func repeatedFramesOfOneRateAreLimited() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    try folder.write("a.apng", [(pictures[0], 300), (pictures[1], 10)])
    let error = #expect(throws: HeaderKitError.self) {
      try encode(["a.apng"], to: ["b.y4m"], in: folder) { $0.limits.frames = 30 }
    }
    #expect(error?.remedy.properties.contains(.frameLimit) == true)
    #expect(!folder.exists("b.y4m"))
    #expect(
      try encode(["a.apng"], to: ["b.y4m"], in: folder) { $0.limits.frames = 31 }.frames == 2)
  }

  /// The record contains the durations before the format rounds them.
  @Test(arguments: ["gif", "apng", "webp"]) func recordHasTheFrameTimes(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    let clip = zip(try pictures(), [20, 7, 50]).map { (pixmap: $0, delay: $1) }
    try folder.write("a.apng", clip)
    _ = try encode(["a.apng"], to: ["b." + ending], in: folder) {
      $0.playback.speed = RationalTime(3, over: 2) ?? 1
    }
    let file = try #require(folder.bytes("b." + ending))
    let record = try #require(FrameHashes(file: file))
    #expect(record.frames.map(\.hash) == clip.map { PixelHash($0.pixmap).value })
    // Two thirds of the times, accurate to a flick.
    let ends = record.frames.indices.map { last in
      record.frames[...last].map(\.duration.seconds).reduce(0, +)
    }
    for (end, expected) in zip(ends, [0.4 / 3, 0.54 / 3, 1.54 / 3]) {
      #expect(abs(end - expected) < 1e-8)
    }
    _ = try encode(["a.apng"], to: ["c." + ending], in: folder) { $0.encoding.frameHashes = false }
    #expect(FrameHashes(file: try #require(folder.bytes("c." + ending))) == nil)
  }

  /// A held frame has a duration even if it was 0 before.
  @Test func holdGivesDurationToUntimedFrame() throws {
    let folder = try TemporaryFolder()
    let pictures = try pictures()
    try folder.write("a.apng", [(pictures[0], 0), (pictures[1], 20), (pictures[2], 0)])
    _ = try encode(["a.apng"], to: ["b.apng"], in: folder) { $0.playback.holdFirst = 2 }
    let frames = try AnimationDecoder.decode(bytes: #require(folder.bytes("b.apng"))).frames
    #expect(frames.map(\.duration.seconds) == [2.1, 0.2, 0])
  }

  @Test func warningsAreInTheOrderOfPictures() throws {
    let folder = try TemporaryFolder()
    for (index, picture) in try pictures().enumerated() {
      var png = try PNGEncoder.encode(picture)
      if index != 1 {
        // An ancillary chunk with a wrong checksum.
        png.insert(contentsOf: [0, 0, 0, 0] + Array("teSt".utf8) + [1, 2, 3, 4], at: 33)
      }
      try folder.write("f/\(index).png", png)
    }
    for jobs in [1, 3] {
      let outcome = try encode(["f"], to: ["a.apng"], in: folder) { $0.jobs = jobs }
      #expect(outcome.warnings.count == 2 && outcome.frames == 3)
      for (warning, name) in zip(outcome.warnings, ["0.png", "2.png"]) {
        #expect(warning.contains("f/" + name) && warning.contains("the checksum of chunk teSt"))
      }
    }
  }

  /// A folder with the name of a frame is found before any frame is moved.
  @Test func folderInPlaceOfAFrameChangesNothing() throws {
    let folder = try TemporaryFolder()
    for (index, picture) in try pictures().enumerated() {
      try folder.write("\(index).png", picture)
    }
    try folder.write("f/0001.png/kept.txt", [1])
    let error = #expect(throws: HeaderKitError.self) {
      try encode(["0.png", "1.png", "2.png"], to: ["f/"], in: folder)
    }
    #expect(error?.code == .cannotCreate)
    #expect(!folder.exists("f/0000.png") && !folder.exists("f/0002.png"))
    #expect(folder.exists("f/0001.png/kept.txt"))
  }

  /// Numbers are sorted by value: 2 before 10.
  @Test func folderIsSortedByNumbers() throws {
    let folder = try TemporaryFolder()
    let names = ["f1.png", "f2.png", "f010.png", "f10.png", "g1.png"]
    for (index, name) in names.enumerated() {
      try folder.write("f/" + name, try dotted(dotX: index))
    }
    try folder.write("f/.hidden.png", [1])
    try folder.write("f/notes.txt", [1])
    _ = try encode(["f"], to: ["a.apng"], in: folder)
    let animation = try AnimationDecoder.decode(bytes: try #require(folder.bytes("a.apng")))
    #expect(animation.frames.map(\.pixmap) == (try (0..<5).map { try dotted(dotX: $0) }))
  }

  @Test func readingAndWritingOneFolderIsRejected() throws {
    let folder = try TemporaryFolder()
    try folder.write("f/0000.png", try dotted())
    let error = #expect(throws: HeaderKitError.self) {
      try encode(["f"], to: ["f/"], in: folder)
    }
    #expect(error?.code == .usage)
  }
}
