package import CodecInterface
package import PortableMath
import Raster

/// Reads the frames of an animated PNG in order and composites each onto the canvas.
///
/// The data of each frame is rebuilt as a separate PNG file for the PNG decoder. Memory use is the
/// file, the canvas, one frame and, while a frame restores the previous one, a second canvas.
package struct APNGReader {
  package let size: PixelSize
  /// The play count. 0 loops forever.
  package let loopCount: Int?
  let warnings: [String]
  /// The frame count in the `acTL` chunk.
  package let frameCount: Int

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  /// The header, which is reused for each frame with a different size.
  private let header: [UInt8]
  /// The palette and transparency chunks, unchanged.
  private let colors: [UInt8]
  private var offset: Int
  private var count = 0
  private var sequence = 0
  /// True after an IDAT chunk was found. An animation must contain a still picture too.
  private var foundStill = false
  private var canvas: AnimationCanvas

  /// The position of the `acTL` chunk.
  private let animationControl: PNGChunk

  /// Reads the file up to the first pixel data. Returns `nil` if the PNG is not animated or must be
  /// treated as such, see `PNGChunk.animationFault`.
  ///
  /// - Throws: `.tooLarge` if the canvas or the number of frames exceeds the limits, `.malformed`
  ///   or `.truncated` if the chunks are invalid.
  package init?(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    guard bytes.starts(with: PNGChunk.signature) else { return nil }
    var offset = PNGChunk.signature.count
    var header: [UInt8] = []
    var colors: [UInt8] = []
    var controls: [PNGChunk] = []
    var firstFrame: Int?
    var unknown: PNGChunk?
    var isHeaderFirst = false
    var hasStrayData = false
    while true {
      let chunk = try PNGChunk(at: offset, of: bytes)
      if chunk.isUnknownAndCritical { unknown = unknown ?? chunk }
      if chunk.type == "IDAT" || chunk.type == "IEND" { break }
      switch chunk.type {
      case "IHDR":
        // Frames are decoded with rebuilt headers, so only this code checks the original one.
        try chunk.verify(in: bytes)
        guard header.isEmpty else { throw APNGReader.damaged("two IHDR chunks") }
        isHeaderFirst = offset == PNGChunk.signature.count
        header = Array(bytes[chunk.body])
      case "PLTE", "tRNS": colors += bytes[chunk.whole]
      case "acTL": controls.append(chunk)
      // A frame control chunk before the pixel data makes the still picture the first frame.
      case "fcTL": firstFrame = firstFrame ?? offset
      case "fdAT": hasStrayData = hasStrayData || firstFrame == nil
      default: break
      }
      offset = chunk.whole.upperBound
    }
    guard let control = controls.first, control.isIntact(in: bytes),
      PNGChunk.animationFault(controls, of: bytes) == nil
    else { return nil }
    if let unknown { throw APNGReader.unknown(unknown) }
    guard isHeaderFirst else { throw APNGReader.damaged("IHDR is not the first chunk") }
    guard !hasStrayData else { throw APNGReader.strayData }
    guard header.count == 13 else {
      throw APNGReader.damaged("its IHDR chunk has an invalid length")
    }
    size = try limits.size(width: PNGChunk.number(header, 0), height: PNGChunk.number(header, 4))
    animationControl = control
    frameCount = PNGChunk.number(bytes, control.body.lowerBound)
    loopCount = PNGChunk.number(bytes, control.body.lowerBound + 4)
    try limits.check(frames: frameCount)
    self.bytes = bytes
    self.limits = limits
    self.header = header
    self.colors = colors
    self.offset = firstFrame ?? offset
    canvas = AnimationCanvas(size: size)
    warnings = PNGChunk.damagedChunks(of: bytes)
  }

  private static func damaged(_ what: String) -> CodecError { CodecError(damaged: "APNG", what) }

  private static func unknown(_ chunk: PNGChunk) -> CodecError {
    damaged("\(chunk.type) is an unknown critical chunk")
  }

  private static let strayData = damaged("unexpected fdAT chunk")

  /// Returns the next composited frame, or `nil` after the last one.
  ///
  /// - Throws: `.malformed` or `.truncated` with the frame's number or the chunk.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    guard let (control, data) = try nextData() else { return nil }
    let file = PNGChunk.file(control.rect, kind: header[8...], colors: colors, data: data)
    let picture: Pixmap
    do throws(CodecError) {
      picture = try PNGDecoder.decode(file, limits: limits)
    } catch {
      throw CodecError(
        kind: error.kind, message: "\(error.message) in frame \(count.grouped)", hint: error.hint)
    }
    return AnimationFrame(pixmap: canvas.show(picture, control), duration: control.duration)
  }

  /// Returns the control chunk of the next frame without decoding its pixels, or `nil` after the
  /// last frame.
  ///
  /// Must not be mixed with `next`, because skipped frames are not drawn on the canvas.
  mutating func nextControl() throws(CodecError) -> FrameControl? { try nextData()?.control }

  /// Returns the control chunk of the next frame and its pixel data as IDAT chunks.
  private mutating func nextData() throws(CodecError) -> (control: FrameControl, data: [UInt8])? {
    guard var control = try nextControlChunk() else { return nil }
    var data: [UInt8] = []
    var dataType: String?
    while true {
      let chunk = try nextChunk()
      if chunk.type == "IEND" || chunk.type == "fcTL" { return (control, data) }
      offset = chunk.whole.upperBound
      guard chunk.type == "IDAT" || chunk.type == "fdAT" else { continue }
      // All pixel data of a frame must be in chunks of the same type.
      guard dataType == nil || dataType == chunk.type else { throw APNGReader.strayData }
      dataType = chunk.type
      control.byteCount += chunk.whole.count
      if chunk.type == "IDAT" {
        foundStill = true
        // These chunks are the still picture too, which has the size of the canvas.
        guard control.rect == size.bounds else {
          throw APNGReader.damaged("frame \(count) is the still image, but has another size")
        }
        data += bytes[chunk.whole]
      } else {
        try chunk.verify(in: bytes)
        guard chunk.body.count >= 4 else {
          throw APNGReader.damaged("frame \(count) has an fdAT chunk without a sequence number")
        }
        try checkSequence(PNGChunk.number(bytes, chunk.body.lowerBound))
        data += PNGChunk.bytes(type: "IDAT", body: bytes[chunk.body.dropFirst(4)])
      }
    }
  }

  /// Returns the next chunk. Rejects repeated chunks that are allowed only once, before the first
  /// frame.
  private func nextChunk() throws(CodecError) -> PNGChunk {
    let chunk = try PNGChunk(at: offset, of: bytes)
    switch chunk.type {
    case "IHDR": throw APNGReader.damaged("two IHDR chunks")
    case "acTL" where chunk.whole != animationControl.whole:
      throw APNGReader.damaged("two acTL chunks, but only one is allowed")
    case _ where chunk.isUnknownAndCritical: throw APNGReader.unknown(chunk)
    default: return chunk
    }
  }

  /// Advances past the next fcTL chunk. Returns `nil` at the end of the file.
  private mutating func nextControlChunk() throws(CodecError) -> FrameControl? {
    while true {
      let chunk = try nextChunk()
      if chunk.type == "IEND" {
        try chunk.verify(in: bytes)
        guard count == frameCount, count > 0 else {
          throw CodecError(truncated: "\(count.grouped) of \(frameCount.grouped) frames")
        }
        guard foundStill else { throw APNGReader.damaged("no IDAT chunk") }
        return nil
      }
      offset = chunk.whole.upperBound
      if chunk.type == "IDAT" { foundStill = true }
      guard chunk.type != "fdAT" else { throw APNGReader.strayData }
      guard chunk.type == "fcTL" else { continue }
      try chunk.verify(in: bytes)
      count += 1
      guard count <= frameCount else {
        throw APNGReader.damaged("more frames than the declared \(frameCount)")
      }
      let control = try control(in: chunk)
      try checkSequence(PNGChunk.number(bytes, chunk.body.lowerBound))
      return control
    }
  }

  /// Decodes an fcTL chunk apart from its sequence number.
  private func control(in chunk: PNGChunk) throws(CodecError) -> FrameControl {
    let body = bytes[chunk.body]
    func number(_ offset: Int, _ count: Int) -> Int {
      body.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
    let denominator = number(22, 2)
    guard body.count == 26,
      let disposal = FrameControl.Disposal(rawValue: body[body.startIndex + 24]),
      let blend = FrameControl.Blend(rawValue: body[body.startIndex + 25]),
      let delay = RationalTime(duration: number(20, 2), over: denominator == 0 ? 100 : denominator)
    else { throw APNGReader.damaged("frame \(count) has an invalid fcTL chunk") }
    let (width, height, x, y) = (number(4, 4), number(8, 4), number(12, 4), number(16, 4))
    guard width > 0, height > 0, x + width <= size.width, y + height <= size.height else {
      throw APNGReader.damaged(
        "frame \(count), \(width) x \(height) pixels at \(x), \(y), is not within the "
          + "canvas of \(size.width) x \(size.height)")
    }
    return FrameControl(
      rect: PixelRect(x: x, y: y, width: width, height: height), disposal: disposal, blend: blend,
      duration: delay, byteCount: chunk.whole.count)
  }

  /// Checks the sequence number of the next fcTL or fdAT chunk.
  private mutating func checkSequence(_ number: Int) throws(CodecError) {
    guard number == sequence else {
      throw APNGReader.damaged("chunk number \(number) where \(sequence) should follow")
    }
    sequence += 1
  }
}
