import CImageIO
import CodecInterface
import GIF
import PortableMath

extension ImageDescription {
  init(png bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let info = try PNGHandle(bytes).info
    let size = try limits.size(width: Int(info.width), height: Int(info.height))
    var paletteCount = 0
    var dataByteCount = 0
    var comment: String?
    var chunk = try PNGChunk(at: PNGChunk.signature.count, of: bytes)
    while chunk.type != "IEND" {
      switch chunk.type {
      case "PLTE": paletteCount = chunk.body.count / 3
      case "IDAT": dataByteCount += chunk.whole.count
      case "tEXt" where comment == nil && bytes[chunk.body].starts(with: "Comment\0".utf8):
        comment = String(decoding: bytes[chunk.body.dropFirst(8)], as: UTF8.self)
      default: break
      }
      chunk = try PNGChunk(at: chunk.whole.upperBound, of: bytes)
    }
    var animation = try APNGReader(bytes: bytes, limits: limits)
    var frames: [Frame] = []
    var coverage = CanvasCoverage()
    let isInterlaced = info.interlaced == 1
    while let frame = try animation?.nextControl() {
      coverage.add(frame, on: size)
      frames.append(Frame(frame, isInterlaced: isInterlaced))
    }
    if frames.isEmpty {
      frames = [Frame(rect: size.bounds, isInterlaced: isInterlaced, byteCount: dataByteCount)]
    }
    let colorType =
      switch info.color_type {
      case 0: "gray"
      case 2: "RGB"
      case 3: "palette"
      case 4: "gray with alpha"
      default: "RGBA"
      }
    self.init(
      kind: .png, size: size, byteCount: bytes.count, colorType: colorType,
      bitDepth: Int(info.bit_depth), hasAlpha: info.has_alpha == 1 || coverage.showsThrough,
      isInterlaced: isInterlaced, paletteCount: paletteCount, frames: frames,
      isAnimated: animation != nil, loopCount: animation?.loopCount, comment: comment,
      warnings: animation?.warnings ?? PNGChunk.damagedChunks(of: bytes))
  }
}

/// Determines whether the transparent canvas is visible at some time behind opaque frames.
private struct CanvasCoverage {
  private(set) var showsThrough = false
  /// True if a frame that is not disposed of has covered the canvas.
  private var isCovered = false

  mutating func add(_ frame: FrameControl, on canvas: PixelSize) {
    let covers = frame.rect.intersection(canvas.bounds) == canvas.bounds
    showsThrough = showsThrough || frame.disposal == .clear || !(covers || isCovered)
    if frame.disposal != .restorePrevious { isCovered = isCovered || covers }
  }
}

extension ImageDescription.Frame {
  fileprivate init(_ control: FrameControl, isInterlaced: Bool = false) {
    self.init(
      rect: control.rect, duration: control.duration,
      disposal: ["keep", "clear", "restore"][Int(control.disposal.rawValue)],
      blend: control.blend == .over ? "over" : "replace", isInterlaced: isInterlaced,
      byteCount: control.byteCount)
  }

  fileprivate init(_ frame: GIFFrameDescription) {
    let disposal =
      frame.storedDisposal < 4
      ? ["unspecified", "keep", "clear", "restore"][frame.storedDisposal]
      : "reserved (\(frame.storedDisposal))"
    self.init(
      rect: frame.control.rect, duration: frame.control.duration, disposal: disposal,
      transparentIndex: frame.transparentIndex, localPaletteCount: frame.localPaletteCount,
      minimumCodeSize: frame.minimumCodeSize, isInterlaced: frame.isInterlaced,
      byteCount: frame.control.byteCount)
  }
}

