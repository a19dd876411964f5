import Raster

/// Turns pixels into the planes of a Y4M frame.
struct Y4MPlanes {
  private let chroma: Y4MOptions.Chroma
  private let weights: YCbCrCoefficients

  init(_ options: Y4MOptions) {
    chroma = options.chroma
    weights = YCbCrCoefficients(options.matrix, options.range)
  }

  /// The frame's header and its three planes.
  func pack(_ frame: Pixmap) -> [UInt8] {
    var bytes = Array("FRAME\n".utf8)
    bytes.reserveCapacity(bytes.count + frame.size.area * 3)
    packLuma(frame, into: &bytes)
    packChroma(frame, weights.cb, into: &bytes)
    packChroma(frame, weights.cr, into: &bytes)
    return bytes
  }

  private func packLuma(_ frame: Pixmap, into bytes: inout [UInt8]) {
    let (red, green, blue) = weights.luma
    let offset = weights.lumaOffset
    frame.bytes.withUnsafeBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let sum =
          red * Int(pixels[index]) + green * Int(pixels[index + 1]) + blue * Int(pixels[index + 2])
        bytes.append(UInt8(truncatingIfNeeded: (sum + offset) >> YCbCrCoefficients.bits))
      }
    }
  }

  private func packChroma(
    _ frame: Pixmap, _ weight: (red: Int, green: Int, blue: Int), into bytes: inout [UInt8]
  ) {
    let block = chroma == .full ? 1 : 2
    let (width, height) = (frame.width, frame.height)
    // The mean of a block: the sum of its four pixels (edges repeated), in quarters.
    let shift = YCbCrCoefficients.bits + (block == 2 ? 2 : 0)
    let offset = 128 << shift + 1 << (shift - 1)
    frame.bytes.withUnsafeBufferPointer { pixels in
      func sample(_ x: Int, _ y: Int) -> Int {
        let index = (min(y, height - 1) * width + min(x, width - 1)) * 4
        return weight.red * Int(pixels[index]) + weight.green * Int(pixels[index + 1])
          + weight.blue * Int(pixels[index + 2])
      }
      for y in stride(from: 0, to: height, by: block) {
        for x in stride(from: 0, to: width, by: block) {
          var sum = sample(x, y)
          if block == 2 { sum += sample(x + 1, y) + sample(x, y + 1) + sample(x + 1, y + 1) }
          // Full range: a chroma of +127.5 rounds to 256, which a byte does not hold.
          bytes.append(UInt8(truncatingIfNeeded: min(255, (sum + offset) >> shift)))
        }
      }
    }
  }
}
