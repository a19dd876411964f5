/// Conversion from premultiplied alpha to straight alpha, which files store.
package enum StraightAlpha {
  /// Divides the colors of premultiplied RGBA bytes by their alpha, correctly rounded.
  ///
  /// Multiplying again restores the bytes. A pixel with an alpha of 0 becomes black.
  package static func divide(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
        for channel in index..<index + 3 {
          pixels[channel] = quotient(pixels[channel], alpha: pixels[index + 3])
        }
      }
    }
  }

  /// Returns whether dividing `premultiplied` by alpha gives `straight`. Both must have the same
  /// number of RGBA bytes.
  static func areQuotients(_ straight: [UInt8], of premultiplied: [UInt8]) -> Bool {
    straight.withUnsafeBufferPointer { straight in
      premultiplied.withUnsafeBufferPointer { premultiplied in
        for index in stride(from: 0, to: straight.count, by: 4) {
          let alpha = premultiplied[index + 3]
          guard straight[index + 3] == alpha else { return false }
          for channel in index..<index + 3
          where straight[channel] != quotient(premultiplied[channel], alpha: alpha) {
            return false
          }
        }
        return true
      }
    }
  }

  /// Returns `color * 255 / alpha`, rounded to nearest.
  @inline(__always)
  package static func quotient(_ color: UInt8, alpha: UInt8) -> UInt8 {
    if alpha == 255 { return color }
    if alpha == 0 { return 0 }
    let (color, alpha) = (UInt32(color), UInt32(alpha))
    return UInt8(truncatingIfNeeded: min(255, (color * 510 + alpha) / (alpha * 2)))
  }
}

extension Pixmap {
  /// The pixels with straight alpha: the original ones of the file if they are known, else computed
  /// by division. An opaque picture shares its storage.
  package var straight: [UInt8] {
    if let straightBytes { return straightBytes }
    guard !isOpaque else { return bytes }
    var straight = bytes
    StraightAlpha.divide(&straight)
    return straight
  }

  /// The pixels of `straight` with black for an alpha of 0. Two pictures that look different differ
  /// in it.
  package var visibleStraight: [UInt8] {
    var visible = straight
    guard straightBytes != nil else { return visible }
    visible.withUnsafeMutableBufferPointer { visible in
      for index in stride(from: 0, to: visible.count, by: 4) where visible[index + 3] == 0 {
        for channel in index..<index + 3 { visible[channel] = 0 }
      }
    }
    return visible
  }
}
