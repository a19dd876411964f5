package import CodecInterface
package import PortableMath
package import Raster

/// Encodes a Y4M stream with a constant frame rate, which other programs can read from a pipe.
///
/// Frames are sampled at the ticks of the stream, so long frames are repeated, frames that end
/// before the next tick are dropped, and errors do not accumulate. The format has no transparency:
/// pixels are composited over black. Chroma is not subsampled (C444), which keeps text sharp.
/// Colors are BT.601 in limited range, which programs assume by default. Memory use is one frame.
package struct Y4MEncoder {
  /// A packed frame, to be written `count` times. `count` may be 0.
  package struct RepeatedFrame: Hashable, Sendable {
    /// The stream's header for the first frame, else empty.
    package let prefix: [UInt8]
    /// The frame including its header.
    package let bytes: [UInt8]
    package let count: Int
  }

  private let size: PixelSize
  /// The duration of a frame, the inverse of the frame rate.
  private let interval: RationalTime
  private var elapsed = RationalTime.zero
  private var written = 0
  private var isBegun = false
  /// The last frame, if no frame has been written so far.
  private var dropped: Pixmap?

  /// Creates an encoder for frames of this size.
  ///
  /// - Throws: `.invalidOption` if the interval is 0 or one of its terms exceeds 1,000,000,000.
  package init(size: PixelSize, interval: RationalTime) throws(CodecError) {
    guard (1...1_000_000_000).contains(interval.numerator) else {
      throw CodecError(
        kind: .invalidOption, message: "a frame interval of \(interval.seconds) s",
        hint: "give a rate above 0 whose terms do not exceed 1,000,000,000")
    }
    self.size = size
    self.interval = interval
  }

  /// Packs the next frame. Returns it with the number of times to write it.
  package mutating func pack(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> RepeatedFrame {
    try frame.check(isOf: size)
    elapsed = elapsed + duration
    let due = elapsed.intervals(of: interval)
    let count = due - written
    written = due
    let prefix = isBegun ? [] : Array(header.utf8)
    isBegun = true
    dropped = written == 0 ? frame : nil
    return RepeatedFrame(
      prefix: prefix, bytes: count > 0 ? Self.planes(of: frame) : [], count: count)
  }

  /// Returns the last frame if all frames were too short to be written, else no bytes.
  package mutating func finish() throws(CodecError) -> [UInt8] {
    guard isBegun else { throw CodecError.noFrame }
    defer { dropped = nil }
    return dropped.map(Self.planes) ?? []
  }

  private var header: String {
    "YUV4MPEG2 W\(size.width) H\(size.height) F\(interval.denominator):\(interval.numerator)"
      + " Ip A1:1 C444 XCOLORRANGE=\(YCbCrRange.limited.rawValue)"
      + " XMATRIX=\(YCbCrMatrix.bt601.rawValue)\n"
  }

  private static func planes(of frame: Pixmap) -> [UInt8] {
    let weights = YCbCrCoefficients(.bt601, .limited)
    let middle = 128 << YCbCrCoefficients.bits + 1 << (YCbCrCoefficients.bits - 1)
    var bytes = Array("FRAME\n".utf8)
    bytes.reserveCapacity(bytes.count + frame.size.area * 3)
    let planes = [
      (weights.luma, weights.lumaOffset), (weights.cb, middle), (weights.cr, middle),
    ]
    frame.bytes.withUnsafeBufferPointer { pixels in
      for ((red, green, blue), offset) in planes {
        for index in stride(from: 0, to: pixels.count, by: 4) {
          let sum =
            red * Int(pixels[index]) + green * Int(pixels[index + 1])
            + blue * Int(pixels[index + 2])
          bytes.append(UInt8(truncatingIfNeeded: (sum + offset) >> YCbCrCoefficients.bits))
        }
      }
    }
    return bytes
  }
}
