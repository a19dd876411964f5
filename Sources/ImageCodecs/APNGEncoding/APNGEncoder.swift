public import Raster

/// Encodes an animated PNG without loss: 8-bit RGBA, viewers that know no animation show frame one.
///
/// A frame stores only the rectangle that changed, and in it, where that is smaller, only the
/// pixels that changed; equal neighbours become one frame with their durations added. Delays are
/// exact where both terms fit 16 bits, else rounded to 1 ms with the error carried on.
///
/// The number of frames stands in front of the first one, so all bytes come out of `finish`.
/// Memory: the packed frames so far, and two pictures.
public struct APNGEncoder: AnimationEncoder {
  private let size: PixelSize
  private let options: APNGOptions
  /// What a viewer shows after the frames that are written.
  private var shown: Pixmap?
  /// The newest frame; more of the same may follow.
  private var pending: (frame: Pixmap, duration: FrameDuration)?
  private var body: [UInt8] = []
  private var frameCount = 0
  private var sequence: UInt32 = 0
  /// Exact and written time up to the last written frame.
  private var clock = DelayClock()

  /// Every frame must have this size.
  public init(size: PixelSize, options: APNGOptions = .standard) {
    self.size = size
    self.options = options
  }

  /// Takes the next frame; returns nothing, see the type.
  public mutating func append(
    _ frame: Pixmap, duration: FrameDuration
  ) throws(CodecError) -> [UInt8] {
    guard frame.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(frame.width) x \(frame.height) pixels in an animation of "
          + "\(size.width) x \(size.height)", hint: "all frames need one size")
    }
    if let same = pending, same.frame == frame {
      pending = (frame, same.duration + duration)
      return []
    }
    try writePending()
    pending = (frame, duration)
    return []
  }

  /// The whole file.
  public mutating func finish() throws(CodecError) -> [UInt8] {
    try writePending()
    guard frameCount > 0 else {
      throw CodecError(
        kind: .invalidFrame, message: "an animation without frames", hint: "give at least one")
    }
    let header =
      PNGChunk.bigEndian(UInt32(truncatingIfNeeded: size.width))
      + PNGChunk.bigEndian(UInt32(truncatingIfNeeded: size.height)) + [8, 6, 0, 0, 0]
    let control =
      PNGChunk.bigEndian(UInt32(truncatingIfNeeded: frameCount))
      + PNGChunk.bigEndian(UInt32(truncatingIfNeeded: options.loopCount))
    var file = PNGChunk.signature
    file += PNGChunk.bytes(type: "IHDR", body: header)
    file += PNGChunk.bytes(type: "acTL", body: control)
    file += body
    file += PNGChunk.bytes(type: "IEND", body: [])
    body = []
    shown = nil
    return file
  }

  private mutating func writePending() throws(CodecError) {
    guard let (frame, duration) = pending else { return }
    pending = nil
    let delay = try clock.delay(for: duration)
    guard let under = shown else {
      try write(PackedFrame(frame, rect: size.bounds, blend: .replace, options.png), delay)
      shown = frame
      return
    }
    let rect =
      ChangedPart(from: under, to: frame).rect ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    guard let part = frame.part(rect), let beneath = under.part(rect) else { return }
    var packed = try PackedFrame(part, rect: rect, blend: .replace, options.png)
    if let spared = part.sparing(beneath) {
      let other = try PackedFrame(spared, rect: rect, blend: .over, options.png)
      if other.byteCount < packed.byteCount { packed = other }
    }
    try write(packed, delay)
    shown = frame
  }

  private mutating func write(
    _ packed: PackedFrame, _ delay: (numerator: Int, denominator: Int)
  ) throws(CodecError) {
    body += PNGChunk.bytes(
      type: "fcTL", body: nextSequence() + packed.control(delay, disposal: .keep))
    for data in packed.data {
      body +=
        frameCount == 0
        ? PNGChunk.bytes(type: "IDAT", body: data)
        : PNGChunk.bytes(type: "fdAT", body: nextSequence() + data)
    }
    frameCount += 1
  }

  private mutating func nextSequence() -> [UInt8] {
    defer { sequence += 1 }
    return PNGChunk.bigEndian(sequence)
  }
}
