import Raster

/// One frame's pixels, packed by libpng and taken out of the file that it wrote.
struct PackedFrame {
  let rect: PixelRect
  let blend: APNGFrameControl.Blend
  /// The bodies of the pixel data chunks.
  let data: [ArraySlice<UInt8>]

  var byteCount: Int { data.reduce(0) { $0 + $1.count } }

  init(
    _ picture: Pixmap, rect: PixelRect, blend: APNGFrameControl.Blend, _ options: PNGOptions
  ) throws(CodecError) {
    let file = try PNGLibrary.write(
      width: rect.width, height: rect.height, PNGSamples.rgba(picture), level: options.level,
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
    self.data = data
  }

  /// The body of the fcTL chunk behind its sequence number.
  func control(
    _ delay: (numerator: Int, denominator: Int), disposal: APNGFrameControl.Disposal
  ) -> [UInt8] {
    var body: [UInt8] = []
    for number in [rect.width, rect.height, rect.x, rect.y] {
      body += PNGChunk.bigEndian(UInt32(truncatingIfNeeded: number))
    }
    for number in [delay.numerator, delay.denominator] {
      body += PNGChunk.bigEndian(UInt32(truncatingIfNeeded: number)).suffix(2)
    }
    return body + [disposal.rawValue, blend.rawValue]
  }
}
