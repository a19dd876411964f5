package import Raster

/// A frame reduced to the means of square cells, in which dither averages out. Used to pair the
/// frames of quantized animations.
package struct FrameSignature: Hashable, Sendable {
  /// The luma and both chroma components of each cell, over white, in eighths of a level.
  let means: [Int16]

  /// The maximum number of cells. More cells cost time and do not improve pairing.
  private static let maximumCells = 2048
  /// The minimum side of a cell in pixels.
  private static let minimumSide = 8

  /// Computes the signature of a frame. Signatures are comparable if the frames have the same size.
  package init(_ pixmap: Pixmap) {
    var side = FrameSignature.minimumSide
    func cells(_ length: Int) -> Int { (length + side - 1) / side }
    while cells(pixmap.width) * cells(pixmap.height) > FrameSignature.maximumCells { side += 1 }
    var means: [Int16] = []
    means.reserveCapacity(3 * cells(pixmap.width) * cells(pixmap.height))
    let rowBytes = pixmap.width * 4
    pixmap.bytes.withUnsafeBufferPointer { bytes in
      var columns = [UInt16](repeating: 0, count: rowBytes)
      for top in stride(from: 0, to: pixmap.height, by: side) {
        // Sums of up to 257 rows fit in 16 bits.
        let rows = top..<min(top + min(side, 257), pixmap.height)
        for index in columns.indices { columns[index] = 0 }
        columns.withUnsafeMutableBufferPointer { columns in
          for y in rows {
            let row = UnsafeBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes])
            for index in 0..<rowBytes { columns[index] &+= UInt16(row[index]) }
          }
        }
        for left in stride(from: 0, to: pixmap.width, by: side) {
          let pixels = left..<min(left + side, pixmap.width)
          var sum = SIMD4<Int>.zero
          for x in pixels {
            sum &+= SIMD4(
              Int(columns[x * 4]), Int(columns[x * 4 + 1]), Int(columns[x * 4 + 2]),
              Int(columns[x * 4 + 3]))
          }
          let area = pixels.count * rows.count
          let white = 255 * area - sum.w
          let (red, green, blue) = (sum.x + white, sum.y + white, sum.z + white)
          // The weights of ITU-R BT.601 in 128ths. Divided by 16, they give eighths of a level.
          means.append(Int16((38 * red + 75 * green + 15 * blue) / (16 * area)))
          means.append(Int16((64 * blue - 21 * red - 43 * green) / (16 * area)))
          means.append(Int16((64 * red - 53 * green - 11 * blue) / (16 * area)))
        }
      }
    }
    self.means = means
  }

  /// Returns the sum of the squared differences of all means in squared levels, or infinity if the
  /// frames differ in size.
  package func distance(to other: FrameSignature) -> Float {
    guard means.count == other.means.count else { return .infinity }
    return means.withUnsafeBufferPointer { left in
      other.means.withUnsafeBufferPointer { right in
        var sum: Int64 = 0
        for start in stride(from: 0, to: left.count, by: 256) {
          // The sum of 256 squares of at most 4080 fits in 32 unsigned bits.
          var part: UInt32 = 0
          for index in start..<min(start + 256, left.count) {
            let step = Int32(left[index]) &- Int32(right[index])
            part &+= UInt32(truncatingIfNeeded: step &* step)
          }
          sum &+= Int64(part)
        }
        return Float(sum) / 64
      }
    }
  }
}
