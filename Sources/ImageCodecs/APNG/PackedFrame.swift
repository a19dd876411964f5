import CodecInterface
import PortableMath
import Raster

/// A frame whose pixels were compressed by libpng.
struct PackedFrame {
  enum Color {
    /// RGB with a transparent key color.
    case keyed
    case rgba

    /// The header after width and height: bit depth 8, color type, deflate, filter method, not
    /// interlaced.
    var kind: [UInt8] { [8, self == .keyed ? 2 : 6, 0, 0, 0] }
    var chunks: [UInt8] {
      guard self == .keyed else { return [] }
      return PNGChunk.bytes(type: "tRNS", body: PackedFrame.key.flatMap { [0, $0] })
    }
  }

  /// The key color, which is rare in pictures.
  static let key: [UInt8] = [3, 254, 1]

  let rect: PixelRect
  let blend: FrameControl.Blend
  let delay: (numerator: Int, denominator: Int)
  /// The contents of the pixel data chunks.
  private let data: [ArraySlice<UInt8>]

  var byteCount: Int { data.reduce(0) { $0 + $1.count } }

  /// Compresses a picture with the size of `rect`. For `.keyed`, its pixels must be opaque or fully
  /// transparent.
  init(
    _ picture: Pixmap, rect: PixelRect, blend: FrameControl.Blend,
    delay: (numerator: Int, denominator: Int), color: Color, options: PNGOptions
  ) throws(CodecError) {
    let isKeyed = color == .keyed
    let stored = PNGPicture(
      size: picture.size, colorType: isKeyed ? .rgb : .rgba,
      samples: isKeyed ? PackedFrame.keyed(picture) : picture.straight)
    let file = try stored.file(
      level: options.level, filters: options.filterBits(for: stored.colorType))
    self.rect = rect
    self.blend = blend
    self.delay = delay
    data = PNGChunk.all(of: file).filter { $0.type == "IDAT" }.map { file[$0.body] }
  }

  private static func keyed(_ picture: Pixmap) -> [UInt8] {
    var samples = PNGPicture.channels(3, of: picture)
    for pixel in 0..<picture.size.area where picture.bytes[pixel * 4 + 3] == 0 {
      for channel in 0..<3 { samples[pixel * 3 + channel] = key[channel] }
    }
    return samples
  }

  /// Returns the same frame as RGBA, converted from RGB with a key color.
  ///
  /// If `hasHoles` is false, the key color is an ordinary color.
  func repacked(hasHoles: Bool, options: PNGOptions) throws(CodecError) -> PackedFrame {
    let chunks = data.reduce(into: [UInt8]()) { $0 += PNGChunk.bytes(type: "IDAT", body: $1) }
    let file = PNGChunk.file(
      rect, kind: Color.keyed.kind, colors: hasHoles ? Color.keyed.chunks : [], data: chunks)
    let decoded = try PNGDecoder.decode(file, limits: DecodeLimits(maxPixels: .max))
    // The transparent pixels must not keep the key color.
    return try PackedFrame(
      decoded.droppingStraight, rect: rect, blend: blend, delay: delay, color: .rgba,
      options: options)
  }

  /// Returns the frame's chunks. If `isFirst`, the pixels are in IDAT chunks. Increments `sequence`
  /// for each numbered chunk.
  func chunks(isFirst: Bool, sequence: inout Int) -> [UInt8] {
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PNGChunk.bigEndian(sequence)
    }
    var control = next() + PNGChunk.bigEndian(rect.width, rect.height, rect.x, rect.y)
    // Two 16-bit numbers.
    control += PNGChunk.bigEndian(delay.numerator << 16 | delay.denominator)
    control += [FrameControl.Disposal.keep.rawValue, blend.rawValue]
    var chunks = PNGChunk.bytes(type: "fcTL", body: control)
    for part in data {
      chunks +=
        isFirst
        ? PNGChunk.bytes(type: "IDAT", body: part)
        : PNGChunk.bytes(type: "fdAT", body: next() + part)
    }
    return chunks
  }
}

/// Returns bytes of two pictures that differ exactly if the pixels in their files do.
private func storedPixels(_ first: Pixmap, _ second: Pixmap) -> (first: [UInt8], second: [UInt8]) {
  first.straightBytes == nil && second.straightBytes == nil
    ? (first.bytes, second.bytes) : (first.straight, second.straight)
}

extension Pixmap {
  /// Returns the bounding box of all pixels that differ from a canvas of the same size, or `nil` if
  /// there are none.
  func changedPart(from canvas: Pixmap) -> PixelRect? {
    let (under, over) = storedPixels(canvas, self)
    return under.withUnsafeBytes { under in over.withUnsafeBytes { size.changedRect(under, $0) } }
  }

  /// Returns `cropped(to:)` and keeps the straight pixels of the picture's file.
  func part(_ rect: PixelRect) -> Pixmap? {
    guard let straightBytes, let part = cropped(to: rect) else { return cropped(to: rect) }
    let straight = Pixmap(size: size, bytes: straightBytes)?.cropped(to: rect)
    return Pixmap(size: part.size, bytes: part.bytes, straight: straight?.bytes)
  }

  fileprivate var droppingStraight: Pixmap { Pixmap(size: size, bytes: bytes) ?? self }

  /// Returns this picture with transparent pixels where it equals `canvas`, such that compositing it
  /// over `canvas` restores this picture.
  ///
  /// Returns `nil` if that is impossible because a pixel that differs is not opaque, and if less
  /// than three quarters of the pixels are equal, as in scrolled pages. Transparent pixels then
  /// cost more than they save.
  func clearingPixels(equalTo canvas: Pixmap) -> Pixmap? {
    let (beneath, framePixels) = storedPixels(canvas, self)
    var sparse = framePixels
    var count = 0
    let isPossible = sparse.withUnsafeMutableBytes { sparse in
      beneath.withUnsafeBytes { under in
        for offset in stride(from: 0, to: sparse.count, by: 4) {
          let pixel = sparse.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          if pixel == under.loadUnaligned(fromByteOffset: offset, as: UInt32.self) {
            sparse.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
            count += 1
          } else if sparse[offset + 3] != 255 {
            return false
          }
        }
        return true
      }
    }
    guard isPossible, count * 4 >= size.area * 3 else { return nil }
    return Pixmap(size: size, bytes: sparse)
  }
}
