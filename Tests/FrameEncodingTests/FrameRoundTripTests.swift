import CodecInterface
import FileAccess
@testable import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import StrictJSON
import TestSupport
import Testing

/// Random frames in all lossless formats and in the spool.
@Suite struct FrameRoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns pictures of one size, some of them equal neighbors, with few enough colors for a GIF.
  private func clip(_ random: inout SeededRandom, isOpaque: Bool) throws -> [(
    pixmap: Pixmap, delay: Int
  )] {
    let size = try #require(
      PixelSize(width: random.number(in: 1...17), height: random.number(in: 1...13)))
    let colors = (0..<5).map { _ -> [UInt8] in
      let alpha = isOpaque ? 255 : [0, 255, 128][random.number(below: 3)]
      return (0..<3).map { _ in UInt8(random.number(in: 0...alpha)) } + [UInt8(alpha)]
    }
    var clip: [(pixmap: Pixmap, delay: Int)] = []
    for _ in 0..<random.number(in: 1...6) {
      if let last = clip.last, random.holds(percent: 25) {
        clip.append((last.pixmap, random.number(in: 2...60)))
        continue
      }
      let bytes = (0..<size.area).flatMap { _ in colors[random.number(below: colors.count)] }
      clip.append((try #require(Pixmap(size: size, bytes: bytes)), random.number(in: 2...60)))
    }
    return clip
  }

  /// Joins consecutive equal frames.
  private func runs(_ clip: [(pixmap: Pixmap, delay: Int)]) -> [(pixmap: Pixmap, delay: Int)] {
    var runs: [(pixmap: Pixmap, delay: Int)] = []
    for frame in clip {
      if let last = runs.last, last.pixmap == frame.pixmap {
        runs[runs.count - 1].delay += frame.delay
      } else {
        runs.append(frame)
      }
    }
    return runs
  }

  private func request(_ input: String, _ change: (inout EncodeRequest) -> Void = { _ in })
    -> EncodeRequest
  {
    var request = EncodeRequest()
    request.inputs = [folder.path + "/" + input]
    request.encoding.gif.effort = 1
    request.encoding.gif.lossless = true
    change(&request)
    return request
  }

  private func encode(_ request: EncodeRequest, to name: String) throws -> RenderOutcome {
    try FrameSequenceEncoder(request).encode(to: [OutputTarget(folder.path + "/" + name)])
  }

  private func decoded(_ name: String) throws -> [(pixmap: Pixmap, delay: Int)] {
    try AnimationDecoder.decode(bytes: try #require(folder.bytes(name))).frames.map {
      ($0.pixmap, $0.duration.rounded(toUnitsPerSecond: 100))
    }
  }

  @Test(arguments: ["gif", "apng", "webp"], 0..<12) func framesRoundTrip(
    ending: String, seed: Int
  ) throws {
    var random = SeededRandom(seed)
    let clip = try clip(&random, isOpaque: ending == "gif")
    try folder.write("in.apng", clip)
    let outcome = try encode(request("in.apng"), to: "out." + ending)
    let name: Comment = "\(ending), seed \(seed)"
    let (found, expected) = (try decoded("out." + ending), runs(clip))
    #expect(found.map(\.pixmap) == expected.map(\.pixmap), name)
    // A still WebP has no duration.
    if ending != "webp" || expected.count > 1 {
      #expect(found.map(\.delay) == expected.map(\.delay), name)
    }
    #expect(abs(outcome.duration - Double(clip.reduce(0) { $0 + $1.delay }) / 100) < 1e-9, name)
    #expect(outcome.paintedFrames == expected.count, name)
  }

  @Test(arguments: 0..<12) func foldersOfFramesRoundTrip(seed: Int) throws {
    var random = SeededRandom(seed)
    let clip = try clip(&random, isOpaque: false)
    for (index, frame) in clip.enumerated() {
      try folder.write("in/frame \(index + 8).png", frame.pixmap)
    }
    _ = try encode(request("in") { $0.playback.framesPerSecond = 10 }, to: "out/")
    for (index, frame) in clip.enumerated() {
      let bytes = try #require(folder.bytes("out/000\(index).png"), "seed \(seed)")
      #expect(try ImageDecoder.decode(bytes: bytes).pixmap == frame.pixmap, "seed \(seed)")
    }
    #expect(!folder.exists("out/000\(clip.count).png"), "seed \(seed)")
  }

  /// Reading pictures concurrently gives the same frames as reading them one by one.
  @Test(arguments: 0..<4) func bytesAreIndependentOfJobs(seed: Int) throws {
    var random = SeededRandom(seed)
    for (index, frame) in try clip(&random, isOpaque: true).enumerated() {
      try folder.write("in/\(index).png", frame.pixmap)
    }
    for jobs in [1, 3] {
      _ = try encode(request("in") { $0.jobs = jobs }, to: "\(jobs).gif")
    }
    #expect(folder.bytes("1.gif") == folder.bytes("3.gif"), "seed \(seed)")
  }

  // MARK: - Selection

  /// The selection of a range, boomerang, holds and speed compared with the plain rules.
  @Test(arguments: 0..<40) func framesAreArrangedByTheRules(seed: Int) throws {
    var random = SeededRandom(seed)
    let clip = try clip(&random, isOpaque: true)
    try folder.write("in.apng", clip)
    let frames = runs(clip)
    var request = request("in.apng")
    let first = random.number(below: frames.count)
    let range = first...random.number(in: first...frames.count - 1)
    if random.holds(percent: 60) { request.playback.frames = range }
    request.playback.boomerang = random.holds(percent: 50)
    request.playback.holdFirst = RationalTime(random.number(below: 3))
    request.playback.holdLast = RationalTime(random.number(below: 3))
    request.playback.speed = try #require(
      RationalTime(random.number(in: 1...3), over: random.number(in: 1...3)))
    var expected = (request.playback.frames.map { Array(frames[$0]) } ?? frames).map {
      (pixmap: $0.pixmap, seconds: Double($0.delay) / 100 / request.playback.speed.value)
    }
    let back = expected.dropFirst().dropLast().reversed()
    expected[0].seconds += request.playback.holdFirst.value
    expected[expected.count - 1].seconds += request.playback.holdLast.value
    if request.playback.boomerang { expected += back }
    var shown: [(pixmap: Pixmap, seconds: Double)] = []
    try ArrangedFrames(request: request).forEach { frame in
      shown.append((frame.picture, frame.duration.seconds))
    }
    #expect(shown.map(\.pixmap) == expected.map(\.pixmap), "seed \(seed)")
    for (found, wanted) in zip(shown, expected) {
      #expect(abs(found.seconds - wanted.seconds) < 1e-9, "seed \(seed)")
    }
  }

  // MARK: - Spooled frames

  @Test(arguments: 0..<8) func spooledFramesAreReadInAnyOrder(seed: Int) throws {
    var random = SeededRandom(seed)
    let clip = try clip(&random, isOpaque: false)
    let spool = try FrameSpool(limits: RenderLimits())
    for frame in clip {
      try spool.append(
        frame.pixmap, duration: try #require(RationalTime(centiseconds: frame.delay)))
    }
    #expect(spool.durations.map(\.seconds) == clip.map { Double($0.delay) / 100 })
    for index in clip.indices.shuffled(using: &random) + clip.indices.shuffled(using: &random) {
      #expect(try spool.picture(index) == clip[index].pixmap, "seed \(seed)")
    }
  }

  /// Skipped frames do not change the total duration, and the first and last frame stay.
  @Test(arguments: 0..<20, 1...4) func reducedFramesKeepTheDuration(seed: Int, step: Int) throws {
    var random = SeededRandom(seed)
    let spool = try FrameSpool(limits: RenderLimits())
    let size = try #require(PixelSize(width: 4, height: 4))
    let delays = (0..<random.number(in: 1...12)).map { _ in random.number(in: 2...9) }
    for (index, delay) in delays.enumerated() {
      let picture = Pixmap(size: size, fill: Color(rgb: UInt32(index)))
      try spool.append(picture, duration: try #require(RationalTime(centiseconds: delay)))
    }
    var numbers: [Int] = []
    var total = RationalTime.zero
    let reduced = ReducedFrames(
      spool, size: size, reduction: FrameReduction(quarters: 4, step: step))
    try reduced.forEach { picture, duration in
      numbers.append(Int(picture.bytes[2]))
      total = total + duration
      return true
    }
    #expect(total == RationalTime(centiseconds: delays.reduce(0, +)), "seed \(seed)")
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count, "seed \(seed)")
    #expect(numbers.first == 0 && numbers.last == delays.count - 1, "seed \(seed)")
    if step == 1 { #expect(numbers == Array(delays.indices), "seed \(seed)") }
    // Iteration stops when the closure returns false.
    var asked = 0
    try reduced.forEach { _, _ in
      asked += 1
      return false
    }
    #expect(asked == 1)
  }

  // MARK: - Rates

  /// The frame durations of an animation and the rate of which each is a multiple.
  @Test(
    arguments: [
      ([10, 20, 50], 10), ([4, 6], 50), ([25, 25], 4), ([30, 20], 10), ([100], 1),
      ([3, 5, 7], 100),
    ] as [([Int], Int)])
  func rateOfUnequalTimesIsTheirCommonDivisor(delays: [Int], rate: Int) throws {
    try folder.write(
      "in.apng", try delays.enumerated().map { (try dotted(dotX: $0), delay: $1) })
    var rates = Set<RationalTime>()
    try FrameSource(request("in.apng")).forEach { rates.insert($0.rate) }
    #expect(rates == [RationalTime(rate)])
  }

  @Test(arguments: [
    (["b10.png", "b9.png", "a.jpg.png"], ["a.jpg.png", "b9.png", "b10.png"]),
    (["1.png", "02.png", ".hidden.png", "notes.txt", "x.PNG"], ["1.png", "02.png", "x.PNG"]),
  ])
  func readsFolderInNumericOrder(names: [String], order: [String]) throws {
    for name in names { try folder.write("in/" + name, try dotted()) }
    #expect(FrameSource(request("in")).files == order.map { folder.path + "/in/" + $0 })
  }

  @Test func folderWithoutPicturesIsRejected() throws {
    try folder.write("in/notes.txt", [1])
    let error = #expect(throws: HeaderKitError.self) {
      try FrameSource(request("in")).forEach { _ in }
    }
    #expect(error?.code == .noInput)
    try folder.write("two/0.png", try dotted())
    try folder.write("two/1.png", try dotted(9, 9))
    let other = #expect(throws: HeaderKitError.self) {
      try FrameSource(request("two")).forEach { _ in }
    }
    #expect(other?.code == .badData)
    #expect(other?.subject == .file(folder.path + "/two/1.png"))
  }

  // MARK: - Outcomes

  /// Consecutive equal frames are one painted picture but count as separate frames. For a folder
  /// the files are counted.
  @Test func outcomeCountsFramesAndPictures() throws {
    for (index, number) in [0, 0, 1, 1, 1, 0].enumerated() {
      try folder.write("f/\(index).png", try dotted(dotX: number))
    }
    let outcome = try encode(request("f") { $0.playback.framesPerSecond = 20 }, to: "g/")
    #expect(outcome.frames == 6 && outcome.paintedFrames == 3 && outcome.duration == 0.3)
    #expect(outcome.json().contains(#""frames":6, "differentFrames":3, "#))
    #expect(outcome.outputs.map(\.files) == [6])
    let bytes = try (0..<6).map { try #require(folder.bytes("g/000\($0).png")).count }
    #expect(outcome.outputs.map(\.bytes) == [bytes.reduce(0, +)])
  }

  @Test func outcomeDescribesTheOutputs() throws {
    try folder.write("in.apng", try (0..<3).map { (try dotted(dotX: $0), delay: 10) })
    var request = request("in.apng")
    request.encoding.gif.lossless = false
    request.encoding.measuresGIF = true
    let outcome = try encode(request, to: "out.gif")
    let output = try #require(outcome.outputs.first)
    let report = try #require(output.gif)
    #expect(report.width == 12 && report.height == 9 && report.keptFrames == 3)
    #expect(report.bytes.palettes + report.bytes.pixels + report.bytes.container == output.bytes)
    let json = try JSONValue.parse(Array(outcome.json(withCost: true).utf8)).object()
    #expect(try json.required("frames").integer(in: 0...9) == 3)
    #expect(try json.required("duration").number() == 0.3)
    let written = try Array(json.required("outputs").array())[0].object()
    #expect(try written.required("path").string() == folder.path + "/out.gif")
    #expect(try written.required("bytes").integer(in: 0...Int.max) == output.bytes)
    let gif = try written.required("gif").object()
    #expect(try gif.required("keptFrames").integer(in: 0...9) == 3)
    #expect(gif.optional("flicker") != nil)
    let stages = try json.required("stats").object().required("stages").array()
    #expect(
      try stages.map { try $0.object().required("stage").string() }
        == RenderStage.allCases.map(\.rawValue))
    #expect(outcome.statsText.hasSuffix(report.text + "\n"))
    #expect(report.text.hasPrefix("quality \(report.quality ?? 0), 12 x 9 pixels, "))
    #expect(JSONWriter.literal(outcome.duration) == "0.3")
  }
}
