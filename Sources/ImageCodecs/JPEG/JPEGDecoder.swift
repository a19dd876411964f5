import CImageIO
import CodecInterface
import PortableMath
import Raster

/// Decodes baseline and progressive JPEG files in gray, YCbCr, RGB, CMYK or YCCK. Applies the Exif
/// orientation.
enum JPEGDecoder {
  /// Returns the picture and warnings about damage that the library tolerates.
  static func decode(
    _ bytes: [UInt8], limits: DecodeLimits
  ) throws(CodecError) -> (pixmap: Pixmap, warnings: [String]) {
    let handle = try JPEGHandle(bytes)
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    var pixels = try [UInt8](count: size.area * 4, filledBy: handle.read)
    if Int(handle.info.rows) == Int(TWHEADER_JPEG_CMYK.rawValue) {
      convertCMYKToRGB(&pixels, inverted: handle.info.inverted == 1)
    }
    guard let pixmap = Pixmap(size: size, bytes: pixels) else {
      throw CodecError(damaged: "JPEG", "rows of unexpected size")
    }
    return (pixmap.upright(from: JPEGSegments(bytes).orientation), handle.warnings)
  }

  /// Converts CMYK bytes to opaque RGBA without a profile: light = (1 - ink) * (1 - black).
  ///
  /// If `inverted` is true, 255 means no ink, as in files of Adobe's programs.
  private static func convertCMYKToRGB(_ pixels: inout [UInt8], inverted: Bool) {
    let flip: UInt8 = inverted ? 0 : 255
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let black = UInt32(pixels[index + 3] ^ flip)
        for channel in index..<index + 3 {
          let ink = UInt32(pixels[channel] ^ flip)
          pixels[channel] = UInt8(truncatingIfNeeded: Premultiplication.product(ink, black))
        }
        pixels[index + 3] = 255
      }
    }
  }
}

/// A JPEG file whose header was read.
struct JPEGHandle {
  let info: twheader_jpeg_info
  private let bytes: [UInt8]
  private let reader: CodecHandle

  init(_ bytes: [UInt8]) throws(CodecError) {
    var info = twheader_jpeg_info()
    reader = try CodecHandle(
      "JPEG", truncation: "the file ends after \(bytes.count.grouped) bytes, before its pixel data",
      close: twheader_jpeg_close
    ) { twheader_jpeg_open(bytes, bytes.count, $0, &info, $1) }
    self.info = info
    self.bytes = bytes
  }

  /// Non-fatal problems found so far.
  var warnings: [String] {
    switch twheader_jpeg_found_damage(reader.pointer) {
    case TWHEADER_JPEG_HAS_STRAY_BYTES: ["bytes outside of segments are skipped"]
    case TWHEADER_JPEG_IS_DAMAGED_IN_PART:
      ["the pixel data is damaged between two restart markers; parts of the image are wrong"]
    default: []
    }
  }

  /// Reads all rows with 4 bytes per pixel: RGBA, or CMYK according to `info`. Must be called only
  /// once.
  func read(into target: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    var rows: UInt32 = 0
    let needed = Int(info.height)
    try CodecError.check(
      "JPEG",
      truncation: Int(rows) < needed
        ? "the file ends after \(bytes.count.grouped) bytes, \(Int(rows).grouped) of "
          + "\(needed.grouped) rows of pixels are complete"
        : "the end marker is missing after \(needed.grouped) rows of pixels"
    ) { twheader_jpeg_read(reader.pointer, bytes, bytes.count, target, &rows, $0) }
  }
}

extension Pixmap {
  /// Returns the upright picture for one stored with `orientation`.
  func upright(from orientation: ExifOrientation) -> Pixmap {
    if orientation == .upright { return self }
    let turned = orientation.swapsSides ? PixelSize(width: height, height: width) : size
    guard let turned else { return self }
    // The stored pixel at (x, y) has the number origin + x * step.x + y * step.y.
    let (w, h) = (width, height)
    let (origin, stepX, stepY) =
      switch orientation {
      case .upright: (0, 1, w)
      case .mirrored: (w - 1, -1, w)
      case .halfTurn: (w * h - 1, -1, -w)
      case .upsideDownMirrored: (w * (h - 1), 1, -w)
      case .transposed: (0, w, 1)
      case .quarterTurn: (w * (h - 1), -w, 1)
      case .transposedAcross: (w * h - 1, -w, -1)
      case .threeQuarterTurn: (w - 1, w, -1)
      }
    let moved = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, used in
      bytes.withUnsafeBufferPointer { stored in
        var index = 0
        for y in 0..<turned.height {
          var from = (origin + y * stepY) * 4
          for _ in 0..<turned.width {
            for channel in 0..<4 { target[index + channel] = stored[from + channel] }
            index += 4
            from += stepX * 4
          }
        }
      }
      used = size.area * 4
    }
    return Pixmap(size: turned, bytes: moved) ?? self
  }
}
