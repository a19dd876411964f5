@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// The decoded canvas is the one that the encoder assumes.
struct GIFPixelTests {
  private let interval = RationalTime(duration: 1, over: 25) ?? .zero

  private func encode(_ frames: [Pixmap], _ options: GIFOptions) throws -> [UInt8] {
    var encoder = try GIFEncoder(size: try #require(frames.first).size, options: options)
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame, duration: interval) }
    return try bytes + encoder.finish()
  }

  private func decode(_ bytes: [UInt8]) throws -> [Pixmap] {
    try AnimationDecoder.decode(bytes: bytes).frames.map(\.pixmap)
  }

  /// Returns `count` pictures that differ in rectangles of noise.
  private func noisyFrames(
    _ kind: RandomPictures.Kind, seed: Int, width: Int, height: Int, count: Int
  ) throws -> [Pixmap] {
    var random = RandomPictures(seed: UInt64(seed))
    var frames = [try random.picture(kind, width: width, height: height)]
    for _ in 1..<count {
      let x = random.number(below: width)
      let y = random.number(below: height)
      let rect = PixelRect(
        x: x, y: y, width: 1 + random.number(below: width - x),
        height: 1 + random.number(below: height - y))
      frames.append(try random.disturbed(frames[frames.count - 1], rect))
    }
    return frames
  }

  /// Encodes two segments frame by frame and checks the canvas after each.
  private func expectClaimedCanvas(_ frames: [Pixmap], _ options: GIFOptions) throws {
    let timed = frames.enumerated().map { SourceFrame($1, end: 4 * ($0 + 1)) }
    let size = try #require(frames.first).size
    let tuning = GIFTuning(
      quality: options.quality ?? GIFOptions.defaultQuality, effort: options.effort)
    let seam = (timed.count + 1) / 2
    var first = GIFSegment(
      size: size, options: options, tuning: tuning, framesPerPalette: 1,
      frames: Array(timed[..<seam]), before: nil, following: seam < timed.count ? timed[seam] : nil,
      global: nil)
    first.global = try first.firstTable()
    let second = GIFSegment(
      size: size, options: options, tuning: tuning, framesPerPalette: 1,
      frames: Array(timed[seam...]), before: timed[seam - 1], following: nil, global: first.global)
    let container = try GIFContainer(size: size, global: first.global, loop: .forever)
    var claimed: [[UInt32]] = []
    var shown = ShownCanvas.clear(size)
    for frame in try first.planned() + second.planned() {
      let canvas = ShownCanvas(size: size)
      try container.write(frame.encode(over: shown, onto: canvas))
      // A canvas that is cleared after its frame still shows the frame during its display time.
      if !frame.update.clears { claimed.append(Array(canvas.pixels)) } else { claimed.append([]) }
      shown = canvas
    }
    try container.writeTrailer()
    let decoded = try decode(container.drain()).map { SourceFrame($0).pixels }
    try #require(decoded.count == claimed.count)
    for (decoded, claimed) in zip(decoded, claimed) where !claimed.isEmpty {
      #expect(decoded == claimed)
    }
  }

  @Test(
    arguments: [RandomPictures.Kind.photo, .fewColors, .gray, .twoColors, .black], [1, 2, 5, 9])
  func decodedCanvasEqualsEncoderCanvas(
    kind: RandomPictures.Kind, effort: Int
  ) throws {
    for (seed, quality) in [(1, 1), (2, 50), (3, 80), (4, 100)] {
      try expectClaimedCanvas(
        noisyFrames(kind, seed: seed, width: 29, height: 31, count: 6),
        GIFOptions(quality: quality, effort: effort))
    }
  }

  @Test(arguments: [1, 5, 9])
  func fullDictionariesAreWrittenCorrectly(effort: Int) throws {
    try expectClaimedCanvas(
      noisyFrames(.photo, seed: 9, width: 210, height: 190, count: 2),
      GIFOptions(quality: 95, effort: effort))
    try expectClaimedCanvas(
      noisyFrames(.gray, seed: 10, width: 210, height: 190, count: 2),
      GIFOptions(quality: 20, effort: effort, colors: 64))
  }

  @Test(arguments: [(1, 1), (1, 40), (40, 1), (2, 2), (255, 3), (3, 257)], [1, 5])
  func allSizesAreWritten(size: (Int, Int), effort: Int) throws {
    var random = RandomPictures(seed: 5)
    let frames = try (0..<3).map { _ in
      try random.picture(.photo, width: size.0, height: size.1)
    }
    try expectClaimedCanvas(frames, GIFOptions(effort: effort))
  }

  @Test(arguments: 2...9)
  func allNumbersOfColorsAreKept(bits: Int) throws {
    for colors in [(1 << bits) / 2 - 1, (1 << bits) / 2].filter({ (2...256).contains($0) }) {
      try expectClaimedCanvas(
        noisyFrames(.photo, seed: colors, width: 20, height: 20, count: 3),
        GIFOptions(colors: colors))
    }
  }

  @Test(arguments: [RandomPictures.Kind.fewColors, .twoColors, .black, .gray], 1...4)
  func losslessFramesRoundTripExactly(kind: RandomPictures.Kind, seed: Int) throws {
    let first = try noisyFrames(kind, seed: seed, width: 13, height: 11, count: 1)[0]
    var random = RandomPictures(seed: UInt64(seed))
    var frames = [first]
    for _ in 0..<14 {
      let rect = PixelRect(
        x: random.number(below: 9), y: random.number(below: 8), width: 3, height: 2)
      frames.append(try random.disturbed(frames[frames.count - 1], rect))
    }
    let bytes = try encode(frames, GIFOptions(lossless: true))
    #expect(try decode(bytes) == frames)
  }

  /// If an opaque pixel becomes clear, the canvas must be cleared between the frames.
  @Test(arguments: [true, false], [1, 5])
  func uncoveredPixelsBecomeClear(lossless: Bool, effort: Int) throws {
    let size = try #require(PixelSize(width: 12, height: 9))
    let frames = try (0..<9).map { step in
      var bytes = [UInt8](repeating: 0, count: size.area * 4)
      for pixel in [step, step + 12, 3 * step + 24] where step != 4 {
        bytes.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [200, UInt8(20 * step), 9, 255])
      }
      return try #require(Pixmap(size: size, bytes: bytes))
    }
    let shown = try decode(encode(frames, GIFOptions(effort: effort, lossless: lossless)))
    #expect(shown.map { $0.bytes.map { $0 == 255 } } == frames.map { $0.bytes.map { $0 == 255 } })
    if lossless { #expect(shown == frames) }
  }

  @Test func halfClearPixelsAreRoundedToClearOrOpaque() throws {
    let size = try #require(PixelSize(width: 2, height: 1))
    let frame = try #require(
      Pixmap(size: size, bytes: [100, 50, 0, 200, 60, 60, 60, 127]))
    let shown = try decode(encode([frame], GIFOptions(lossless: true)))
    #expect(shown.map(\.bytes) == [[128, 64, 0, 255, 0, 0, 0, 0]])
  }

  @Test func tooManyColorsAreRejectedWhenLossless() throws {
    var random = RandomPictures(seed: 3)
    let frame = try random.picture(.photo, width: 30, height: 30)
    #expect {
      _ = try encode([frame], GIFOptions(lossless: true))
    } throws: { error in
      (error as? CodecError)?.kind == .unsupported
        && (error as? CodecError)?.message.contains("more than 256 colors") == true
    }
  }

  @Test(arguments: [256, 255])
  func fullColorTableIsExact(colors: Int) throws {
    let size = try #require(PixelSize(width: 16, height: 16))
    func frame(_ blue: UInt8) throws -> Pixmap {
      let bytes = (0..<256).flatMap { index -> [UInt8] in
        let shade = UInt8(index % colors)
        return [shade, 255 - shade, blue, 255]
      }
      return try #require(Pixmap(size: size, bytes: bytes))
    }
    let frames = [try frame(1), try frame(2), try frame(3)]
    #expect(try decode(encode(frames, GIFOptions(lossless: true))) == frames)
  }

  /// White paper and the text color stay exact at any quality.
  @Test(arguments: [1, 40, 80], [1, 2, 5])
  func flatColorsStayExact(quality: Int, effort: Int) throws {
    var random = RandomPictures(seed: 8)
    let size = try #require(PixelSize(width: 60, height: 60))
    var picture = Pixmap(size: size, fill: .white)
    picture = try random.disturbed(picture, PixelRect(x: 0, y: 0, width: 60, height: 20))
    var bytes = picture.bytes
    for y in 40..<60 {
      for x in 0..<60 {
        bytes.replaceSubrange((y * 60 + x) * 4..<(y * 60 + x) * 4 + 4, with: [29, 155, 240, 255])
      }
    }
    picture = try #require(Pixmap(size: size, bytes: bytes))
    let shown = try decode(encode([picture], GIFOptions(quality: quality, effort: effort)))[0]
    #expect(shown.bytes[(30 * 60) * 4..<(38 * 60) * 4] == bytes[(30 * 60) * 4..<(38 * 60) * 4])
    #expect(shown.bytes[(42 * 60) * 4..<(58 * 60) * 4] == bytes[(42 * 60) * 4..<(58 * 60) * 4])
  }

  /// Lines with a width of one pixel and the paper uncovered by moving text, with and without a
  /// picture of many colors.
  @Test(arguments: [(20, 9), (40, 9), (80, 5), (60, 2), (80, 1)], [20, 0])
  func linesAndUncoveredBackgroundStayExact(_ choice: (quality: Int, effort: Int), band: Int) throws
  {
    var random = RandomPictures(seed: 12)
    let size = try #require(PixelSize(width: 80, height: 80))
    let (paper, line): ([UInt8], [UInt8]) = ([255, 255, 255, 255], [200, 200, 204, 255])
    let ink = (0..<200).map { _ in UInt8(20 + random.number(below: 230)) }
    let frames = try (0..<3).map { frame in
      var bytes: [UInt8] = []
      for y in 0..<80 {
        for x in 0..<80 {
          let row = y + 3 * frame
          let isInk = row % 16 > 4 && row % 16 < 10 && x % 7 < 3 && x > 10
          let gray = ink[(x * 31 + row * 17) % 200]
          bytes += row % 16 == 0 && x >= 8 ? line : isInk ? [gray, gray, gray, 255] : paper
        }
      }
      let page = try #require(Pixmap(size: size, bytes: bytes))
      return try random.disturbed(page, PixelRect(x: 0, y: 0, width: 80, height: band))
    }
    let shown = try decode(
      encode(frames, GIFOptions(quality: choice.quality, effort: choice.effort)))
    try #require(shown.count == frames.count)
    for (truth, picture) in zip(frames, shown) {
      let wrong = zip(SourceFrame(truth).pixels, SourceFrame(picture).pixels).dropFirst(80 * band)
        .filter { ($0.0 == 0xFFFFFF || $0.0 == 0xC8C8CC) && $0.0 != $0.1 }
      #expect(wrong.isEmpty)
    }
  }

  /// A pixel that is unchanged in the source keeps its encoded color, so it does not flicker.
  @Test(arguments: [1, 2, 5, 9])
  func unchangedPixelsNeverFlicker(effort: Int) throws {
    let frames = try noisyFrames(.photo, seed: 21, width: 40, height: 30, count: 8)
    let shown = try decode(encode(frames, GIFOptions(quality: 30, effort: effort)))
    try #require(shown.count == frames.count)
    for index in 1..<frames.count {
      let truths = zip(SourceFrame(frames[index - 1]).pixels, SourceFrame(frames[index]).pixels)
      let pictures = zip(SourceFrame(shown[index - 1]).pixels, SourceFrame(shown[index]).pixels)
      #expect(zip(truths, pictures).allSatisfy { $0.0 != $0.1 || $1.0 == $1.1 })
    }
  }

  /// The mean squared error of a photo-like gradient decreases with quality.
  @Test(arguments: [2, 5])
  func qualityLowersTheError(effort: Int) throws {
    let size = try #require(PixelSize(width: 64, height: 64))
    let bytes = (0..<size.area).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % 64, pixel / 64)
      return [UInt8(x * 4), UInt8(y * 3 + 20), UInt8((x * y) / 20 + 10), 255]
    }
    let frame = try #require(Pixmap(size: size, bytes: bytes))
    let errors = try [5, 40, 70, 95].map { quality -> Int in
      let shown = try decode(encode([frame], GIFOptions(quality: quality, effort: effort)))[0]
      return zip(shown.bytes, bytes).reduce(0) {
        let difference = Int($1.0) - Int($1.1)
        return $0 + difference * difference
      }
    }
    #expect(errors == errors.sorted(by: >))
    #expect(errors[3] < errors[0] / 4)
  }

  @Test(arguments: [1, 2, 5, 9])
  func encodingIsDeterministic(effort: Int) throws {
    let frames = try noisyFrames(.photo, seed: 31, width: 40, height: 30, count: 5)
    let first = try encode(frames, GIFOptions(effort: effort))
    #expect(try encode(frames, GIFOptions(effort: effort)) == first)
  }
}
