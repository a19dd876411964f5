/// Conversion from straight alpha, as in files, to premultiplied alpha, as in pixmaps.
enum Premultiplication {
  /// Premultiplies the colors of RGBA bytes, correctly rounded.
  static func premultiply(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
        let alpha = UInt32(pixels[index + 3])
        for channel in index..<index + 3 {
          pixels[channel] = UInt8(truncatingIfNeeded: product(UInt32(pixels[channel]), alpha))
        }
      }
    }
  }

  /// Returns premultiplied bytes from samples of 16 bits, rounded once: color * alpha / (65535 *
  /// 257).
  static func premultipliedBytes(of samples: [UInt16]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: samples.count) { target, used in
      samples.withUnsafeBufferPointer { samples in
        for index in stride(from: 0, to: samples.count, by: 4) {
          let alpha = UInt64(samples[index + 3])
          for channel in index..<index + 3 {
            let exact = UInt64(samples[channel]) * alpha
            target[channel] = UInt8(truncatingIfNeeded: (exact + 8_421_247) / 16_842_495)
          }
          target[index + 3] = UInt8(truncatingIfNeeded: (alpha + 128) / 257)
        }
      }
      used = samples.count
    }
  }

  /// Converts samples of 16 bits to bytes, rounded to nearest.
  static func bytes(of samples: [UInt16]) -> [UInt8] {
    samples.map { UInt8(truncatingIfNeeded: (UInt32($0) + 128) / 257) }
  }

  /// Returns `a * b / 255` for bytes, rounded to nearest. Ties cannot occur.
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let exact = a * b + 128
    return (exact + exact >> 8) >> 8
  }
}
