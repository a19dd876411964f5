package import CodecInterface
package import PortableMath
package import Raster

/// Encodes a Y4M stream of a fixed rate, as other programs read it from a pipe.
///
/// A frame is repeated as long as it is shown, and dropped if it is over before the next tick: the
/// n-th tick shows what is on screen at that time, so no error grows. There is no transparency:
/// what is not opaque is laid over black. Colours are whole (C444), so that text keeps them, and of
/// BT.601 in limited range, which programs assume of a stream that says nothing else. Memory: one frame.
package struct Y4MEncoder {
  /// One packed frame, to be written `count` times (0 ...) on end.
  package struct RepeatedFrame: Hashable, Sendable {
    /// The stream's header, before the first frame only.
    package let prefix: [UInt8]
    /// The frame with its own header.
    package let bytes: [UInt8]
    package let count: Int
  }

  private let size: PixelSize
  /// One frame's time; its inverse is the stream's rate.
  private let interval: RationalTime
  private var elapsed = RationalTime.zero
  private var written = 0
  private var isBegun = false
  /// The last frame, while nothing is written yet.
  private var dropped: Pixmap?

  /// Every frame must have this size. Throws `.invalidOption` for an interval of 0 or one whose terms
  /// exceed 1,000,000,000.
  package init(size: PixelSize, interval: RationalTime) throws(CodecError) {
    guard (1...1_000_000_000).contains(interval.numerator) else {
      throw CodecError(
        kind: .invalidOption, message: "a frame interval of \(interval.seconds) s",
        hint: "give a rate above 0 whose terms do not exceed 1,000,000,000")
    }
    (self.size, self.interval) = (size, interval)
  }

  /// Takes the next frame and returns it once, with how often it is to be written.
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

  /// Nothing, except where every frame was too short to be written: then the last one.
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
