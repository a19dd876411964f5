import CImageIO
import CodecInterface
import PortableMath
import Raster

struct PNGPicture {
  /// The color type, numbered as in the file.
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case rgba = 6
  }

  let size: PixelSize
  let colorType: ColorType
  /// The samples: 1 (gray), 3 (RGB), 1 (palette) or 4 (RGBA) bytes per pixel, with straight alpha.
  let samples: [UInt8]
  /// The palette as RGBA, 1...256 entries.
  var palette: [UInt8] = []
  /// The number of bits per sample: 8, or 1, 2, 4 or 8 for an index.
  var depth: UInt8 = 8

  /// Encodes a complete PNG file. `filters` is a set of libpng's filter bits, none = 1...Paeth =
  /// 16.
  func file(level: Int, filters: Int) throws(CodecError) -> [UInt8] {
    var picture = twheader_png_picture()
    picture.width = UInt32(truncatingIfNeeded: size.width)
    picture.height = UInt32(truncatingIfNeeded: size.height)
    picture.bit_depth = depth
    picture.color_type = colorType.rawValue
    picture.level = Int32(truncatingIfNeeded: level)
    picture.filters = Int32(truncatingIfNeeded: filters)
    picture.palette_count = Int32(truncatingIfNeeded: palette.count / 4)
    return try CodecError.bytes("PNG", free: twheader_png_free) { file, count, error in
      samples.withUnsafeBufferPointer { samples in
        palette.withUnsafeBufferPointer { palette in
          picture.pixels = samples.baseAddress
          picture.palette = palette.baseAddress
          return twheader_png_write(&picture, file, count, error)
        }
      }
    }
  }
}

extension PNGPicture {
  /// Selects the color type for an exact representation: a palette for up to 256 colors or 16
  /// grays, else gray, RGB or RGBA.
  init(smallestFor pixmap: Pixmap) {
    let isOpaque = pixmap.isOpaque
    let isGray = isOpaque && pixmap.isGray
    if let indexed = PNGPicture(indexing: pixmap, limit: isGray ? 16 : 256) {
      self = indexed
    } else if isOpaque {
      self.init(
        size: pixmap.size, colorType: isGray ? .gray : .rgb,
        samples: PNGPicture.channels(isGray ? 1 : 3, of: pixmap))
    } else {
      self.init(size: pixmap.size, colorType: .rgba, samples: pixmap.straight)
    }
  }

  static func channels(_ count: Int, of pixmap: Pixmap) -> [UInt8] {
    let area = pixmap.size.area
    return [UInt8](unsafeUninitializedCapacity: area * count) { target, used in
      pixmap.bytes.withUnsafeBufferPointer { bytes in
        var to = 0
        for pixel in 0..<area {
          for channel in 0..<count {
            target[to] = bytes[pixel * 4 + channel]
            to += 1
          }
        }
      }
      used = area * count
    }
  }

  /// Creates a picture with a palette. Returns `nil` if there are more than `limit` colors. The
  /// palette is in order of first use, with translucent colors first, which shortens the list of
  /// alphas.
  private init?(indexing pixmap: Pixmap, limit: Int) {
    let pixels = pixmap.straightBytes ?? pixmap.bytes
    guard let (colors, indices) = PNGPicture.gather(pixels, limit: limit) else { return nil }
    let order = colors.indices.sorted { first, second in
      let (firstOpaque, secondOpaque) = (colors[first] >> 24 == 255, colors[second] >> 24 == 255)
      return firstOpaque == secondOpaque ? first < second : secondOpaque
    }
    var ranks = [UInt8](repeating: 0, count: colors.count)
    for (rank, index) in order.enumerated() {
      ranks[index] = UInt8(truncatingIfNeeded: rank)
      palette += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: colors[index] >> $0) }
    }
    if pixmap.straightBytes == nil { StraightAlpha.divide(&palette) }
    size = pixmap.size
    colorType = .palette
    samples = indices.map { ranks[Int($0)] }
    depth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
  }

  /// Returns the colors in order of first use, with red in the lowest byte, and the index of each
  /// pixel's color. Returns `nil` if there are more than `limit` colors.
  private static func gather(
    _ pixels: [UInt8], limit: Int
  ) -> (colors: [UInt32], indices: [UInt8])? {
    var colors: [UInt32] = []
    var known: [UInt32: UInt8] = [:]
    var indices = [UInt8](repeating: 0, count: pixels.count / 4)
    var last: UInt32?
    var lastIndex: UInt8 = 0
    let fits = pixels.withUnsafeBytes { bytes in
      for pixel in 0..<indices.count {
        let color = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self))
        if color != last {
          if let index = known[color] {
            lastIndex = index
          } else {
            guard colors.count < limit else { return false }
            lastIndex = UInt8(truncatingIfNeeded: colors.count)
            known[color] = lastIndex
            colors.append(color)
          }
          last = color
        }
        indices[pixel] = lastIndex
      }
      return true
    }
    return fits ? (colors, indices) : nil
  }
}

extension Pixmap {
  /// Whether red, green and blue of every pixel are equal.
  fileprivate var isGray: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      stride(from: 0, to: bytes.count, by: 4).allSatisfy { index in
        bytes[index] == bytes[index + 1] && bytes[index] == bytes[index + 2]
      }
    }
  }
}
