package import CodecInterface
public import PortableMath

/// What a picture file contains besides its pixels.
public struct ImageDescription: Hashable, Sendable {
  /// One frame of an animation, or the only one.
  public struct Frame: Hashable, Sendable {
    /// Where it lies on the canvas.
    public let rect: PixelRect
    /// How long it is shown, as the file says; 0 for a still picture.
    public internal(set) var duration: RationalTime = RationalTime.zero
    /// `keep`, `clear`, `restore`, `unspecified`; nil for a still picture.
    public internal(set) var disposal: String?
    /// `replace` or `over`; animated PNG and WebP only.
    public internal(set) var blend: String?
    /// The palette index that leaves the canvas as it is; GIF only.
    public internal(set) var transparentIndex: Int?
    /// Entries of the frame's own palette, 0 if it uses the global one; GIF only.
    public internal(set) var localPaletteCount: Int?
    /// Of the LZW stream, in bits; GIF only.
    public internal(set) var minimumCodeSize: Int?
    /// Whether the rows are stored in passes.
    public internal(set) var isInterlaced: Bool = false
    /// Bytes of the file that belong to the frame.
    public let byteCount: Int
  }

  /// The format that was recognised.
  public let kind: ImageKind
  /// The stored size; for a JPEG with an orientation that swaps sides, the size as it is seen.
  public let size: PixelSize
  /// Of the file.
  public let byteCount: Int
  /// `grey`, `RGB`, `palette`, `grey with alpha`, `RGBA`, `YCbCr`, `CMYK`, `YCCK`,
  /// `lossless` and `YCbCr and lossless` of WebP.
  public let colorType: String
  /// Bits a sample; of a palette, bits an index.
  public let bitDepth: Int
  /// Whether a pixel may be less than opaque.
  public let hasAlpha: Bool
  /// Interlaced, for JPEG progressive.
  public internal(set) var isInterlaced: Bool = false
  /// Entries of the palette (GIF: the global one), 0 if there is none.
  public internal(set) var paletteCount: Int = 0
  /// At least one.
  public let frames: [Frame]
  /// Whether the file is an animation, be it of one frame.
  public internal(set) var isAnimated: Bool = false
  /// 0 for ever; nil if the file says nothing.
  public internal(set) var loopCount: Int?
  /// The file's comment, if it has one.
  public internal(set) var comment: String?
  /// The Exif orientation, 1 ... 8; JPEG only.
  public internal(set) var orientation: Int?
  /// As in `4:2:0`; JPEG and WebP only.
  public internal(set) var chromaSubsampling: String?
  /// What is wrong with the file though it can be read; one line each.
  public internal(set) var warnings: [String] = []

  /// How long one run through the frames takes.
  public var duration: RationalTime { frames.reduce(.zero) { $0 + $1.duration } }
}

package enum ImageInspector {
  /// Describes `bytes`, whose format is recognised by content.
  ///
  /// The file's structure is read to its end, so truncation is found; damage within packed pixels is
  /// not. Throws like the format's decoder, `.tooLarge` where the limits are exceeded.
  package static func inspect(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> ImageDescription {
    try limits.check(inputBytes: bytes.count)
    return switch try ImageKind.recognise(bytes) {
    case .png: try ImageDescription(png: bytes, limits)
    case .jpeg: try ImageDescription(jpeg: bytes, limits)
    case .gif: try ImageDescription(gif: bytes, limits)
    case .webp: try ImageDescription(webp: bytes, limits)
    }
  }
}
