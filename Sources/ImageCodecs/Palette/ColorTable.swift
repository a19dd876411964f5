/// Up to 256 sRGB colours; an index is a pixel's value in the file.
struct ColorTable: Hashable, Sendable {
  /// 0xRRGGBB.
  var colors: [UInt32]
  /// Bits of an index, 1...8: the table is written with `1 << bits` entries.
  var bits: Int

  /// Room for `colors` and, where asked, one transparent index after them.
  init(colors: [UInt32], transparent: Bool) {
    self.colors = colors
    let count = colors.count + (transparent ? 1 : 0)
    var bits = 1
    while 1 << bits < count { bits += 1 }
    self.bits = bits
  }

  /// The LZW minimum code size that libgif derives from the table.
  var minimumCodeSize: Int { max(2, bits) }

  var paddedRGB: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 << bits)
    for color in colors {
      bytes.append(UInt8(truncatingIfNeeded: color >> 16))
      bytes.append(UInt8(truncatingIfNeeded: color >> 8))
      bytes.append(UInt8(truncatingIfNeeded: color))
    }
    bytes.append(contentsOf: repeatElement(0, count: (3 << bits) - bytes.count))
    return bytes
  }
}
