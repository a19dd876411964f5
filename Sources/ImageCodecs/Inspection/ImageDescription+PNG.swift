import CImageFence
import Raster

extension ImageDescription {
  init(png bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let info = try PNGHandle(bytes).info
    let size = try limits.size(width: Int(info.width), height: Int(info.height))
    let chunks = try PNGContents(bytes)
    var animation = try APNGReader(bytes: bytes, limits: limits)
    var frames: [Frame] = []
    while let frame = try animation?.nextControl() {
      frames.append(
        Frame(
          rect: frame.rect, duration: frame.delay, disposal: frame.disposal.name,
          blend: frame.blend == .over ? "over" : "replace", transparentIndex: nil,
          localPaletteCount: nil, minimumCodeSize: nil, isInterlaced: info.interlaced == 1,
          byteCount: frame.byteCount))
    }
    if frames.isEmpty {
      frames = [
        Frame(
          rect: size.bounds, duration: .zero, disposal: nil, blend: nil, transparentIndex: nil,
          localPaletteCount: nil, minimumCodeSize: nil, isInterlaced: info.interlaced == 1,
          byteCount: chunks.dataByteCount)
      ]
    }
    self.init(
      kind: .png, size: size, byteCount: bytes.count, colorType: info.colorTypeName,
      bitDepth: Int(info.bit_depth), hasAlpha: info.has_alpha == 1,
      isInterlaced: info.interlaced == 1, paletteCount: chunks.paletteCount, frames: frames,
      isAnimated: animation != nil, loopCount: animation?.loopCount, comment: chunks.comment,
      orientation: nil, chromaSubsampling: nil)
  }
}

/// What the chunks of a PNG file say that the decoder does not need.
private struct PNGContents {
  var paletteCount = 0
  /// Of the still picture, chunk headers included.
  var dataByteCount = 0
  var comment: String?

  /// Walks all chunks; throws `.truncated` when there is no end mark.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var offset = PNGChunk.signature.count
    while true {
      let chunk = try PNGChunk(at: offset, of: bytes)
      switch chunk.type {
      case "IEND": return
      case "PLTE": paletteCount = chunk.body.count / 3
      case "IDAT": dataByteCount += chunk.whole.count
      case "tEXt" where comment == nil && bytes[chunk.body].starts(with: "Comment\0".utf8):
        comment = String(decoding: bytes[chunk.body.dropFirst(8)], as: UTF8.self)
      default: break
      }
      offset = chunk.whole.upperBound
    }
  }
}

extension fence_png_info {
  /// As the inspector shows it.
  fileprivate var colorTypeName: String {
    switch color_type {
    case 0: "grey"
    case 2: "RGB"
    case 3: "palette"
    case 4: "grey with alpha"
    default: "RGBA"
    }
  }
}

extension APNGFrameControl.Disposal {
  /// As the inspector shows it.
  fileprivate var name: String {
    switch self {
    case .keep: "keep"
    case .clear: "clear"
    case .restorePrevious: "restore"
    }
  }
}
