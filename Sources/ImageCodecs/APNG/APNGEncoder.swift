package import CodecInterface
package import PortableMath
package import Raster

/// Encodes an animated PNG without loss. Viewers without support for animation show the first
/// frame.
///
/// A frame stores only the rectangle that changed and, if that is smaller, only the changed pixels
/// in it. Consecutive equal frames are merged. The file is RGB if all frames are opaque, else RGBA.
/// Delays are exact if both terms fit in 16 bits, else they are rounded to 1 ms without
/// accumulating errors.
///
/// The frame count precedes the first frame, so all bytes are returned by `finish`. Memory use is
/// the packed frames and two pictures.
package struct APNGEncoder: AnimationEncoder {
  private let size: PixelSize
  /// The play count. 0 loops forever.
  private let loopCount: Int
  private let png: PNGOptions
  /// The canvas after the last packed frame.
  private var shown: Pixmap?
  /// The last frame. Equal frames extend its duration.
  private var pending: (frame: Pixmap, duration: RationalTime)?
  private var frames: [PackedFrame] = []
  private var color = PackedFrame.Color.keyed
  /// True if a packed frame has transparent pixels, which an RGB file represents by the key color
  /// in its `tRNS` chunk.
  private var usesKey = false
  /// True if a source frame has pixels of the key color.
  private var containsKey = false
  private var clock = DelayClock()

  /// Creates an encoder for frames of this size.
  ///
  /// - Parameters:
  ///   - loopCount: The play count, 0 (forever)...2^31 - 1.
  ///   - png: The compression options.
  ///
  /// - Throws: `.invalidOption` for a play count or compression level out of range.
  package init(
    size: PixelSize, loopCount: Int = 0, png: PNGOptions = .standard
  ) throws(CodecError) {
    try png.check()
    guard (0..<1 << 31).contains(loopCount) else {
      throw CodecError(
        kind: .invalidOption, message: "a loop count of \(loopCount)",
        hint: "give 0 (forever) to 2147483647")
    }
    self.size = size
    self.loopCount = loopCount
    self.png = png
  }

  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    try frame.check(isOf: size)
    if let same = pending, same.frame == frame {
      pending = (frame, same.duration + duration)
      return []
    }
    try packPending()
    pending = (frame, duration)
    return []
  }

  /// Returns the complete file, with the frame hashes in a text chunk.
  package mutating func finish(recording record: FrameHashes?) throws(CodecError) -> [UInt8] {
    try packPending()
    guard !frames.isEmpty else { throw CodecError.noFrame }
    var file = PNGChunk.signature
    let sides = PNGChunk.bigEndian(size.width, size.height)
    file += PNGChunk.bytes(type: "IHDR", body: sides + color.kind)
    file += PNGChunk.bytes(type: "acTL", body: PNGChunk.bigEndian(frames.count, loopCount))
    if usesKey { file += color.chunks }
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      file += frame.chunks(isFirst: index == 0, sequence: &sequence)
    }
    if let record { file += PNGFrameHashes.chunk(record, after: file) }
    file += PNGChunk.bytes(type: "IEND", body: [])
    frames = []
    shown = nil
    return file
  }

  private mutating func packPending() throws(CodecError) {
    guard let (frame, duration) = pending else { return }
    pending = nil
    let delay = try clock.delay(for: duration)
    containsKey = containsKey || frame.hasKey
    if !frame.isOpaque || (usesKey && containsKey) { try turnToRGBA() }
    let packed = try pack(frame, delay)
    usesKey = usesKey || packed.blend == .over
    frames.append(packed)
    shown = frame
  }

  private func pack(
    _ frame: Pixmap, _ delay: (numerator: Int, denominator: Int)
  ) throws(CodecError) -> PackedFrame {
    func packed(
      _ picture: Pixmap, _ rect: PixelRect, _ blend: FrameControl.Blend
    ) throws(CodecError) -> PackedFrame {
      try PackedFrame(picture, rect: rect, blend: blend, delay: delay, color: color, options: png)
    }
    guard let canvas = shown, let rect = frame.changedPart(from: canvas),
      let part = frame.part(rect), let beneath = canvas.part(rect)
    else { return try packed(frame, size.bounds, .replace) }
    let whole = try packed(part, rect, .replace)
    // A key color that also occurs in a picture cannot represent transparency.
    guard color == .rgba || !containsKey, let sparse = part.clearingPixels(equalTo: beneath) else {
      return whole
    }
    let packedSparse = try packed(sparse, rect, .over)
    return packedSparse.byteCount < whole.byteCount ? packedSparse : whole
  }

  /// Converts frames packed as RGB with a key color to RGBA.
  private mutating func turnToRGBA() throws(CodecError) {
    guard color == .keyed else { return }
    color = .rgba
    for index in frames.indices {
      frames[index] = try frames[index].repacked(
        hasHoles: frames[index].blend == .over, options: png)
    }
  }
}

extension Pixmap {
  /// True if a pixel has the key color that represents transparency.
  fileprivate var hasKey: Bool {
    let key = PackedFrame.key
    return bytes.withUnsafeBufferPointer { bytes in
      stride(from: 0, to: bytes.count, by: 4).contains {
        bytes[$0] == key[0] && bytes[$0 + 1] == key[1] && bytes[$0 + 2] == key[2]
      }
    }
  }
}

/// Converts exact durations to fractions with 16-bit terms without accumulating errors.
struct DelayClock {
  private var exact = RationalTime.zero
  private var written = RationalTime.zero

  /// Returns the delay of the next frame in seconds.
  ///
  /// The delay is exact if its terms fit in 16 bits. Otherwise it is in units of 1 ms, 10 ms or 1
  /// s, the finest that can represent it, such that the frame ends within half a unit of its exact
  /// end.
  ///
  /// - Throws: `.invalidFrame` for a duration of more than 65,535 seconds.
  mutating func delay(
    for duration: RationalTime
  ) throws(CodecError) -> (numerator: Int, denominator: Int) {
    let end = exact + duration
    func units(_ unit: Int) -> Int {
      max(0, end.rounded(toUnitsPerSecond: unit) - written.rounded(toUnitsPerSecond: unit))
    }
    let found: (numerator: Int, denominator: Int)? =
      max(duration.numerator, duration.denominator) <= 65_535
      ? (duration.numerator, duration.denominator)
      : [1000, 100, 1].map { (units($0), $0) }.first { $0.0 <= 65_535 }
    guard let found, let step = RationalTime(duration: found.numerator, over: found.denominator)
    else {
      throw CodecError(
        kind: .invalidFrame, message: "a frame that is shown for more than 65,535 seconds",
        hint: "shorten the pause")
    }
    exact = end
    written = written + step
    return found
  }
}
