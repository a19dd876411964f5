import CodecInterface
import ImageCodecs
import PortableMath
import Raster

/// Y4M streams: the same frames or the same error for any division into pieces.
struct Y4MTarget: FuzzTarget {
  private static let limits = DecodeLimits(maxPixels: 1 << 16, maxFrames: 20)
  private static let samplings = [
    "C420", "C420jpeg", "C420mpeg2", "C420paldv", "C422", "C444", "Cmono", "C444alpha", "C420p10",
    "C",
  ]
  private static let words = [
    "W0", "W-1", "W65536", "H9223372036854775807", "F0:0", "F30:0", "F1:9223372036854775807", "F30",
    "Ip", "It", "A1:1", "XCOLORRANGE=FULL", "XCOLORRANGE=LIMITED", "XMATRIX=BT709", "X", "FRAME",
    "YUV4MPEG2", "", "W", "W\u{e9}",
  ]
  private let mutation = PartMutation(
    words: [Array("FRAME\n".utf8), Array("YUV4MPEG2 ".utf8), [0x0A], [0x20]])

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let (width, height) = (1 + random.number(below: 6), 1 + random.number(below: 6))
    let sampling = random.chance(90) ? random.number(below: 7) : random.number(below: 10)
    var words = [
      "YUV4MPEG2", "W\(width)", "H\(height)", "F\(1 + random.number(below: 60)):1",
      Self.samplings[sampling],
    ]
    while random.chance(30) {
      words.insert(random.pick(Self.words), at: random.number(below: words.count + 1))
    }
    if random.chance(10) { words.remove(at: random.number(below: words.count)) }
    var bytes = Array((words.joined(separator: " ") + "\n").utf8)
    let halved = ((width + 1) / 2, (height + 1) / 2)
    let chroma =
      switch sampling {
      case 0...3: halved.0 * halved.1
      case 4: halved.0 * height
      case 5: width * height
      default: 0
      }
    for _ in 0...random.number(below: 4) {
      bytes += Array("FRAME\(random.chance(10) ? " " + random.pick(Self.words) : "")\n".utf8)
      for _ in 0..<width * height + 2 * chroma { bytes.append(random.byte()) }
    }
    if random.chance(30) { mutation.change(&bytes, &random) }
    return bytes
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let whole = try read(input, pieces: input.count)
    for length in [1, 7] {
      let pieces = try read(input, pieces: length)
      try Finding.require(
        pieces.frames == whole.frames && pieces.error == whole.error,
        "pieces of \(length) bytes give something else: \(pieces.error ?? "frames")")
    }
    return whole.error == nil
  }

  private func read(
    _ input: [UInt8], pieces length: Int
  ) throws -> (frames: [AnimationFrame], error: String?) {
    var decoder = Y4MDecoder(limits: Self.limits)
    var frames: [AnimationFrame] = []
    do throws(CodecError) {
      for start in stride(from: 0, to: input.count, by: max(1, length)) {
        frames += try decoder.append(input[start..<min(input.count, start + length)])
      }
      try decoder.finish()
    } catch {
      // Frames that are complete before an error are returned.
      return ([], error.kind == .truncated ? "truncated" : error.description)
    }
    for frame in frames {
      try Finding.require(frame.pixmap.isOpaque, "a frame that is not opaque")
      try Finding.require(frame.duration > .zero, "a frame without a duration")
    }
    return (frames, nil)
  }
}