extension ImageDescription {
  init(jpeg bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let handle = try JPEGHandle(bytes)
    let info = handle.info
    let segments = JPEGSegments(bytes)
    let (width, height) = (Int(info.width), Int(info.height))
    let size =
      segments.orientation.swapsSides
      ? try limits.size(width: height, height: width)
      : try limits.size(width: width, height: height)
    // Bytes after the end marker are allowed.
    func isEnd(_ offset: Int) -> Bool { bytes[offset] == 0xFF && bytes[offset + 1] == 0xD9 }
    guard bytes.indices.dropLast().last(where: isEnd) != nil else {
      throw CodecError(
        truncated: "the file ends after \(bytes.count.grouped) bytes, without an end marker")
    }
    let colorType =
      switch Int(info.color) {
      case Int(TWHEADER_JPEG_IS_GRAY.rawValue): "gray"
      case Int(TWHEADER_JPEG_IS_RGB.rawValue): "RGB"
      case Int(TWHEADER_JPEG_IS_CMYK.rawValue): "CMYK"
      case Int(TWHEADER_JPEG_IS_YCCK.rawValue): "YCCK"
      default: "YCbCr"
      }
    self.init(
      kind: .jpeg, size: size, byteCount: bytes.count, colorType: colorType,
      bitDepth: segments.precision, hasAlpha: false, isInterlaced: info.progressive == 1,
      frames: [
        Frame(rect: size.bounds, isInterlaced: info.progressive == 1, byteCount: bytes.count)
      ],
      comment: segments.comment.map { String(decoding: $0, as: UTF8.self) },
      orientation: segments.orientation.rawValue, chromaSubsampling: segments.subsampling,
      warnings: handle.warnings)
  }
}

extension JPEGSegments {
  /// The subsampling such as `4:2:0`, or `nil` without chroma or for unusual factors.
  fileprivate var subsampling: String? {
    guard sampling.count == 3, sampling[1] == (1, 1), sampling[2] == (1, 1) else { return nil }
    return switch sampling[0] {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (1, 2): "4:4:0"
    case (4, 1): "4:1:1"
    default: nil
    }
  }
}

extension ImageDescription {
  init(gif bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let reader = try GIFReader(bytes: bytes, limits: limits)
    var frames: [Frame] = []
    var coverage = CanvasCoverage()
    while let frame = try reader.nextDescription() {
      coverage.add(frame.control, on: reader.size)
      frames.append(Frame(frame))
    }
    let largest = frames.reduce(reader.globalPaletteCount) { max($0, $1.localPaletteCount ?? 0) }
    self.init(
      kind: .gif, size: reader.size, byteCount: bytes.count, colorType: "palette",
      bitDepth: largest <= 2 ? 1 : (largest - 1).bitWidth - (largest - 1).leadingZeroBitCount,
      hasAlpha: coverage.showsThrough || frames.contains { $0.transparentIndex != nil },
      isInterlaced: frames.contains(where: \.isInterlaced),
      paletteCount: reader.globalPaletteCount, frames: frames,
      isAnimated: frames.count > 1 || reader.loopCount != nil, loopCount: reader.loopCount,
      comment: reader.comment, warnings: reader.warnings)
  }
}

package enum ImageLibraries {
  /// The version of the linked WebP encoder and muxer. Other versions may encode the same frames to
  /// different bytes.
  package static var webPVersion: Int { Int(twheader_webp_version()) }

  package static var versions: [(name: String, version: String)] {
    [
      ("libpng", twheader_png_version()), ("libjpeg-turbo", twheader_jpeg_version()),
      ("giflib", twheader_gif_version()),
    ].map { ($0, $1.map { String(cString: $0) } ?? "unknown") }
  }
}

extension ImageDescription {
  init(webp bytes: [UInt8], _ limits: DecodeLimits) throws(CodecError) {
    let reader = try WebPReader(bytes: bytes, limits: limits)
    let kinds = Set(reader.frames.map(\.is_lossless))
    let frames = reader.frames.map(\.control).map { frame in
      reader.isAnimated ? Frame(frame) : Frame(rect: frame.rect, byteCount: frame.byteCount)
    }
    self.init(
      kind: .webp, size: reader.size, byteCount: bytes.count,
      colorType: kinds == [1] ? "lossless" : kinds == [0] ? "YCbCr" : "YCbCr and lossless",
      bitDepth: 8, hasAlpha: reader.hasAlpha, frames: frames, isAnimated: reader.isAnimated,
      loopCount: reader.loopCount, chromaSubsampling: kinds.contains(0) ? "4:2:0" : nil)
  }
}
