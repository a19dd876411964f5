package import CodecInterface
package import PortableMath
package import Raster

/// Encodes a Y4M stream of a fixed rate, as other programs read it from a pipe.
///
/// A frame is repeated as long as it is shown, and dropped if it is over before the next tick: the
/// n-th tick shows what is on screen at that time, so no error grows. There is no transparency:
/// what is not opaque is laid over black. Memory: one frame.
package struct Y4MEncoder: AnimationEncoder {
  /// One packed frame, to be written `count` times (0 ...) on end.
  package struct RepeatedFrame: Hashable, Sendable {
    /// The stream's header, before the first frame only.
    package let prefix: [UInt8]
    /// The frame with its own header.
    package let bytes: [UInt8]
    /// How often `bytes` is to be written.
    package let count: Int
  }

  private let size: PixelSize
  private let options: Y4MOptions
  private let planes: Y4MPlanes
  private var elapsed = RationalTime.zero
  private var written = 0
  private var isBegun = false
  /// The last frame, while nothing is written yet.
  private var dropped: Pixmap?

  /// Every frame must have this size.
  package init(size: PixelSize, options: Y4MOptions) {
    self.size = size
    self.options = options
    planes = Y4MPlanes(options)
  }

  /// Takes the next frame and returns it as often as the rate asks for it.
  ///
  /// A long pause makes many bytes at once; `pack` does not.
  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    let packed = try pack(frame, duration: duration)
    var bytes = packed.prefix
    bytes.reserveCapacity(packed.prefix.count + packed.bytes.count * packed.count)
    for _ in 0..<packed.count { bytes += packed.bytes }
    return bytes
  }

  /// Takes the next frame and returns it once, with how often it is to be written.
  package mutating func pack(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> RepeatedFrame {
    try frame.check(isOf: size)
    elapsed = elapsed + duration
    let due = elapsed.intervals(of: options.frameInterval)
    let count = due - written
    written = due
    let prefix = isBegun ? [] : Array(header.utf8)
    isBegun = true
    dropped = written == 0 ? frame : nil
    return RepeatedFrame(prefix: prefix, bytes: count > 0 ? planes.pack(frame) : [], count: count)
  }

  /// Nothing, except where every frame was too short to be written: then the last one.
  package mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard isBegun else {
      throw CodecError(
        kind: .invalidFrame, message: "an animation without frames", hint: "give at least one")
    }
    defer { dropped = nil }
    return dropped.map { planes.pack($0) } ?? []
  }

  private var header: String {
    let chroma = options.chroma == .full ? "444" : "420jpeg"
    let interval = options.frameInterval
    return "YUV4MPEG2 W\(size.width) H\(size.height) F\(interval.denominator):\(interval.numerator)"
      + " Ip A1:1 C\(chroma) XCOLORRANGE=\(options.range.rawValue)"
      + " XMATRIX=\(options.matrix.rawValue)\n"
  }
}

/// How pixels and times become a Y4M stream (YUV4MPEG2).
package struct Y4MOptions: Hashable, Sendable {
  /// How the planes are sampled.
  package enum Chroma: Hashable, Sendable, CaseIterable {
    /// Colour for every pixel: `C444`.
    case full
    /// Colour for blocks of 2 x 2 pixels, sited at their centres: `C420jpeg`.
    case quarter
  }

  /// One frame's time; its inverse is the stream's rate. More than 0, both terms up to 10^9.
  package let frameInterval: RationalTime
  /// Standard: full, so that text keeps its colours.
  package let chroma: Chroma
  /// How colours are weighed.
  package let matrix: YCbCrMatrix
  /// Whether luma takes 16 ... 235 and chroma 16 ... 240, or both 0 ... 255.
  package let range: YCbCrRange

  /// Standard: BT.601 of limited range, which programs assume of a stream that says nothing else.
  ///
  /// Throws `.invalidOption` for an interval of 0 or one whose terms exceed 1,000,000,000.
  package init(
    frameInterval: RationalTime, chroma: Chroma = .full, matrix: YCbCrMatrix = .bt601,
    range: YCbCrRange = .limited
  ) throws(CodecError) {
    guard (1...1_000_000_000).contains(frameInterval.numerator) else {
      throw CodecError(
        kind: .invalidOption, message: "a frame interval of \(frameInterval.seconds) s",
        hint: "give a rate above 0 whose terms do not exceed 1,000,000,000")
    }
    self.frameInterval = frameInterval
    self.chroma = chroma
    self.matrix = matrix
    self.range = range
  }
}

/// Turns pixels into the planes of a Y4M frame.
struct Y4MPlanes {
  private let chroma: Y4MOptions.Chroma
  private let weights: YCbCrCoefficients

  init(_ options: Y4MOptions) {
    chroma = options.chroma
    weights = YCbCrCoefficients(options.matrix, options.range)
  }

  /// The frame's header and its three planes.
  func pack(_ frame: Pixmap) -> [UInt8] {
    var bytes = Array("FRAME\n".utf8)
    bytes.reserveCapacity(bytes.count + frame.size.area * 3)
    packLuma(frame, into: &bytes)
    packChroma(frame, weights.cb, into: &bytes)
    packChroma(frame, weights.cr, into: &bytes)
    return bytes
  }

  private func packLuma(_ frame: Pixmap, into bytes: inout [UInt8]) {
    let (red, green, blue) = weights.luma
    let offset = weights.lumaOffset
    frame.bytes.withUnsafeBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let sum =
          red * Int(pixels[index]) + green * Int(pixels[index + 1]) + blue * Int(pixels[index + 2])
        bytes.append(UInt8(truncatingIfNeeded: (sum + offset) >> YCbCrCoefficients.bits))
      }
    }
  }

  private func packChroma(
    _ frame: Pixmap, _ weight: (red: Int, green: Int, blue: Int), into bytes: inout [UInt8]
  ) {
    let block = chroma == .full ? 1 : 2
    let (width, height) = (frame.width, frame.height)
    // The mean of a block: the sum of its four pixels (edges repeated), in quarters.
    let shift = YCbCrCoefficients.bits + (block == 2 ? 2 : 0)
    let offset = 128 << shift + 1 << (shift - 1)
    frame.bytes.withUnsafeBufferPointer { pixels in
      func sample(_ x: Int, _ y: Int) -> Int {
        let index = (min(y, height - 1) * width + min(x, width - 1)) * 4
        return weight.red * Int(pixels[index]) + weight.green * Int(pixels[index + 1])
          + weight.blue * Int(pixels[index + 2])
      }
      for y in stride(from: 0, to: height, by: block) {
        for x in stride(from: 0, to: width, by: block) {
          var sum = sample(x, y)
          if block == 2 { sum += sample(x + 1, y) + sample(x, y + 1) + sample(x + 1, y + 1) }
          // Full range: a chroma of +127.5 rounds to 256, which a byte does not hold.
          bytes.append(UInt8(truncatingIfNeeded: min(255, (sum + offset) >> shift)))
        }
      }
    }
  }
}
