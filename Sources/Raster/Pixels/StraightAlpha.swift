/// Colours beside their alpha, as files store them, of colours that are multiplied by it.
package enum StraightAlpha {
  /// Divides the colours of premultiplied RGBA bytes by their alpha, correctly rounded.
  ///
  /// Multiplying again gives the same bytes. A pixel of alpha 0 becomes black.
  package static func divide(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
        for channel in index..<index + 3 {
          pixels[channel] = quotient(pixels[channel], alpha: pixels[index + 3])
        }
      }
    }
  }

  /// Whether dividing `premultiplied` gives `straight`; both are RGBA bytes, as many of each.
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

  /// `color * 255 / alpha`, rounded to the nearest.
  @inline(__always)
  package static func quotient(_ color: UInt8, alpha: UInt8) -> UInt8 {
    if alpha == 255 { return color }
    if alpha == 0 { return 0 }
    let (color, alpha) = (UInt32(color), UInt32(alpha))
    return UInt8(truncatingIfNeeded: min(255, (color * 510 + alpha) / (alpha * 2)))
  }
}

extension Pixmap {
  /// The pixels with colours that are not multiplied by alpha: as the file has them where that is
  /// known, else divided. Opaque pictures share the pixmap's storage.
  package var straight: [UInt8] {
    if let straightBytes { return straightBytes }
    guard !isOpaque else { return bytes }
    var straight = bytes
    StraightAlpha.divide(&straight)
    return straight
  }

  /// `straight` with black for pixels of alpha 0: two distinguishable pictures differ in it.
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
