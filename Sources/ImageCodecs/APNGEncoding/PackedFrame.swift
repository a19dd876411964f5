import Raster

/// One frame, its pixels packed by libpng and taken out of the file that it wrote.
struct PackedFrame {
  /// How the pixels of all frames are stored.
  enum Color {
    /// RGB; a pixel of the key's colour is transparent.
    case keyed
    /// RGBA.
    case rgba

    /// The header behind width and height: depth 8, colour type, deflate, filters, not interlaced.
    var kind: [UInt8] { [8, self == .keyed ? 2 : 6, 0, 0, 0] }
    /// The transparency chunk.
    var chunks: [UInt8] {
      guard self == .keyed else { return [] }
      return PNGChunk.bytes(type: "tRNS", body: PackedFrame.key.flatMap { [0, $0] })
    }
  }

  /// A colour that pictures seldom have.
  static let key: [UInt8] = [3, 254, 1]

  let rect: PixelRect
  let blend: APNGFrameControl.Blend
  let delay: (numerator: Int, denominator: Int)
  /// The bodies of the pixel data chunks.
  private let data: [ArraySlice<UInt8>]

  var byteCount: Int { data.reduce(0) { $0 + $1.count } }

  /// Packs a picture of the rectangle's size. With `.keyed` its pixels are opaque or fully clear.
  init(
    _ picture: Pixmap, rect: PixelRect, blend: APNGFrameControl.Blend,
    delay: (numerator: Int, denominator: Int), color: Color, options: PNGOptions
  ) throws(CodecError) {
    let samples =
      color == .keyed ? PackedFrame.keyed(picture) : PNGSamples.rgba(picture)
    let file = try PNGLibrary.write(
      width: rect.width, height: rect.height, samples, level: options.level,
      filters: options.filterBits(forPalette: false))
    var data: [ArraySlice<UInt8>] = []
    var offset = PNGChunk.signature.count
    while offset < file.count {
      let chunk = try PNGChunk(at: offset, of: file)
      if chunk.type == "IDAT" { data.append(file[chunk.body]) }
      offset = chunk.whole.upperBound
    }
    self.rect = rect
    self.blend = blend
    self.delay = delay
    self.data = data
  }

  private static func keyed(_ picture: Pixmap) -> PNGLibrary.Samples {
    var samples = PNGSamples.channels(3, of: picture)
    for pixel in 0..<picture.size.area where picture.bytes[pixel * 4 + 3] == 0 {
      for channel in 0..<3 { samples[pixel * 3 + channel] = key[channel] }
    }
    return .rgb(samples)
  }

  /// The same frame stored as RGBA, from one stored with a key.
  ///
  /// `hasHoles`: whether the key stands for transparency; otherwise it is a colour like any other.
  func repacked(hasHoles: Bool, options: PNGOptions) throws(CodecError) -> PackedFrame {
    let chunks = data.reduce(into: [UInt8]()) { $0 += PNGChunk.bytes(type: "IDAT", body: $1) }
    let file = PNGChunk.file(
      rect, kind: Color.keyed.kind, colors: hasHoles ? Color.keyed.chunks : [], data: chunks)
    let picture = try PNGDecoder.decode(file, limits: DecodeLimits(maxPixels: .max))
    return try PackedFrame(
      picture, rect: rect, blend: blend, delay: delay, color: .rgba, options: options)
  }

  /// The frame's chunks; `isFirst` as ordinary pixel data. Counts `sequence` on.
  func chunks(isFirst: Bool, sequence: inout UInt32) -> [UInt8] {
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PNGChunk.bigEndian(sequence)
    }
    var control = next()
    for number in [rect.width, rect.height, rect.x, rect.y] {
      control += PNGChunk.bigEndian(UInt32(truncatingIfNeeded: number))
    }
    for number in [delay.numerator, delay.denominator] {
      control += PNGChunk.bigEndian(UInt32(truncatingIfNeeded: number)).suffix(2)
    }
    control += [APNGFrameControl.Disposal.keep.rawValue, blend.rawValue]
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
