package import CodecInterface
package import Numerics
package import Raster

/// Encodes an animated GIF, holding no more than a short run of frames.
package struct GIFEncoder: AnimationEncoder {
  /// The longest delay of one picture, hundredths of a second.
  private static let longestDelay = 65535

  /// Most pixels of frames that wait.
  private static let heldPixels = 1 << 22

  private let size: PixelSize
  private let options: GIFOptions
  private let tuning: GIFTuning
  private var container: GIFContainer?
  private var frames: GIFFrameEncoder
  /// Frames not yet encoded; each differs from the one before it.
  private var waiting: [TimedFrame] = []
  private var lastFrame: Pixmap?
  private var elapsed = RationalTime.zero
  private var isOver = false

  /// Runs the work of selecting palettes, so that it can be timed apart; must call it once.
  package var aroundPaletteSelection: @Sendable (_ work: () -> Void) -> Void {
    get { frames.aroundPaletteSelection }
    set { frames.aroundPaletteSelection = newValue }
  }

  /// Throws `.tooLarge` for a side over 65535, `.invalidOption` for an option out of its range.
  package init(size: PixelSize, options: GIFOptions = GIFOptions()) throws(CodecError) {
    try options.check()
    try self.init(
      size: size, options: options,
      tuning: GIFTuning(
        quality: options.quality ?? GIFOptions.defaultQuality, effort: options.effort,
        dither: options.dither))
  }

  /// The same with checked options and the caller's own tuning.
  package init(size: PixelSize, options: GIFOptions, tuning: GIFTuning) throws(CodecError) {
    guard size.width <= 65535, size.height <= 65535 else {
      throw CodecError(
        kind: .tooLarge, message: "\(size.width) x \(size.height) pixels do not fit a gif",
        hint: "a side of a gif has at most 65535 pixels")
    }
    self.size = size
    self.options = options
    self.tuning = tuning
    frames = GIFFrameEncoder(size: size, options: options, tuning: tuning)
  }

  /// Takes the next frame; translucent pixels become transparent or opaque.
  ///
  /// Throws `.invalidFrame` for another size and for less than 2/100 s, `.unsupported` where a
  /// lossless frame has too many colours.
  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    guard !isOver else {
      throw CodecError(kind: .invalidFrame, message: "a frame after the end of the gif", hint: "")
    }
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
    elapsed = elapsed + duration
    let end = elapsed.rounded(toUnitsPerSecond: 100)
    if frame == lastFrame {
      waiting[waiting.count - 1].end = end
      return []
    }
    lastFrame = frame
    waiting.append(TimedFrame(source: SourceFrame(frame), end: end))
    guard waiting.count > segmentLength else { return [] }
    let next = waiting[waiting.count - 1]
    try write(frames.encode(Array(waiting.dropLast()), next: next))
    waiting = [next]
    return container?.drain() ?? []
  }

  /// Frames that share a palette: as many as fit into bounded memory.
  private var segmentLength: Int { max(1, min(tuning.segmentLength, Self.heldPixels / size.area)) }

  /// Ends the file; throws `.invalidFrame` when there was no frame.
  package mutating func finish() throws(CodecError) -> [UInt8] {
    guard !isOver else { return [] }
    isOver = true
    guard !waiting.isEmpty else {
      throw CodecError(kind: .invalidFrame, message: "no frame for a gif", hint: "")
    }
    try write(frames.encode(waiting, next: nil))
    waiting = []
    try container?.writeTrailer()
    return container?.drain() ?? []
  }

  private mutating func write(_ images: [GIFImage]) throws(CodecError) {
    let container: GIFContainer
    if let opened = self.container {
      container = opened
    } else {
      container = try GIFContainer(size: size, global: frames.global, loop: options.loop)
      self.container = container
    }
    for image in images {
      var image = image
      if image.table == frames.global { image.table = nil }
      var rest = image.delay
      image.delay = min(rest, Self.longestDelay)
      rest -= image.delay
      try container.write(image)
      while rest > 0 {
        let delay = min(rest, Self.longestDelay)
        rest -= delay
        try container.write(GIFImage.pause(delay: delay))
      }
    }
  }
}
