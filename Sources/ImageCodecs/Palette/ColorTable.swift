/// Up to 256 sRGB colours; an index is a pixel's value in the file.
struct ColorTable: Hashable, Sendable {
  /// 0xRRGGBB.
  let colors: [UInt32]
  /// Bits of an index, 1...8: the table is written with `1 << bits` entries.
  let bits: Int

  /// Room for `colors` and, where asked, one transparent index after them.
  init(colors: [UInt32], transparent: Bool) {
    self.colors = colors
    hasTransparent = transparent
    let count = colors.count + (transparent ? 1 : 0)
    var bits = 1
    while 1 << bits < count { bits += 1 }
    self.bits = bits
  }

  /// Whether the index after the last colour is transparent.
  let hasTransparent: Bool

  /// The transparent index, nil for none.
  var transparentIndex: Int? { hasTransparent ? colors.count : nil }

  /// The LZW minimum code size that libgif derives from the table.
  var minimumCodeSize: Int { max(2, bits) }

  /// Bytes in the file.
  var byteCount: Int { 3 << bits }

  var tones: [Tone] { colors.map { Tone(rgb: $0) } }

  /// RGB triplets, filled up to `byteCount` with zeros.
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
