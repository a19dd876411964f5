public import Raster

/// Turns one picture into the bytes of a PNG file.
public enum PNGEncoder {
  /// Encodes `pixmap`: the smallest of the forms that hold it exactly is taken by rule.
  ///
  /// At most 256 colours (16 greys): a palette of 1, 2, 4 or 8 bits. Otherwise grey or RGB when every
  /// pixel is opaque, else RGBA, whose alpha is not premultiplied; decoding multiplies back to the
  /// very same bytes. No date, text or profile is written: the same picture and options give the same bytes.
  ///
  /// Throws `.writeFailed` and `.outOfMemory`.
  public static func encode(
    _ pixmap: Pixmap, options: PNGOptions = .standard
  ) throws(CodecError) -> [UInt8] {
    let samples = PNGSamples.smallest(for: pixmap)
    let isPalette = if case .indices = samples { true } else { false }
    return try PNGLibrary.write(
      width: pixmap.width, height: pixmap.height, samples, level: options.level,
      filters: options.filterBits(forPalette: isPalette))
  }
}
