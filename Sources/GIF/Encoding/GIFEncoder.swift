import CImageIO
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
  package mutating func finish() throws(CodecError) -> [UInt8] { try finish(recording: nil) }

  /// The same with an extension that records the frames.
  package mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard !isOver else { return [] }
    isOver = true
    guard !waiting.isEmpty else {
      throw CodecError(kind: .invalidFrame, message: "no frame for a gif", hint: "")
    }
    try write(self.frames.encode(waiting, next: nil))
    waiting = []
    let pictures = container?.drain() ?? []
    if let frames { try container?.write(frames) }
    try container?.writeTrailer()
    return pictures + (container?.drain() ?? [])
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

/// Owns the libgif handle that writes the file, and returns what it wrote.
final class GIFContainer {
  private let writer: OpaquePointer
  /// Of the bytes that were returned.
  private var drained = CRC32()

  init(size: PixelSize, global: ColorTable?, loop: GIFOptions.Loop) throws(CodecError) {
    var opened: OpaquePointer?
    var error = cimageio_error()
    let rgb = global?.paddedRGB ?? []
    let status = rgb.withUnsafeBufferPointer {
      cimageio_gif_writer_open(
        Int32(size.width), Int32(size.height), rgb.isEmpty ? nil : $0.baseAddress,
        Int32(rgb.count / 3), &opened, &error)
    }
    guard status == CIMAGEIO_OK, let opened else { throw Self.failure(status, error) }
    writer = opened
    switch loop {
    case .forever: try writeLoop(repeats: 0)
    case .plays(let count) where count > 1: try writeLoop(repeats: UInt16(count - 1))
    case .plays: break
    }
  }

  deinit { cimageio_gif_writer_close(writer) }

  private func writeLoop(repeats: UInt16) throws(CodecError) {
    var error = cimageio_error()
    let status = cimageio_gif_writer_loop(writer, repeats, &error)
    if status != CIMAGEIO_OK { throw Self.failure(status, error) }
  }

  func write(_ image: GIFImage) throws(CodecError) {
    let rgb = image.table?.paddedRGB ?? []
    var error = cimageio_error()
    let status = rgb.withUnsafeBufferPointer { colors in
      image.codes.withUnsafeBufferPointer { codes in
        var description = cimageio_gif_image(
          x: Int32(image.rect.x), y: Int32(image.rect.y), width: Int32(image.rect.width),
          height: Int32(image.rect.height), delay: Int32(image.delay),
          disposal: image.disposal.rawValue, transparent: Int32(image.transparent ?? -1),
          colors: rgb.isEmpty ? nil : colors.baseAddress, color_count: Int32(rgb.count / 3),
          codes: codes.baseAddress, code_bytes: codes.count)
        return cimageio_gif_writer_image(writer, &description, &error)
      }
    }
    if status != CIMAGEIO_OK { throw Self.failure(status, error) }
  }

  /// Writes the record of the frames; all that stands before it must have been drained.
  func write(_ frames: FrameHashes) throws(CodecError) {
    var error = cimageio_error()
    let status = frames.bytes(checksum: drained.checksum).withUnsafeBufferPointer {
      cimageio_gif_writer_application(
        writer, GIFFrameHashes.identifier, $0.baseAddress, $0.count, &error)
    }
    if status != CIMAGEIO_OK { throw Self.failure(status, error) }
  }

  func writeTrailer() throws(CodecError) {
    var error = cimageio_error()
    let status = cimageio_gif_writer_finish(writer, &error)
    if status != CIMAGEIO_OK { throw Self.failure(status, error) }
  }

  /// The bytes written since the last call.
  func drain() -> [UInt8] {
    var count = 0
    guard let bytes = cimageio_gif_writer_bytes(writer, &count) else { return [] }
    let taken = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    cimageio_gif_writer_drained(writer)
    drained.add(taken[...])
    return taken
  }

  private static func failure(_ status: cimageio_status, _ error: cimageio_error) -> CodecError {
    CodecError(status, error, format: "GIF", truncation: "")
  }
}

/// One frame of the file, ready to be written.
struct GIFImage: Sendable {
  enum Disposal: Int32, Sendable {
    case keep = 1
    case clear = 2
  }

  var rect: PixelRect
  /// Hundredths of a second, 0...65535.
  var delay: Int
  var disposal: Disposal
  var transparent: Int?
  /// The local table; nil where the global one is used.
  var table: ColorTable?
  /// Packed LZW codes, not yet cut into blocks.
  var codes: [UInt8]
}

extension GIFImage {
  /// A single transparent pixel: shows the canvas for longer.
  static func pause(delay: Int) -> GIFImage {
    let table = ColorTable(colors: [0], transparent: true)
    var writer = LZWCodeWriter(minimumCodeSize: table.minimumCodeSize, capacity: 2)
    writer.put(0)
    return GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 1, height: 1), delay: delay, disposal: .keep,
      transparent: 0, table: table, codes: writer.finish())
  }
}
