import CImageIO
package import PortableMath

/// Limits on decoded input. They are checked before memory is allocated.
public struct DecodeLimits: Hashable, Sendable {
  /// A limit. The raw value is the name of its property.
  public enum Limit: String, Hashable, Sendable {
    case inputBytes = "maxInputBytes"
    case pixels = "maxPixels"
    case frames = "maxFrames"
  }

  /// The maximum size of a file in bytes. Default: 64 MiB.
  public var maxInputBytes: Int
  /// The maximum number of pixels of a picture, of a frame and of an animation's canvas. Default:
  /// 64,000,000.
  public var maxPixels: Int
  /// The maximum number of frames in an animation. Default: 3,000.
  public var maxFrames: Int

  /// Creates limits. Each must be at least 0.
  public init(maxInputBytes: Int = 64 << 20, maxPixels: Int = 64_000_000, maxFrames: Int = 3_000) {
    self.maxInputBytes = maxInputBytes
    self.maxPixels = maxPixels
    self.maxFrames = maxFrames
  }

  /// The default limits: 64 MiB, 64 megapixels and 3,000 frames.
  public static let standard = DecodeLimits()

  package func check(inputBytes: Int) throws(CodecError) {
    if inputBytes <= maxInputBytes { return }
    throw CodecError(
      beyond: .inputBytes,
      message: "too large: \(inputBytes.grouped) bytes, \(maxInputBytes.grouped) are allowed")
  }

  /// The peak memory of decoding in bytes per pixel: four RGBA buffers, see `ImageDecoder`.
  private static let decodingBytesPerPixel = 16

  /// Returns the size after checking it.
  ///
  /// - Throws: `.malformed` if a side is not positive, `.tooLarge` if there are more than
  ///   `maxPixels` pixels, `.outOfMemory` if the memory for decoding is not available.
  package func size(width: Int, height: Int) throws(CodecError) -> PixelSize {
    guard width > 0, height > 0 else {
      throw CodecError(
        kind: .malformed, message: "an image of \(width) x \(height) pixels is empty",
        hint: CodecError.exportAgain)
    }
    guard let size = PixelSize(width: width, height: height), size.area <= maxPixels else {
      throw CodecError(
        beyond: .pixels,
        message: "too large: \(width.grouped) x \(height.grouped) pixels, but at most "
          + "\(maxPixels.grouped) pixels are allowed")
    }
    try MemoryProbe.require(bytes: size.area * Self.decodingBytesPerPixel)
    return size
  }

  /// The maximum number of pixels in all frames of an animation, as a multiple of `maxPixels`. With
  /// the default limits, that is about 2,700 frames of a phone's screen.
  private static let animationFactor = 128

  /// The multiple of `maxPixels` allowed for a file of 0 bytes, and the number of additional pixels
  /// allowed for each byte. A recording of an almost static screen has about 3,000 pixels per byte.
  /// Stops small files that claim to have many large frames.
  private static let (blankFactor, pixelsPerByte) = (16, 20_000)

  /// Checks the number of frames and their total number of pixels for a file of `bytes` bytes.
  ///
  /// - Throws: `.tooLarge` if there are more than `maxFrames` frames, or if all frames together
  ///   have too many pixels to be decoded in reasonable time.
  package func check(frames: Int, of size: PixelSize, bytes: Int) throws(CodecError) {
    try check(frames: frames)
    func pixels(_ factor: Int, more: Int) -> Int {
      let (product, overflows) = maxPixels.multipliedReportingOverflow(by: factor)
      return overflows || product > .max - more ? .max : product + more
    }
    let limit = pixels(Self.animationFactor, more: 0)
    let limitForFile = pixels(Self.blankFactor, more: min(bytes, 1 << 40) * Self.pixelsPerByte)
    for (allowed, file) in [(limit, ""), (limitForFile, " of \(bytes.grouped) bytes")]
    where frames > allowed / size.area {
      throw CodecError(
        beyond: .pixels,
        message: "too large: \(frames.grouped) frames of \(size.width.grouped) x "
          + "\(size.height.grouped) pixels, but at most \(allowed.grouped) pixels in all frames"
          + "\(file) are allowed")
    }
  }

  package func check(frames: Int) throws(CodecError) {
    if frames <= maxFrames { return }
    throw CodecError(beyond: .frames, message: "too large: more than \(maxFrames.grouped) frames")
  }
}

/// Checks that memory is available before a `Pixmap` is allocated, because a failed allocation of
/// an array terminates the process.
package enum MemoryProbe {
  package static func require(bytes: Int) throws(CodecError) {
    guard bytes >= 0, twheader_can_allocate(bytes) else {
      throw CodecError(
        kind: .outOfMemory, message: "out of memory: \(bytes.grouped) bytes are needed",
        hint: "close other programs, or raise the limit of memory")
    }
  }
}
