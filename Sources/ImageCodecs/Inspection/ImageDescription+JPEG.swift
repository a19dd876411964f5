import CImageFence
import Raster

extension ImageDescription {
  init(jpeg bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let info = try JPEGHandle(bytes).info
    let segments = JPEGSegments(bytes)
    let (width, height) = (Int(info.width), Int(info.height))
    let size =
      segments.orientation.swapsSides
      ? try limits.size(width: height, height: width)
      : try limits.size(width: width, height: height)
    // The end mark, behind which anything may follow.
    func isEnd(_ place: Int) -> Bool { bytes[place] == 0xFF && bytes[place + 1] == 0xD9 }
    guard bytes.indices.dropLast().last(where: isEnd) != nil else {
      throw CodecError(
        kind: .truncated,
        message: "truncated: the file ends after \(bytes.count.grouped) bytes, without an end mark",
        hint: CodecError.exportAgain)
    }
    self.init(
      kind: .jpeg, size: size, byteCount: bytes.count, colorType: info.colorTypeName,
      bitDepth: segments.precision, hasAlpha: false, isInterlaced: info.progressive == 1,
      paletteCount: 0,
      frames: [
        Frame(
          rect: size.bounds, duration: .zero, disposal: nil, blend: nil, transparentIndex: nil,
          localPaletteCount: nil, minimumCodeSize: nil, isInterlaced: info.progressive == 1,
          byteCount: bytes.count)
      ],
      isAnimated: false, loopCount: nil,
      comment: segments.comment.map { String(decoding: $0, as: UTF8.self) },
      orientation: segments.orientation.rawValue, chromaSubsampling: segments.subsampling)
  }
}

extension fence_jpeg_info {
  /// As the inspector shows it.
  fileprivate var colorTypeName: String {
    switch Int(color) {
    case Int(FENCE_JPEG_IS_GREY.rawValue): "grey"
    case Int(FENCE_JPEG_IS_RGB.rawValue): "RGB"
    case Int(FENCE_JPEG_IS_CMYK.rawValue): "CMYK"
    case Int(FENCE_JPEG_IS_YCCK.rawValue): "YCCK"
    default: "YCbCr"
    }
  }
}

extension JPEGSegments {
  /// As in `4:2:0`; nil where there is no chroma or no such name.
  fileprivate var subsampling: String? {
    guard sampling.count == 3, sampling[1] == (1, 1), sampling[2] == (1, 1) else { return nil }
    switch sampling[0] {
    case (1, 1): return "4:4:4"
    case (2, 1): return "4:2:2"
    case (2, 2): return "4:2:0"
    case (1, 2): return "4:4:0"
    case (4, 1): return "4:1:1"
    default: return nil
    }
  }
}
