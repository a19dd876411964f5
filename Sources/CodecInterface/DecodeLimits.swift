import CImageIO
package import PortableMath

/// How much input is accepted; checked before memory is asked for.
public struct DecodeLimits: Hashable, Sendable {
  /// A limit, by the name of its property.
  public enum Limit: String, Hashable, Sendable {
    case inputBytes = "maxInputBytes"
    case pixels = "maxPixels"
    case frames = "maxFrames"
  }

  /// Bytes of a file. Standard: 64 MiB.
  public var maxInputBytes: Int
  /// Pixels of a picture, of a frame, of an animation's canvas. Standard: 64,000,000.
  public var maxPixels: Int
  /// Frames of an animation. Standard: 3,000.
  public var maxFrames: Int

  /// Each limit is 0 or more.
  public init(maxInputBytes: Int = 64 << 20, maxPixels: Int = 64_000_000, maxFrames: Int = 3_000) {
    (self.maxInputBytes, self.maxPixels, self.maxFrames) = (maxInputBytes, maxPixels, maxFrames)
  }

  /// 64 MiB, 64 megapixels, 3,000 frames.
  public static let standard = DecodeLimits()

  package func check(inputBytes: Int) throws(CodecError) {
    if inputBytes <= maxInputBytes { return }
    throw CodecError(
      beyond: .inputBytes,
      message: "too large: \(inputBytes.grouped) bytes, \(maxInputBytes.grouped) are allowed")
  }

  /// What decoding holds at its peak: four pixmaps, see `ImageDecoder`.
  private static let decodingBytesPerPixel = 16

  /// The size, if it is a size and within `maxPixels`.
  ///
  /// Throws `.malformed` for a side of 0, `.tooLarge` for too many pixels, `.outOfMemory` where the
  /// memory for decoding cannot be had.
  package func size(width: Int, height: Int) throws(CodecError) -> PixelSize {
    guard width > 0, height > 0 else {
      throw CodecError(
        kind: .malformed, message: "a picture of \(width) x \(height) pixels has no pixels",
        hint: CodecError.exportAgain)
    }
    guard let size = PixelSize(width: width, height: height), size.area <= maxPixels else {
      throw CodecError(
        beyond: .pixels,
        message: "too large: \(width.grouped) x \(height.grouped) pixels, "
          + "\(maxPixels.grouped) in all are allowed")
    }
    try MemoryProbe.require(bytes: size.area * Self.decodingBytesPerPixel)
    return size
  }

  /// How many times `maxPixels` all frames of an animation may have together: 2,700 of a phone's screen
  /// by the standard limits.
  private static let animationFactor = 128

  /// The same for an animation of few bytes, and the pixels more that each of its bytes allows: a
  /// recording of a screen that hardly changes has 3,000 pixels a byte.
  private static let (blankFactor, pixelsPerByte) = (16, 20_000)

  /// Throws `.tooLarge` for more frames than `maxFrames`, or for such large ones that they take too long
  /// together, in a file of `bytes` bytes.
  package func check(frames: Int, of size: PixelSize, bytes: Int) throws(CodecError) {
    try check(frames: frames)
    func pixels(_ factor: Int, more: Int) -> Int {
      let (product, overflows) = maxPixels.multipliedReportingOverflow(by: factor)
      return overflows || product > .max - more ? .max : product + more
    }
    let most = pixels(Self.animationFactor, more: 0)
    let mostOfFile = pixels(Self.blankFactor, more: min(bytes, 1 << 40) * Self.pixelsPerByte)
    for (allowed, file) in [(most, ""), (mostOfFile, " of \(bytes.grouped) bytes")]
    where frames > allowed / size.area {
      throw CodecError(
        beyond: .pixels,
        message: "too large: \(frames.grouped) frames of \(size.width.grouped) x "
          + "\(size.height.grouped) pixels, \(allowed.grouped) in all frames\(file) together "
          + "are allowed")
    }
  }

  package func check(frames: Int) throws(CodecError) {
    if frames <= maxFrames { return }
    throw CodecError(beyond: .frames, message: "too large: more than \(maxFrames.grouped) frames")
  }
}

/// Asks for memory before a `Pixmap` does, whose failure would end the process.
package enum MemoryProbe {
  package static func require(bytes: Int) throws(CodecError) {
    guard bytes >= 0, twheader_can_allocate(bytes) else {
      throw CodecError(
        kind: .outOfMemory, message: "out of memory: \(bytes.grouped) bytes are needed",
        hint: "close other programs, or raise the limit of memory")
    }
  }
}
