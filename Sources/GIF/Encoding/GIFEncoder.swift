package import CodecInterface
package import PortableMath
package import Raster

/// Encodes an animated GIF in two steps. Short segments of frames are planned independently of each
/// other; then each frame is encoded over the canvas of the previous one.
///
/// `append` and `finish` do all work on the calling thread. To use several threads, `collect` the
/// frames, plan each segment on any thread, encode its frames, several at a time (see
/// `ShownCanvas`), and `write` them in order. The bytes are the same.
package struct GIFEncoder: AnimationEncoder {
  /// The maximum delay of a picture in hundredths of a second.
  private static let longestDelay = 65535

  /// The segment being collected, with its frames so far. Consecutive frames are different.
  private var segment: GIFSegment
  /// The number of frames in each segment except the last, which may have fewer.
  package let framesPerSegment: Int
  private var container: GIFContainer?
  private var lastFrame: Pixmap?
  /// The canvas after the frames encoded by `append`, or `nil` before the first.
  private var shown: ShownCanvas?
  private var elapsed = RationalTime.zero
  private var isOver = false

  /// Creates an encoder. `aroundPaletteSelection` must call its argument once, and can measure its
  /// time.
  ///
  /// - Throws: `.tooLarge` if a side exceeds 65535 pixels, `.invalidOption` for an option out of
  ///   range.
  package init(
    size: PixelSize, options: GIFOptions = GIFOptions(),
    aroundPaletteSelection: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() }
  ) throws(CodecError) {
    try options.check()
    guard size.width <= 65535, size.height <= 65535 else {
      throw CodecError(
        kind: .tooLarge, message: "\(size.width) x \(size.height) pixels do not fit in a GIF",
        hint: "use at most 65535 pixels per side")
    }
    let tuning = GIFTuning(
      quality: options.quality ?? GIFOptions.defaultQuality, effort: options.effort,
      dither: options.dither)
    let length = GIFSegment.Length(area: size.area, tuning: tuning)
    framesPerSegment = length.frames
    segment = GIFSegment(
      size: size, options: options, tuning: tuning, framesPerPalette: length.framesPerPalette,
      aroundPaletteSelection: aroundPaletteSelection)
  }

  /// Appends a frame. Translucent pixels become transparent or opaque.
  ///
  /// - Throws: `.invalidFrame` for a different size or a duration below 2/100 s, `.unsupported` if
  ///   a lossless frame has too many colors.
  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    guard let segment = try collect(frame, duration: duration) else { return [] }
    return try encode(segment)
  }

  /// Ends the file with an optional extension that contains the frame hashes.
  package mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard !isOver else { return [] }
    return try encode(collectLast()) + writeEnd(recording: frames)
  }

  /// Plans, encodes and writes all frames of the next segment.
  private mutating func encode(_ segment: GIFSegment) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    try segment.plan { frame throws(CodecError) in
      let canvas = ShownCanvas(size: segment.size)
      bytes += try write(frame.encode(over: shown ?? .clear(segment.size), onto: canvas))
      shown = canvas
    }
    return bytes
  }

  /// Appends a frame. Returns the previous frames as a segment if it is complete, else `nil`.
  ///
  /// - Throws: The errors of `append`.
  package mutating func collect(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> GIFSegment? {
    try check(frame, duration)
    elapsed = elapsed + duration
    let end = elapsed.rounded(toUnitsPerSecond: 100)
    if frame == lastFrame {
      segment.frames[segment.frames.count - 1].end = end
      return nil
    }
    lastFrame = frame
    let next = SourceFrame(frame, end: end)
    if segment.frames.count == framesPerSegment { return try complete(before: next) }
    segment.frames.append(next)
    return nil
  }

  /// Returns the segment of the remaining frames. No frame may be appended afterwards.
  ///
  /// - Throws: `.invalidFrame` if there were no frames.
  package mutating func collectLast() throws(CodecError) -> GIFSegment {
    isOver = true
    guard !segment.frames.isEmpty else {
      throw CodecError(kind: .invalidFrame, message: "a GIF needs at least one frame", hint: "")
    }
    defer { segment.frames = [] }
    return try complete(before: nil)
  }

  /// Returns the collected segment and starts the next one with `next`.
  private mutating func complete(before next: SourceFrame?) throws(CodecError) -> GIFSegment {
    if segment.global == nil { segment.global = try segment.firstTable() }
    var complete = segment
    complete.following = next
    segment.before = segment.frames.last
    segment.frames = next.map { [$0] } ?? []
    return complete
  }

  private func check(_ frame: Pixmap, _ duration: RationalTime) throws(CodecError) {
    guard !isOver else {
      throw CodecError(kind: .invalidFrame, message: "a frame after the end of the GIF", hint: "")
    }
    let size = segment.size
    guard frame.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(frame.width) x \(frame.height) pixels in a GIF of "
          + "\(size.width) x \(size.height)", hint: "all frames must have the same size")
    }
    guard let least = RationalTime(centiseconds: 2), duration >= least else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame lasts \(duration.numerator)/\(duration.denominator) s, which browsers "
          + "would play as a tenth of a second",
        hint: "a frame of a GIF must last at least 2/100 s (50 fps)")
    }
  }

  /// Writes the image of the next frame and returns the bytes since the last call.
  package mutating func write(_ image: GIFImage) throws(CodecError) -> [UInt8] {
    if container == nil {
      container = try GIFContainer(
        size: segment.size, global: segment.global, loop: segment.options.loop)
    }
    var image = image
    if image.table == segment.global { image.table = nil }
    var rest = image.delay
    repeat {
      image.delay = min(rest, Self.longestDelay)
      rest -= image.delay
      try container?.write(image)
      image = .pause(delay: 0)
    } while rest > 0
    return container?.drain() ?? []
  }

  /// Ends the file with an optional extension that contains the frame hashes.
  package mutating func writeEnd(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    if let frames { try container?.write(frames) }
    try container?.writeTrailer()
    return container?.drain() ?? []
  }
}
