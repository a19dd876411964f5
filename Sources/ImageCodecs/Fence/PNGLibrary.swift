import CImageFence

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
    var picture = fence_png_picture()
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
    _ picture: inout fence_png_picture, _ pixels: [UInt8], palette: [UInt8]
  ) throws(CodecError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    var error = fence_error()
    let status = pixels.withUnsafeBufferPointer { pixels in
      palette.withUnsafeBufferPointer { palette in
        picture.pixels = pixels.baseAddress
        picture.palette = palette.baseAddress
        picture.palette_count = Int32(truncatingIfNeeded: palette.count / 4)
        return fence_png_write(&picture, &file, &count, &error)
      }
    }
    defer { fence_png_free(file) }
    guard status == FENCE_OK else {
      throw CodecError(status, error, form: "PNG", truncation: "")
    }
    return [UInt8](UnsafeBufferPointer(start: file, count: count))
  }
}
