import CodecInterface
import PortableMath

/// The position of a chunk in a PNG file.
struct PNGChunk {
  /// The type, four letters such as `IDAT`.
  let type: String
  /// The range of length, type, content and checksum.
  let whole: Range<Int>

  /// The range of the content.
  var body: Range<Int> { whole.lowerBound + 8..<whole.upperBound - 4 }

  /// True if a decoder that does not support the chunk must reject the file.
  var isUnknownAndCritical: Bool {
    !isAncillary && !["IHDR", "PLTE", "IDAT", "IEND"].contains(type)
  }

  /// True if the chunk is optional for decoding. The case of the first letter of the type indicates
  /// this.
  private var isAncillary: Bool { type.first?.isLowercase == true }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reads the chunk at `offset`.
  ///
  /// - Throws: `.truncated` if the file ends too early, `.malformed` if no chunk starts here.
  init(at offset: Int, of bytes: [UInt8]) throws(CodecError) {
    guard offset + 8 <= bytes.count else {
      throw CodecError(
        truncated: "the file ends after \(bytes.count.grouped) bytes, before chunk IEND")
    }
    let length = PNGChunk.number(bytes, offset)
    let letters = bytes[offset + 4..<offset + 8]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), length < 1 << 31 else {
      throw CodecError(damaged: "PNG", "expected a chunk at byte \(offset)")
    }
    type = String(decoding: letters, as: UTF8.self)
    guard length <= bytes.count - offset - 12 else {
      let found = min(length, bytes.count - offset - 8)
      throw CodecError(
        truncated: "\(found.grouped) of \(length.grouped) bytes of chunk \(type) at byte \(offset)")
    }
    whole = offset..<offset + length + 12
  }

  /// Rejects files whose first IDAT chunk claims a length of more than 8 MB and twice the picture's
  /// raw size. The error is that of libpng 1.6.39; later versions fail differently.
  static func refuseImpossibleLength(in bytes: [UInt8]) throws(CodecError) {
    guard let header = try? PNGChunk(at: signature.count, of: bytes), header.type == "IHDR",
      header.body.count == 13
    else { return }
    var offset = header.whole.upperBound
    while let chunk = try? PNGChunk(at: offset, of: bytes), chunk.type != "IDAT" {
      offset = chunk.whole.upperBound
    }
    guard offset + 8 <= bytes.count, bytes[offset + 4..<offset + 8].elementsEqual("IDAT".utf8)
    else {
      return
    }
    let (width, height) = (
      number(bytes, header.body.lowerBound), number(bytes, header.body.lowerBound + 4)
    )
    let limit = max(8_000_000, min(width, 1 << 24) * 16 * min(height, 1 << 24))
    guard number(bytes, offset) <= limit else {
      throw CodecError(damaged: "PNG", "IDAT: chunk data is too large")
    }
  }

  /// Rejects a wrong checksum of IEND. libpng checks it only up to version 1.6.47.
  static func verifyEnd(of bytes: [UInt8]) throws(CodecError) {
    let offset = Array(all(of: bytes)).last?.whole.upperBound ?? signature.count
    guard let end = try? PNGChunk(at: offset, of: bytes), end.type == "IEND" else { return }
    try end.verify(in: bytes)
  }

  /// Returns the chunks before IEND or before the first invalid chunk.
  static func all(of bytes: [UInt8]) -> some Sequence<PNGChunk> {
    sequence(state: signature.count) { offset in
      guard let chunk = try? PNGChunk(at: offset, of: bytes), chunk.type != "IEND" else {
        return nil
      }
      offset = chunk.whole.upperBound
      return chunk
    }
  }

  /// Whether the checksum of type and content is right.
  func isIntact(in bytes: [UInt8]) -> Bool {
    CRC32.checksum(of: bytes[whole.lowerBound + 4..<whole.upperBound - 4])
      == UInt32(PNGChunk.number(bytes, whole.upperBound - 4))
  }

  func verify(in bytes: [UInt8]) throws(CodecError) {
    guard isIntact(in: bytes) else { throw CodecError(damaged: "PNG", "\(type): CRC error") }
  }

  /// Returns a line for each type of chunk that is skipped because of a wrong checksum. The decoder
  /// must have accepted `bytes`, so these chunks do not affect pixels.
  static func damagedChunks(of bytes: [UInt8]) -> [String] {
    var types: [String] = []
    var controls: [PNGChunk] = []
    var isAheadOfPixels = true
    for chunk in all(of: bytes) {
      if chunk.isAncillary, !types.contains(chunk.type), !chunk.isIntact(in: bytes) {
        types.append(chunk.type)
      }
      isAheadOfPixels = isAheadOfPixels && chunk.type != "IDAT"
      if isAheadOfPixels, chunk.type == "acTL" { controls.append(chunk) }
    }
    return types.map { "the checksum of chunk \($0) is wrong; the chunk is ignored" }
      + [animationFault(controls, of: bytes)].compactMap { $0 }
  }

  /// Returns the problem of the `acTL` chunks, of which only one is allowed, or `nil` if there is
  /// none. Like in browsers, a file with a problem is treated as a still picture.
  static func animationFault(_ controls: [PNGChunk], of bytes: [UInt8]) -> String? {
    guard let control = controls.first else { return nil }
    let fault: String
    if controls.count > 1 {
      fault = "two acTL chunks promise an animation"
    } else if control.body.count != 8 {
      fault = "an acTL chunk of \(control.body.count) bytes promises an animation"
    } else {
      let frames = number(bytes, control.body.lowerBound)
      guard frames == 0 || frames >= 1 << 31 else { return nil }
      fault = "an animation of \(frames.grouped) frames is promised"
    }
    return fault + "; the still image is read"
  }

  /// Returns the big-endian 32-bit number at `offset`.
  static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the bytes of a chunk, including its checksum.
  static func bytes(type: String, body: some Collection<UInt8>) -> [UInt8] {
    var chunk = bigEndian(body.count)
    chunk.reserveCapacity(body.count + 12)
    chunk += type.utf8
    chunk += body
    chunk += bigEndian(CRC32.checksum(of: chunk[4...]))
    return chunk
  }

  /// Returns a complete PNG file. `kind` is the header after width and height, `colors` the palette
  /// and transparency chunks, `data` the pixel data chunks.
  static func file(
    _ rect: PixelRect, kind: some Sequence<UInt8>, colors: [UInt8], data: [UInt8]
  ) -> [UInt8] {
    signature + bytes(type: "IHDR", body: bigEndian(rect.width, rect.height) + kind) + colors + data
      + bytes(type: "IEND", body: [])
  }

  /// Returns the bytes of 32-bit numbers.
  static func bigEndian<Number: BinaryInteger>(_ numbers: Number...) -> [UInt8] {
    numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }
}
