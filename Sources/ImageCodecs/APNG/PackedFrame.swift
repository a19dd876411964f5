import CodecInterface
import PortableMath
import Raster

/// One frame, its pixels packed by libpng and taken out of the file that it wrote.
struct PackedFrame {
  enum Color {
    /// RGB; a pixel of the key's colour is transparent.
    case keyed
    case rgba

    /// The header behind width and height: depth 8, colour type, deflate, filters, not interlaced.
    var kind: [UInt8] { [8, self == .keyed ? 2 : 6, 0, 0, 0] }
    var chunks: [UInt8] {
      guard self == .keyed else { return [] }
      return PNGChunk.bytes(type: "tRNS", body: PackedFrame.key.flatMap { [0, $0] })
    }
  }

  /// A colour that pictures seldom have.
  static let key: [UInt8] = [3, 254, 1]

  let rect: PixelRect
  let blend: FrameControl.Blend
  let delay: (numerator: Int, denominator: Int)
  /// The bodies of the pixel data chunks.
  private let data: [ArraySlice<UInt8>]

  var byteCount: Int { data.reduce(0) { $0 + $1.count } }

  /// Packs a picture of the rectangle's size. With `.keyed` its pixels are opaque or fully clear.
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
    (self.rect, self.blend, self.delay) = (rect, blend, delay)
    data = PNGChunk.all(of: file).filter { $0.type == "IDAT" }.map { file[$0.body] }
  }

  private static func keyed(_ picture: Pixmap) -> [UInt8] {
    var samples = PNGPicture.channels(3, of: picture)
    for pixel in 0..<picture.size.area where picture.bytes[pixel * 4 + 3] == 0 {
      for channel in 0..<3 { samples[pixel * 3 + channel] = key[channel] }
    }
    return samples
  }

  /// The same frame stored as RGBA, from one stored with a key.
  ///
  /// `hasHoles`: whether the key stands for transparency; otherwise it is a colour like any other.
  func repacked(hasHoles: Bool, options: PNGOptions) throws(CodecError) -> PackedFrame {
    let chunks = data.reduce(into: [UInt8]()) { $0 += PNGChunk.bytes(type: "IDAT", body: $1) }
    let file = PNGChunk.file(
      rect, kind: Color.keyed.kind, colors: hasHoles ? Color.keyed.chunks : [], data: chunks)
    let decoded = try PNGDecoder.decode(file, limits: DecodeLimits(maxPixels: .max))
    // Without the key's colour in the holes.
    return try PackedFrame(
      decoded.droppingStraight, rect: rect, blend: blend, delay: delay, color: .rgba,
      options: options)
  }

  /// The frame's chunks; `isFirst` as ordinary pixel data. Counts `sequence` on.
  func chunks(isFirst: Bool, sequence: inout Int) -> [UInt8] {
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PNGChunk.bigEndian(sequence)
    }
    var control = next() + PNGChunk.bigEndian(rect.width, rect.height, rect.x, rect.y)
    // Two numbers of 16 bits.
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

/// Bytes in which two pictures differ where the pixels of their files do.
private func storedPixels(_ first: Pixmap, _ second: Pixmap) -> (first: [UInt8], second: [UInt8]) {
  first.straightBytes == nil && second.straightBytes == nil
    ? (first.bytes, second.bytes) : (first.straight, second.straight)
}

extension Pixmap {
  /// The smallest rectangle with every pixel that differs from a canvas of the same size; nil: none.
  func changedPart(from canvas: Pixmap) -> PixelRect? {
    let (under, over) = storedPixels(canvas, self)
    return under.withUnsafeBytes { under in over.withUnsafeBytes { size.changedRect(under, $0) } }
  }

  /// `cropped(to:)` with the pixels that the picture's file had.
  func part(_ rect: PixelRect) -> Pixmap? {
    guard let straightBytes, let part = cropped(to: rect) else { return cropped(to: rect) }
    let straight = Pixmap(size: size, bytes: straightBytes)?.cropped(to: rect)
    return Pixmap(size: part.size, bytes: part.bytes, straight: straight?.bytes)
  }

  fileprivate var droppingStraight: Pixmap { Pixmap(size: size, bytes: bytes) ?? self }

  /// This picture with full transparency where it equals `under`.
  ///
  /// Laid over `under` it gives this picture again. Nil where that cannot be, because a pixel that
  /// differs is not opaque, and where it would hardly help: with fewer than 3 in 4 pixels equal
  /// (scrolling pages) the holes cost more than they save.
  func sparing(_ under: Pixmap) -> Pixmap? {
    let (beneath, own) = storedPixels(under, self)
    var spared = own
    var count = 0
    let isPossible = spared.withUnsafeMutableBytes { spared in
      beneath.withUnsafeBytes { under in
        for offset in stride(from: 0, to: spared.count, by: 4) {
          let pixel = spared.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          if pixel == under.loadUnaligned(fromByteOffset: offset, as: UInt32.self) {
            spared.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
            count += 1
          } else if spared[offset + 3] != 255 {
            return false
          }
        }
        return true
      }
    }
    guard isPossible, count * 4 >= size.area * 3 else { return nil }
    return Pixmap(size: size, bytes: spared)
  }
}
