import Raster

extension ImageDescription {
  init(gif bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    var reader = try GIFReader(bytes: bytes, limits: limits)
    var frames: [Frame] = []
    var hasAlpha = false
    while let frame = try reader.nextDescription() {
      hasAlpha =
        hasAlpha || frame.transparentIndex != nil || frame.disposal == .clear
        || (frames.isEmpty && frame.rect.intersection(reader.size.bounds) != reader.size.bounds)
      frames.append(
        Frame(
          rect: frame.rect,
          duration: FrameDuration(centiseconds: frame.delayCentiseconds) ?? .zero,
          disposal: frame.disposal.name, blend: nil, transparentIndex: frame.transparentIndex,
          localPaletteCount: frame.localPaletteCount, minimumCodeSize: frame.minimumCodeSize,
          isInterlaced: frame.isInterlaced, byteCount: frame.byteCount))
    }
    let largest = frames.reduce(reader.globalPaletteCount) { max($0, $1.localPaletteCount ?? 0) }
    self.init(
      kind: .gif, size: reader.size, byteCount: bytes.count, colorType: "palette",
      bitDepth: largest <= 2 ? 1 : (largest - 1).bitWidth - (largest - 1).leadingZeroBitCount,
      hasAlpha: hasAlpha, isInterlaced: frames.contains { $0.isInterlaced },
      paletteCount: reader.globalPaletteCount, frames: frames,
      isAnimated: frames.count > 1 || reader.loopCount != nil, loopCount: reader.loopCount,
      comment: reader.comment, orientation: nil, chromaSubsampling: nil)
  }
}

extension GIFFrameDescription.Disposal {
  /// As the inspector shows it.
  var name: String {
    switch self {
    case .unspecified: "unspecified"
    case .keep: "keep"
    case .clear: "clear"
    case .restorePrevious: "restore"
    case .reserved(let value): "reserved (\(value))"
    }
  }
}
