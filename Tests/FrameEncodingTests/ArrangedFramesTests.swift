import CodecInterface
import FileAccess
@testable import FrameEncoding
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import TestSupport
import Testing

/// The selection, timing and background of an encode request's frames.
@Suite struct ArrangedFramesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<5 { try folder.write("f/\(number).png", try dotted(dotX: number)) }
  }

  private func request(_ input: String = "f") -> EncodeRequest {
    var request = EncodeRequest()
    request.inputs = [folder.path + "/" + input]
    request.playback.framesPerSecond = 10
    return request
  }

  /// Returns the number of each frame and its duration in seconds.
  private func shown(_ request: EncodeRequest) throws -> [(number: Int?, seconds: Double)] {
    let pictures = try (0..<5).map { try dotted(dotX: $0) }
    var list: [(number: Int?, seconds: Double)] = []
    try ArrangedFrames(request: request).forEach { frame in
      list.append((pictures.firstIndex(of: frame.picture), frame.duration.seconds))
    }
    return list
  }

  @Test func defaultRequestChangesNothing() throws {
    let frames = try shown(request())
    #expect(frames.map(\.number) == [0, 1, 2, 3, 4])
    #expect(frames.allSatisfy { $0.seconds == 0.1 })
  }

  @Test func combinesHoldsRangeAndBoomerang() throws {
    var request = request()
    request.playback.frames = 1...4
    request.playback.holdFirst = 1
    request.playback.holdLast = try #require(RationalTime(1, over: 2))
    request.playback.boomerang = true
    let frames = try shown(request)
    #expect(frames.map(\.number) == [1, 2, 3, 4, 3, 2])
    #expect(frames.map(\.seconds) == [1.1, 0.1, 0.1, 0.6, 0.1, 0.1])
  }

  /// Each frame has the same duration in both directions of a boomerang.
  @Test func reversedFramesKeepTheirDurations() throws {
    let delays = [10, 20, 30, 40, 50]
    try folder.write(
      "clip.apng", try delays.enumerated().map { (try dotted(dotX: $0), delay: $1) })
    var request = request("clip.apng")
    request.playback.framesPerSecond = nil
    request.playback.boomerang = true
    let frames = try shown(request)
    #expect(frames.map(\.number) == [0, 1, 2, 3, 4, 3, 2, 1])
    #expect(frames.map(\.seconds) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.3, 0.2])
  }

  @Test(arguments: [(0...0, [0]), (1...2, [1, 2])])
  func oneAndTwoFramesHaveNoReversal(range: ClosedRange<Int>, numbers: [Int]) throws {
    var request = request()
    request.playback.frames = range
    request.playback.boomerang = true
    #expect(try shown(request).map(\.number) == numbers)
  }

  @Test func speedDividesTimesExactly() throws {
    var request = request()
    request.playback.speed = try #require(RationalTime(3, over: 1))
    var list: [RationalTime] = []
    var rates: [RationalTime] = []
    try ArrangedFrames(request: request).forEach { frame in
      list.append(frame.duration)
      rates.append(frame.rate)
    }
    #expect(list.allSatisfy { $0 == RationalTime(duration: 1, over: 30) })
    #expect(rates.allSatisfy { $0 == 30 })
  }

  /// 10 frames per second at six times the speed are 60, too many for GIF but not for APNG.
  @Test func speedTooHighForGIFIsRejected() throws {
    var request = request()
    request.playback.speed = 6
    let gif = try OutputTarget(folder.path + "/a.gif")
    let error = #expect(throws: HeaderKitError.self) {
      try FrameSequenceEncoder(request).encode(to: [gif])
    }
    #expect(error?.reason.description.contains("browsers") == true)
    #expect(error?.subject == .property(.framesPerSecond))
    let apng = try OutputTarget(folder.path + "/a.apng")
    #expect(abs(try FrameSequenceEncoder(request).encode(to: [apng]).duration - 5.0 / 60) < 1e-12)
  }

  @Test func missingFramesAreRejected() throws {
    var request = request()
    request.playback.frames = 3...5
    let error = #expect(throws: HeaderKitError.self) { try shown(request) }
    #expect(error?.code == .usage)
    #expect(error?.reason == "3-5 is not within 0-4")
  }

  @Test func boomerangIsLimited() throws {
    var request = request()
    request.playback.boomerang = true
    request.limits.frames = 8
    #expect(try shown(request).count == 8)
    request.limits.frames = 7
    let error = #expect(throws: HeaderKitError.self) { try shown(request) }
    #expect(error?.remedy.properties.contains(.frameLimit) == true)
  }

  /// Encodes red pixels with opacities of 0, 0.25, 0.75 and 1 as a GIF.
  @Test func transparencyIsRoundedOrComposited() throws {
    let size = try #require(PixelSize(width: 4, height: 1))
    let picture = try #require(
      Pixmap(size: size, bytes: [0, 0, 0, 0, 64, 0, 0, 64, 192, 0, 0, 192, 255, 0, 0, 255]))
    try folder.write("clear.png", picture)
    func pixels(_ background: Color?) throws -> [UInt8] {
      var request = request("clear.png")
      request.background = background
      let target = try OutputTarget(folder.path + "/clear.gif")
      _ = try FrameSequenceEncoder(request).encode(to: [target])
      let animation = try AnimationDecoder.decode(bytes: try #require(folder.bytes("clear.gif")))
      return try #require(animation.frames.first).pixmap.bytes
    }
    #expect(try pixels(nil) == [0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255])
    #expect(
      try pixels(.white) == [
        255, 255, 255, 255, 255, 191, 191, 255, 255, 63, 63, 255, 255, 0, 0, 255,
      ])
  }

  /// Browsers play at most 50 frames per second.
  @Test(arguments: [(50, 1, true), (51, 1, false), (101, 2, false), (99, 2, true)])
  func gifHasAtMost50FramesPerSecond(frames: Int, seconds: Int, isTaken: Bool) throws {
    var request = request()
    request.playback.framesPerSecond = RationalTime(frames, over: seconds)
    let target = try OutputTarget(folder.path + "/a.gif")
    guard !isTaken else {
      #expect(try FrameSequenceEncoder(request).encode(to: [target]).frames == 5)
      return
    }
    let error = #expect(throws: HeaderKitError.self) {
      try FrameSequenceEncoder(request).encode(to: [target])
    }
    #expect(error?.code == .usage && error?.subject == .property(.framesPerSecond))
    let rate = seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)"
    #expect(error?.reason.description.hasPrefix("\(rate) is too fast for a GIF: ") == true)
    #expect(!folder.exists("a.gif"))
  }

  /// In a folder of frames, a held frame is one file. A stream repeats it.
  @Test func heldFrameIsOneFile() throws {
    var request = request()
    request.playback.holdLast = 2
    let targets = try ["g/", "a.y4m"].map { try OutputTarget(folder.path + "/" + $0) }
    let outcome = try FrameSequenceEncoder(request).encode(to: targets)
    #expect(outcome.outputs.map(\.files) == [5, 1])
    #expect(!folder.exists("g/0005.png"))
    var decoder = Y4MDecoder()
    #expect(try decoder.append(#require(folder.bytes("a.y4m"))).count == 25)
  }
}
