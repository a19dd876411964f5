package import CodecInterface
public import PortableMath

/// The metadata of a picture file.
public struct ImageDescription: Hashable, Sendable {
  /// A frame of an animation or a still picture.
  public struct Frame: Hashable, Sendable {
    /// The rectangle on the canvas in pixels.
    public let rect: PixelRect
    /// The duration in the file. 0 for a still picture.
    public internal(set) var duration: RationalTime = RationalTime.zero
    /// The disposal: `keep`, `clear`, `restore` or `unspecified`. `nil` for a still picture.
    public internal(set) var disposal: String?
    /// The compositing: `replace` or `over`. APNG and animated WebP only.
    public internal(set) var blend: String?
    /// The palette index that is transparent. GIF only.
    public internal(set) var transparentIndex: Int?
    /// The number of entries in the frame's palette, or 0 if it uses the global one. GIF only.
    public internal(set) var localPaletteCount: Int?
    /// The LZW minimum code size in bits. GIF only.
    public internal(set) var minimumCodeSize: Int?
    /// True if the rows are interlaced.
    public internal(set) var isInterlaced: Bool = false
    /// The number of bytes of the frame in the file.
    public let byteCount: Int
  }

  /// The detected format.
  public let kind: ImageKind
  /// The size in pixels. The sides of a JPEG are swapped if its orientation requires it.
  public let size: PixelSize
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The color type: `gray`, `RGB`, `palette`, `gray with alpha`, `RGBA`, `YCbCr`, `CMYK` or
  /// `YCCK`, and for WebP also `lossless` and `YCbCr and lossless`.
  public let colorType: String
  /// The number of bits per sample, or per index of a palette.
  public let bitDepth: Int
  /// True if pixels may be translucent.
  public let hasAlpha: Bool
  /// True if the picture is interlaced or a progressive JPEG.
  public internal(set) var isInterlaced: Bool = false
  /// The number of entries in the (for GIF, global) palette, or 0 if there is none.
  public internal(set) var paletteCount: Int = 0
  /// The frames, at least one.
  public let frames: [Frame]
  /// True if the file is an animation, even with a single frame.
  public internal(set) var isAnimated: Bool = false
  /// The play count. 0 loops forever. `nil` if the file does not specify it.
  public internal(set) var loopCount: Int?
  /// The comment, or `nil` if there is none.
  public internal(set) var comment: String?
  /// The Exif orientation in 1...8. JPEG only.
  public internal(set) var orientation: Int?
  /// The chroma subsampling, such as `4:2:0`. JPEG and WebP only.
  public internal(set) var chromaSubsampling: String?
  /// Warnings about damage that does not prevent reading, one line each.
  public internal(set) var warnings: [String] = []

  /// The duration of one play.
  public var duration: RationalTime { frames.reduce(.zero) { $0 + $1.duration } }
}

package enum ImageInspector {
  /// Describes `bytes`. The format is detected from the content.
  ///
  /// Reads the complete structure of the file, so truncation is detected. Damage inside compressed
  /// pixels is not.
  ///
  /// - Throws: The errors of the format's decoder, and `.tooLarge` if the limits are exceeded.
  package static func inspect(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> ImageDescription {
    try limits.check(inputBytes: bytes.count)
    return switch try ImageKind.recognize(bytes) {
    case .png: try ImageDescription(png: bytes, limits)
    case .jpeg: try ImageDescription(jpeg: bytes, limits)
    case .gif: try ImageDescription(gif: bytes, limits)
    case .webp: try ImageDescription(webp: bytes, limits)
    }
  }
}
