package import CodecInterface
package import PortableMath
import Raster

/// Reads the frames of an animated PNG one after the other, each composited onto those before it.
///
/// The chunks are taken apart here; each frame's data is put together again as a PNG file of its
/// own, which the PNG decoder reads. Memory: the file, the canvas, one frame, and a second canvas
/// while a frame asks for the previous one to be restored.
package struct APNGReader {
  package let size: PixelSize
  /// How often the animation plays: 0 for ever.
  package let loopCount: Int?
  let warnings: [String]
  /// As the file promises.
  package let frameCount: Int

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  /// The first bytes of every frame's PNG file: signature and header, with another size to be set.
  private let header: [UInt8]
  /// The palette and transparency chunks, unchanged.
  private let colors: [UInt8]
  private var offset: Int
  private var count = 0
  private var sequence = 0
  /// Whether an IDAT chunk was met: an animation has a still picture too.
  private var metStill = false
  private var canvas: AnimationCanvas

  /// Where the chunk lies that promises the frames.
  private let promise: PNGChunk

  /// Reads up to the first pixel data; nil if the file is a PNG without animation, or one that has
  /// to be taken for such: see `PNGChunk.animationFault`.
  ///
  /// Throws `.tooLarge` when the canvas or the number of frames exceeds the limits.
  package init?(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    guard bytes.starts(with: PNGChunk.signature) else { return nil }
    var offset = PNGChunk.signature.count
    var (header, colors, controls): ([UInt8], [UInt8], [PNGChunk]) = ([], [], [])
    var firstFrame: Int?
    var unknown: PNGChunk?
    var (isHeaderFirst, hasStrayData) = (false, false)
    while true {
      let chunk = try PNGChunk(at: offset, of: bytes)
      if chunk.isUnknownAndCritical { unknown = unknown ?? chunk }
      if chunk.type == "IDAT" || chunk.type == "IEND" { break }
      switch chunk.type {
      case "IHDR":
        // Each frame is read with a header of its own; this one nobody else would check.
        try chunk.verify(in: bytes)
        guard header.isEmpty else { throw APNGReader.damaged("two IHDR chunks") }
        isHeaderFirst = offset == PNGChunk.signature.count
        header = Array(bytes[chunk.body])
      case "PLTE", "tRNS": colors += bytes[chunk.whole]
      case "acTL": controls.append(chunk)
      // A frame control before the pixel data makes these the first frame.
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
      throw APNGReader.damaged("its IHDR chunk has an unlawful length")
    }
    size = try limits.size(width: PNGChunk.number(header, 0), height: PNGChunk.number(header, 4))
    promise = control
    frameCount = PNGChunk.number(bytes, control.body.lowerBound)
    loopCount = PNGChunk.number(bytes, control.body.lowerBound + 4)
    try limits.check(frames: frameCount)
    (self.bytes, self.limits) = (bytes, limits)
    (self.header, self.colors) = (header, colors)
    self.offset = firstFrame ?? offset
    canvas = AnimationCanvas(size: size)
    warnings = PNGChunk.damagedChunks(of: bytes)
  }

  private static func damaged(_ what: String) -> CodecError { CodecError(damaged: "APNG", what) }

  private static func unknown(_ chunk: PNGChunk) -> CodecError {
    damaged("\(chunk.type) is an unknown critical chunk")
  }

  private static let strayData = damaged("an fdAT chunk stands where no frame's data is due")

  /// The next frame as it is seen, or nil behind the last one.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame or the chunk.
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

  /// The next frame's control chunk alone, its pixels passed over; nil behind the last one.
  ///
  /// Not to be mixed with `next`: frames that were passed over are missing on the canvas.
  mutating func nextControl() throws(CodecError) -> FrameControl? { try nextData()?.control }

  /// The next frame's control and its IDAT chunks, rebuilt.
  private mutating func nextData() throws(CodecError) -> (control: FrameControl, data: [UInt8])? {
    guard var control = try nextControlChunk() else { return nil }
    var data: [UInt8] = []
    var dataType: String?
    while true {
      let chunk = try nextChunk()
      if chunk.type == "IEND" || chunk.type == "fcTL" { return (control, data) }
      offset = chunk.whole.upperBound
      guard chunk.type == "IDAT" || chunk.type == "fdAT" else { continue }
      // A frame's data is all of one kind.
      guard dataType == nil || dataType == chunk.type else { throw APNGReader.strayData }
      dataType = chunk.type
      control.byteCount += chunk.whole.count
      if chunk.type == "IDAT" {
        metStill = true
        // These are the still picture's pixels too, which has the size of the canvas.
        guard control.rect == size.bounds else {
          throw APNGReader.damaged("frame \(count) is the still picture, but not of its size")
        }
        data += bytes[chunk.whole]
      } else {
        try chunk.verify(in: bytes)
        guard chunk.body.count >= 4 else {
          throw APNGReader.damaged("frame \(count) has an fdAT chunk without a number")
        }
        try follow(PNGChunk.number(bytes, chunk.body.lowerBound))
        data += PNGChunk.bytes(type: "IDAT", body: bytes[chunk.body.dropFirst(4)])
      }
    }
  }

  /// The chunk that is due, none of those that a file has once, in front of all frames.
  private func nextChunk() throws(CodecError) -> PNGChunk {
    let chunk = try PNGChunk(at: offset, of: bytes)
    switch chunk.type {
    case "IHDR": throw APNGReader.damaged("two IHDR chunks")
    case "acTL" where chunk.whole != promise.whole:
      throw APNGReader.damaged("two acTL chunks promise frames, where one is allowed")
    case _ where chunk.isUnknownAndCritical: throw APNGReader.unknown(chunk)
    default: return chunk
    }
  }

  /// Goes behind the next fcTL chunk; nil at the end of the file.
  private mutating func nextControlChunk() throws(CodecError) -> FrameControl? {
    while true {
      let chunk = try nextChunk()
      if chunk.type == "IEND" {
        try chunk.verify(in: bytes)
        guard count == frameCount, count > 0 else {
          throw CodecError(truncated: "\(count.grouped) of \(frameCount.grouped) frames")
        }
        guard metStill else { throw APNGReader.damaged("there is no IDAT chunk") }
        return nil
      }
      offset = chunk.whole.upperBound
      if chunk.type == "IDAT" { metStill = true }
      guard chunk.type != "fdAT" else { throw APNGReader.strayData }
      guard chunk.type == "fcTL" else { continue }
      try chunk.verify(in: bytes)
      count += 1
      guard count <= frameCount else {
        throw APNGReader.damaged("more frames than the \(frameCount) that are promised")
      }
      let control = try control(in: chunk)
      try follow(PNGChunk.number(bytes, chunk.body.lowerBound))
      return control
    }
  }

  /// What an fcTL chunk says, behind its number in the run of fcTL and fdAT chunks.
  private func control(in chunk: PNGChunk) throws(CodecError) -> FrameControl {
    let body = bytes[chunk.body]
    func number(_ place: Int, _ count: Int) -> Int {
      body.dropFirst(place).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
    let denominator = number(22, 2)
    guard body.count == 26,
      let disposal = FrameControl.Disposal(rawValue: body[body.startIndex + 24]),
      let blend = FrameControl.Blend(rawValue: body[body.startIndex + 25]),
      let delay = RationalTime(duration: number(20, 2), over: denominator == 0 ? 100 : denominator)
    else { throw APNGReader.damaged("frame \(count) has an unlawful fcTL chunk") }
    let (width, height, x, y) = (number(4, 4), number(8, 4), number(12, 4), number(16, 4))
    guard width > 0, height > 0, x + width <= size.width, y + height <= size.height else {
      throw APNGReader.damaged(
        "frame \(count), \(width) x \(height) pixels at \(x), \(y), does not lie within the "
          + "canvas of \(size.width) x \(size.height)")
    }
    return FrameControl(
      rect: PixelRect(x: x, y: y, width: width, height: height), disposal: disposal, blend: blend,
      duration: delay, byteCount: chunk.whole.count)
  }

  /// Takes the number of the next fcTL or fdAT chunk.
  private mutating func follow(_ number: Int) throws(CodecError) {
    guard number == sequence else {
      throw APNGReader.damaged("chunk number \(number) where \(sequence) should follow")
    }
    sequence += 1
  }
}
