import CImageIO
package import CodecInterface
package import Raster

/// Turns one picture into the bytes of a PNG file.
package enum PNGEncoder {
  /// Encodes `pixmap`: the smallest pixel format that holds it exactly is taken by rule.
  ///
  /// At most 256 colours (16 greys): a palette of 1, 2, 4 or 8 bits. Otherwise grey or RGB when every
  /// pixel is opaque, else RGBA, whose alpha is not premultiplied; decoding multiplies back to the
  /// very same bytes. No date, text or profile is written: the same picture and options give the same bytes.
  ///
  /// Throws `.invalidOption`, `.writeFailed` and `.outOfMemory`.
  package static func encode(
    _ pixmap: Pixmap, options: PNGOptions = .standard
  ) throws(CodecError) -> [UInt8] {
    try options.check()
    let samples = PNGSamples.smallest(for: pixmap)
    let isPalette = if case .indices = samples { true } else { false }
    return try PNGLibrary.write(
      width: pixmap.width, height: pixmap.height, samples, level: options.level,
      filters: options.filterBits(forPalette: isPalette))
  }
}

/// How hard a PNG is packed; the pixels are the same whatever is chosen.
package struct PNGOptions: Hashable, Sendable {
  /// 0 stored ... 9 smallest; checked when something is encoded.
  ///
  /// Level 4: on frames of headers with photographs 2 % larger than level 6 in about half the time, and
  /// 4 % larger than level 9 in a tenth.
  package var level = 4

  /// Nil: the standard level.
  package init(level: Int? = nil) { if let level { self.level = level } }

  package static let standard = PNGOptions()

  /// Throws `.invalidOption` unless `level` is 0 ... 9.
  package func check() throws(CodecError) {
    guard (0...9).contains(level) else {
      throw CodecError(
        kind: .invalidOption, message: "a PNG level of \(level)", hint: "give 0 ... 9")
    }
  }

  /// The set of libpng's filter bits: no filter for palettes and at level 0, otherwise for each row the
  /// one that looks best.
  func filterBits(forPalette isPalette: Bool) -> Int { isPalette || level == 0 ? 1 : 31 }
}

/// Writing through libpng.
enum PNGLibrary {
  /// The samples of a picture as a PNG file stores them.
  enum Samples {
    /// 1 byte a pixel.
    case grey([UInt8])
    /// 3 bytes a pixel.
    case rgb([UInt8])
    /// 4 bytes a pixel, alpha not premultiplied.
    case rgba([UInt8])
    /// 1 byte a pixel, written with 1, 2, 4 or 8 bits; the palette is RGBA, 1 ... 256 entries.
    case indices([UInt8], palette: [UInt8], depth: Int)
  }

  /// A whole PNG file. `filters` is a set of libpng's filter bits, none = 1 ... Paeth = 16.
  static func write(
    width: Int, height: Int, _ samples: Samples, level: Int, filters: Int
  ) throws(CodecError) -> [UInt8] {
    var picture = twheader_png_picture()
    picture.width = UInt32(truncatingIfNeeded: width)
    picture.height = UInt32(truncatingIfNeeded: height)
    picture.bit_depth = 8
    picture.level = Int32(truncatingIfNeeded: level)
    picture.filters = Int32(truncatingIfNeeded: filters)
    switch samples {
    case .grey(let pixels):
      picture.color_type = 0
      return try write(&picture, pixels, palette: [])
    case .rgb(let pixels):
      picture.color_type = 2
      return try write(&picture, pixels, palette: [])
    case .rgba(let pixels):
      picture.color_type = 6
      return try write(&picture, pixels, palette: [])
    case .indices(let pixels, let palette, let depth):
      picture.color_type = 3
      picture.bit_depth = UInt8(truncatingIfNeeded: depth)
      return try write(&picture, pixels, palette: palette)
    }
  }

  private static func write(
    _ picture: inout twheader_png_picture, _ pixels: [UInt8], palette: [UInt8]
  ) throws(CodecError) -> [UInt8] {
    try CodecError.bytes("PNG", free: twheader_png_free) { file, count, error in
      pixels.withUnsafeBufferPointer { pixels in
        palette.withUnsafeBufferPointer { palette in
          picture.pixels = pixels.baseAddress
          picture.palette = palette.baseAddress
          picture.palette_count = Int32(truncatingIfNeeded: palette.count / 4)
          return twheader_png_write(&picture, file, count, error)
        }
      }
    }
  }
}
