public import Raster

/// Encodes a Y4M stream of a fixed rate, as other programs read it from a pipe.
///
/// A frame is repeated as long as it is shown, and dropped if it is over before the next tick: the
/// n-th tick shows what is on screen at that time, so no error grows. There is no transparency:
/// what is not opaque is laid over black. Memory: one frame.
public struct Y4MEncoder: AnimationEncoder {
  /// One packed frame, to be written `count` times (0 ...) on end.
  public struct RepeatedFrame: Hashable, Sendable {
    /// The stream's header, before the first frame only.
    public let prefix: [UInt8]
    /// The frame with its own header.
    public let bytes: [UInt8]
    /// How often `bytes` is to be written.
    public let count: Int
  }

  private let size: PixelSize
  private let options: Y4MOptions
  private let planes: Y4MPlanes
  private var elapsed = FrameDuration.zero
  private var written = 0
  private var isBegun = false
  /// The last frame, while nothing is written yet.
  private var dropped: Pixmap?

  /// Every frame must have this size.
  public init(size: PixelSize, options: Y4MOptions) {
    self.size = size
    self.options = options
    planes = Y4MPlanes(options)
  }

  /// Takes the next frame and returns it as often as the rate asks for it.
  ///
  /// A long pause makes many bytes at once; `pack` does not.
  public mutating func append(
    _ frame: Pixmap, duration: FrameDuration
  ) throws(CodecError) -> [UInt8] {
    let packed = try pack(frame, duration: duration)
    var bytes = packed.prefix
    bytes.reserveCapacity(packed.prefix.count + packed.bytes.count * packed.count)
    for _ in 0..<packed.count { bytes += packed.bytes }
    return bytes
  }

  /// Takes the next frame and returns it once, with how often it is to be written.
  public mutating func pack(
    _ frame: Pixmap, duration: FrameDuration
  ) throws(CodecError) -> RepeatedFrame {
    guard frame.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(frame.width) x \(frame.height) pixels in an animation of "
          + "\(size.width) x \(size.height)", hint: "all frames need one size")
    }
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
  public mutating func finish() throws(CodecError) -> [UInt8] {
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
