@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct Y4MTests {
  private let tick = RationalTime(duration: 1, over: 30) ?? .zero

  private func one(_ color: Color, width: Int = 2, height: Int = 2) throws -> Pixmap {
    Pixmap(size: try #require(PixelSize(width: width, height: height)), fill: color)
  }

  private func encode(
    _ frames: [(Pixmap, RationalTime)], interval: RationalTime? = nil
  ) throws -> [UInt8] {
    var encoder = try Y4MEncoder(
      size: #require(frames.first).0.size, interval: interval ?? tick)
    var bytes: [UInt8] = []
    for (frame, duration) in frames {
      let packed = try encoder.pack(frame, duration: duration)
      bytes += packed.prefix
      for _ in 0..<packed.count { bytes += packed.bytes }
    }
    return try bytes + encoder.finish()
  }

  @Test func headerIsComplete() throws {
    let picture = try one(.white, width: 6, height: 4)
    let interval = try #require(RationalTime(duration: 1001, over: 30_000))
    let bytes = try encode([(picture, interval)], interval: interval)
    #expect(
      String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        == "YUV4MPEG2 W6 H4 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED XMATRIX=BT601")
  }

  /// The values of 100 % bars in the standards' tables, limited range.
  @Test(
    arguments: [
      (YCbCrMatrix.bt601, 0xFFFFFF, 235, 128, 128), (.bt601, 0x000000, 16, 128, 128),
      (.bt601, 0xFF0000, 81, 90, 240), (.bt601, 0x00FF00, 145, 54, 34),
      (.bt601, 0x0000FF, 41, 240, 110), (.bt709, 0xFF0000, 63, 102, 240),
      (.bt709, 0x00FF00, 173, 42, 26), (.bt709, 0x0000FF, 32, 240, 118),
      (.bt709, 0xFFFF00, 219, 16, 138),
    ] as [(YCbCrMatrix, UInt32, UInt8, UInt8, UInt8)])
  func primariesHaveTheirTextbookValues(
    matrix: YCbCrMatrix, rgb: UInt32, luma: UInt8, cb: UInt8, cr: UInt8
  ) throws {
    func planes(_ count: Int) -> [UInt8] {
      Array(repeating: luma, count: 4) + Array(repeating: cb, count: count)
        + Array(repeating: cr, count: count)
    }
    let picture = try one(Color(rgb: rgb))
    if matrix == .bt601 {
      #expect(try encode([(picture, tick)]).suffix(12) == planes(4)[...])
    }
    for isWhole in [true, false] {
      let reference = ReferenceStream(isWhole: isWhole, matrix: matrix)
      #expect(Array(reference.bytes([picture]).suffix(isWhole ? 12 : 6)) == planes(isWhole ? 4 : 1))
      var decoder = Y4MDecoder()
      let frame = try #require(try decoder.append(reference.bytes([picture])).first)
      #expect(worst(frame.pixmap, picture) <= 2)
    }
  }

  /// Returns the largest difference of a channel.
  private func worst(_ first: Pixmap, _ second: Pixmap) -> Int {
    zip(first.bytes, second.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  @Test(arguments: YCbCrMatrix.allCases, YCbCrRange.allCases)
  func colorsRoundTripWithinRounding(matrix: YCbCrMatrix, range: YCbCrRange) throws {
    var random = RandomPictures(seed: 21)
    let picture = try random.picture(.photo, width: 64, height: 64)
    let isOurs = matrix == .bt601 && range == .limited
    let reference = ReferenceStream(matrix: matrix, range: range).bytes([picture])
    for bytes in [reference] + (isOurs ? [try encode([(picture, tick)])] : []) {
      var decoder = Y4MDecoder()
      let frames = try decoder.append(bytes)
      try decoder.finish()
      #expect(frames.count == 1)
      // Half a step of luma and of chroma, which are up to 1.16 and 2.11 color values wide.
      #expect(worst(frames[0].pixmap, picture) <= 2)
    }
  }

  @Test(arguments: YCbCrMatrix.allCases)
  func graysOfFullRangeAreExact(matrix: YCbCrMatrix) throws {
    let size = try #require(PixelSize(width: 256, height: 1))
    let bytes = (0..<256).flatMap { gray -> [UInt8] in [UInt8(gray), UInt8(gray), UInt8(gray), 255]
    }
    let picture = try #require(Pixmap(size: size, bytes: bytes))
    for isWhole in [true, false] {
      let reference = ReferenceStream(isWhole: isWhole, matrix: matrix, range: .full)
      var decoder = Y4MDecoder()
      let frames = try decoder.append(reference.bytes([picture]))
      #expect(frames.map(\.pixmap) == [picture])
    }
  }

  /// The frame at each tick, for durations that are not whole numbers of ticks.
  @Test func framesAreRepeatedAndDroppedWithoutDrift() throws {
    let grays = try (0..<8).map { try one(Color(rgb: UInt32($0) * 0x202020)) }
    let durations = [(1, 30), (1, 10), (1, 100), (1, 100), (1, 100), (1, 20), (0, 1), (1, 15)]
    let frames = try zip(grays, durations).map { gray, duration in
      (gray, try #require(RationalTime(duration: duration.0, over: duration.1)))
    }
    let seen = try grays.map { gray in
      var decoder = Y4MDecoder()
      return try #require(try decoder.append(encode([(gray, tick)])).first).pixmap
    }
    #expect(Set(seen.map(\.bytes)).count == grays.count)
    var decoder = Y4MDecoder()
    let shown = try decoder.append(encode(frames))
    try decoder.finish()
    // Ends in ticks: 1, 4, 4.3, 4.6, 4.9, 6.4, 6.4, 8.4; rounded 1, 4, 4, 5, 5, 6, 6, 8.
    let expected = [0, 1, 1, 1, 3, 5, 7, 7].map { seen[$0] }
    #expect(shown.map(\.pixmap) == expected)
    #expect(shown.allSatisfy { $0.duration == tick })
  }

  @Test func shortAnimationHasOneFrame() throws {
    let short = try #require(RationalTime(duration: 1, over: 1000))
    var decoder = Y4MDecoder()
    let last = try one(.white)
    let shown = try decoder.append(encode([(one(.black), short), (last, short)]))
    #expect(shown.map(\.pixmap) == [last])
  }

  @Test func longPauseTakesOneFrameOfBytes() throws {
    let picture = try one(.white)
    var encoder = try Y4MEncoder(size: picture.size, interval: tick)
    let packed = try encoder.pack(
      picture, duration: #require(RationalTime(duration: 60, over: 1)))
    #expect(packed.count == 1800)
    #expect(packed.bytes.count == 6 + 12)
  }

  @Test(arguments: [1, 2, 3, 7, 50])
  func piecesOfAnySizeGiveTheSameFrames(piece: Int) throws {
    var random = RandomPictures(seed: 22)
    let frames = try (0..<4).map { _ in try random.picture(.photo, width: 5, height: 3) }
    for isWhole in [true, false] {
      let bytes = ReferenceStream(isWhole: isWhole).bytes(frames)
      var whole = Y4MDecoder()
      let expected = try whole.append(bytes)
      #expect(expected.count == 4)
      var decoder = Y4MDecoder()
      var found: [AnimationFrame] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        found += try decoder.append(bytes[start..<min(bytes.count, start + piece)])
      }
      try decoder.finish()
      #expect(found == expected)
    }
  }

  /// Two chroma columns of 2 x 1 samples: 64 and 192 in Cr, otherwise constant.
  @Test(arguments: [
    ("420jpeg", [64, 96, 160, 192]), ("420mpeg2", [64, 128, 192, 192]),
    ("422", [64, 128, 192, 192]),
  ])
  func interpolatesChromaAtItsSites(name: String, expected: [Int]) throws {
    let rows = name == "422" ? 2 : 1
    var stream = Array("YUV4MPEG2 W4 H2 F25:1 Ip C\(name) XCOLORRANGE=FULL\nFRAME\n".utf8)
    stream += Array(repeating: 128, count: 8)
    stream += Array(repeating: 128, count: 2 * rows)
    for _ in 0..<rows { stream += [64, 192] }
    var decoder = Y4MDecoder()
    let frame = try #require(try decoder.append(stream).first)
    let reds = (0..<4).map { Int(frame.pixmap.bytes[$0 * 4]) }
    #expect(reds == expected.map { Int((128 + 1.402 * Double($0 - 128)).rounded()) })
  }

  /// Unknown interlacing is treated as progressive.
  @Test(arguments: [("Ip", true), ("I?", true), ("It", false), ("Ib", false), ("Im", false)])
  func interlacedStreamsAreRejected(word: String, isRead: Bool) throws {
    var decoder = Y4MDecoder()
    let stream = Array("YUV4MPEG2 W2 H1 F25:1 \(word) Cmono\nFRAME\n".utf8) + [16, 235]
    guard isRead else {
      let error = #expect(throws: CodecError.self) { try decoder.append(stream) }
      #expect(error?.kind == .unsupported)
      #expect(error?.message == "unsupported Y4M: interlaced (\(word))")
      return
    }
    #expect(try decoder.append(stream).map(\.pixmap.bytes) == [[0, 0, 0, 255, 255, 255, 255, 255]])
  }

  @Test func grayStreamsAreDecoded() throws {
    var decoder = Y4MDecoder()
    let frames = try decoder.append(
      Array("YUV4MPEG2 W2 H1 F25:1 Cmono XCOLORRANGE=FULL\nFRAME\n".utf8) + [3, 250])
    #expect(frames.map(\.pixmap.bytes) == [[3, 3, 3, 255, 250, 250, 250, 255]])
    #expect(decoder.header?.frameInterval == RationalTime(duration: 1, over: 25))
  }

  @Test(arguments: [
    ("YUV4MPEG W2", "damaged Y4M: YUV4MPEG2 should stand at its beginning"),
    ("YUV4MPEG2 H2 F25:1\n", "damaged Y4M: its first line has no width (W) or no height (H)"),
    ("YUV4MPEG2 W2 H2\n", "damaged Y4M: its first line has no rate such as F30:1"),
    ("YUV4MPEG2 W2 H2 F0:0\n", "damaged Y4M: its first line has no rate such as F30:1"),
    ("YUV4MPEG2 W2 H2 F25:1 It\n", "unsupported Y4M: interlaced (It)"),
    ("YUV4MPEG2 W2 H2 F25:1 C420p10\n", "unsupported Y4M: samples C420p10"),
    ("YUV4MPEG2 W0 H2 F25:1\n", "an image of 0 x 2 pixels is empty"),
    (
      "YUV4MPEG2 W100000 H2000 F25:1\n",
      "too large: 100,000 x 2,000 pixels, but at most 64,000,000 pixels are allowed"
    ),
    (
      "YUV4MPEG2 W1 H1 F25:1 C444\nFRAME\nabcframe",
      "damaged Y4M: FRAME should stand behind frame 1"
    ),
  ])
  func invalidStreamsAreRejected(stream: String, message: String) {
    var decoder = Y4MDecoder()
    let error = #expect(throws: CodecError.self) { try decoder.append(stream.utf8) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "", "YUV4MPEG2 W2", "YUV4MPEG2 W2 H2 F25:1 C444\n", "YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\nab",
  ])
  func truncatedStreamsAreRejected(stream: String) throws {
    var decoder = Y4MDecoder()
    #expect(try decoder.append(stream.utf8).isEmpty)
    let error = #expect(throws: CodecError.self) { try decoder.finish() }
    #expect(error?.kind == .truncated)
  }

  @Test func endlessFirstLineIsRejected() {
    var decoder = Y4MDecoder()
    #expect(throws: CodecError.self) {
      try decoder.append(Array("YUV4MPEG2 ".utf8) + Array(repeating: 0x58, count: 2000))
    }
  }
}

/// A stream as other programs write it: planes by the formulas of ITU-T H.273 in floating point,
/// with chroma at full resolution or for blocks of 2 x 2 with replicated edges.
private struct ReferenceStream {
  var isWhole = true
  var matrix = YCbCrMatrix.bt601
  var range = YCbCrRange.limited

  func bytes(_ frames: [Pixmap]) -> [UInt8] {
    guard let first = frames.first else { return [] }
    let header =
      "YUV4MPEG2 W\(first.width) H\(first.height) F30:1 Ip A1:1 C\(isWhole ? "444" : "420jpeg")"
      + " XCOLORRANGE=\(range.rawValue) XMATRIX=\(matrix.rawValue)\n"
    return frames.reduce(Array(header.utf8)) { $0 + Array("FRAME\n".utf8) + planes($1) }
  }

  private func planes(_ frame: Pixmap) -> [UInt8] {
    let (red, blue) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let (floor, lumaSpan, chromaSpan) =
      range == .limited ? (16.0, 219.0, 224.0) : (0.0, 255.0, 255.0)
    func plane(block: Int, _ value: (Double, Double, Double) -> Double) -> [UInt8] {
      stride(from: 0, to: frame.height, by: block).flatMap { y in
        stride(from: 0, to: frame.width, by: block).map { x in
          var sum = 0.0
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)].prefix(block * block) {
            let index =
              (min(y + dy, frame.height - 1) * frame.width + min(x + dx, frame.width - 1)) * 4
            let color = frame.bytes[index..<index + 3].map { Double($0) / 255 }
            sum += value(color[0], color[1], color[2])
          }
          return UInt8(min(255, (sum / Double(block * block)).rounded()))
        }
      }
    }
    func luma(_ r: Double, _ g: Double, _ b: Double) -> Double {
      red * r + (1 - red - blue) * g + blue * b
    }
    let block = isWhole ? 1 : 2
    return plane(block: 1) { floor + lumaSpan * luma($0, $1, $2) }
      + plane(block: block) { 128 + chromaSpan * ($2 - luma($0, $1, $2)) / (2 * (1 - blue)) }
      + plane(block: block) { 128 + chromaSpan * ($0 - luma($0, $1, $2)) / (2 * (1 - red)) }
  }
}
