package import CodecInterface
package import PortableMath
package import Raster

/// Encodes an animated GIF in two steps: segments, short runs of frames, are planned without knowing how
/// other frames are written; then each frame is written over what the one before shows.
///
/// `append` and `finish` do all work at once. To share it among threads `collect` the frames, plan each
/// segment anywhere, encode its frames, several at a time (see `ShownCanvas`), and `write` them in order; the
/// bytes are the same.
package struct GIFEncoder: AnimationEncoder {
  /// The longest delay of one picture, hundredths of a second.
  private static let longestDelay = 65535

  /// The segment that is collected, its frames so far, each of which differs from the one before it.
  private var segment: GIFSegment
  /// Frames of every segment but the last, which may have fewer.
  package let framesPerSegment: Int
  private var container: GIFContainer?
  private var lastFrame: Pixmap?
  /// What a viewer shows behind the frames that were encoded here; nil before the first.
  private var shown: ShownCanvas?
  private var elapsed = RationalTime.zero
  private var isOver = false

  /// Throws `.tooLarge` for a side over 65535, `.invalidOption` for an option out of its range.
  ///
  /// `aroundPaletteSelection` runs the work of selecting palettes, so that it can be timed apart; it must
  /// call it once.
  package init(
    size: PixelSize, options: GIFOptions = GIFOptions(),
    aroundPaletteSelection: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() }
  ) throws(CodecError) {
    try options.check()
    guard size.width <= 65535, size.height <= 65535 else {
      throw CodecError(
        kind: .tooLarge, message: "\(size.width) x \(size.height) pixels do not fit a gif",
        hint: "a side of a gif has at most 65535 pixels")
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

  /// Takes the next frame; translucent pixels become transparent or opaque.
  ///
  /// Throws `.invalidFrame` for another size and for less than 2/100 s, `.unsupported` where a
  /// lossless frame has too many colours.
  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    guard let segment = try collect(frame, duration: duration) else { return [] }
    return try encode(segment)
  }

  /// Ends the file, with an extension that records the frames.
  package mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard !isOver else { return [] }
    return try encode(collectLast()) + writeEnd(recording: frames)
  }

  /// Plans, encodes and writes all frames of a segment, the next one.
  private mutating func encode(_ segment: GIFSegment) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    try segment.plan { frame throws(CodecError) in
      let canvas = ShownCanvas(size: segment.size)
      bytes += try write(frame.encode(over: shown ?? .clear(segment.size), onto: canvas))
      shown = canvas
    }
    return bytes
  }

  /// Takes the next frame; returns a segment of the frames before it where one is complete.
  ///
  /// Throws what `append` throws.
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

  /// The segment of the frames that remain, after which no frame is taken.
  ///
  /// Throws `.invalidFrame` when there was no frame.
  package mutating func collectLast() throws(CodecError) -> GIFSegment {
    isOver = true
    guard !segment.frames.isEmpty else {
      throw CodecError(kind: .invalidFrame, message: "no frame for a gif", hint: "")
    }
    defer { segment.frames = [] }
    return try complete(before: nil)
  }

  /// The segment that was collected; `next` begins another one.
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
      throw CodecError(kind: .invalidFrame, message: "a frame after the end of the gif", hint: "")
    }
    let size = segment.size
    guard frame.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(frame.width) x \(frame.height) pixels in a gif of "
          + "\(size.width) x \(size.height)", hint: "all frames must have the same size")
    }
    guard let least = RationalTime(centiseconds: 2), duration >= least else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame lasts \(duration.numerator)/\(duration.denominator) s, which browsers "
          + "would play as a tenth of a second",
        hint: "a frame of a gif must last at least 2/100 s (50 fps)")
    }
  }

  /// Writes the next frame's image; returns the bytes since the last call.
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

  /// Ends the file behind the last frame, where asked with an extension that records the frames.
  package mutating func writeEnd(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    if let frames { try container?.write(frames) }
    try container?.writeTrailer()
    return container?.drain() ?? []
  }
}
