package import Raster

/// A 64-bit hash of a picture's size and its premultiplied pixels; where those do not determine the
/// colours of translucent pixels as a file has them, of the straight ones.
///
/// XXH64 with seed 0 (Collet, "xxHash fast digest algorithm", github.com/Cyan4973/xxHash) over the
/// width and the height as 32-bit little-endian numbers and then the pixels. Equal on every
/// platform. Two different frames collide by chance once in 2^64 pairs.
package struct PixelHash: Hashable, Sendable {
  package let value: UInt64

  package init(_ pixmap: Pixmap) {
    let head = [pixmap.width, pixmap.height].flatMap { side in
      (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
    }
    let bytes = pixmap.straightBytes == nil ? pixmap.bytes : pixmap.visibleStraight
    value = XXHash64.digest(head: head, bytes)
  }

  /// A hash that was stored.
  package init(value: UInt64) { self.value = value }

  /// Nil unless the text is what `text` gives: 16 lowercase hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 16, text == text.lowercased(), !text.hasPrefix("+"),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// 16 lowercase hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
