package import Raster

/// A 64-bit hash of a picture's size and premultiplied pixels. If the file's colors of translucent
/// pixels cannot be derived from these, the straight pixels are hashed instead.
///
/// XXH64 with seed 0 (Collet, "xxHash fast digest algorithm", github.com/Cyan4973/xxHash) of the
/// width and the height as 32-bit little-endian numbers, followed by the pixels. Equal on all
/// platforms. The probability that two different frames have the same hash is 2^-64.
package struct PixelHash: Hashable, Sendable {
  package let value: UInt64

  package init(_ pixmap: Pixmap) {
    let head = [pixmap.width, pixmap.height].flatMap { side in
      (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
    }
    let bytes = pixmap.straightBytes == nil ? pixmap.bytes : pixmap.visibleStraight
    value = XXHash64.digest(head: head, bytes)
  }

  /// Creates a hash from a stored value.
  package init(value: UInt64) { self.value = value }

  /// Parses `text`. Returns `nil` unless it consists of 16 lowercase hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 16, text == text.lowercased(), !text.hasPrefix("+"),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// The hash as 16 lowercase hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// XXH64 with seed 0 of an 8-byte head and a body.
struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)

  static func digest(head: [UInt8], _ body: [UInt8]) -> UInt64 {
    let count = head.count + body.count
    guard count >= 32 else {
      return (head + body).withUnsafeBytes {
        XXHash64().finish(prime5 &+ UInt64(count), $0, from: 0)
      }
    }
    var hash = XXHash64()
    // The first 32-byte stripe contains the head and the start of the body.
    var start = 32 - head.count
    (head + body[..<start]).withUnsafeBytes { hash.absorb($0, from: 0) }
    return body.withUnsafeBytes { body in
      while start + 32 <= body.count {
        hash.absorb(body, from: start)
        start += 32
      }
      return hash.finish(hash.merged() &+ UInt64(count), body, from: start)
    }
  }

  @inline(__always)
  private mutating func absorb(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    lanes.x = round(lanes.x, word(bytes, start))
    lanes.y = round(lanes.y, word(bytes, start + 8))
    lanes.z = round(lanes.z, word(bytes, start + 16))
    lanes.w = round(lanes.w, word(bytes, start + 24))
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* XXHash64.prime2, 31) &* XXHash64.prime1
  }

  private func merged() -> UInt64 {
    var hash =
      rotated(lanes.x, 1) &+ rotated(lanes.y, 7) &+ rotated(lanes.z, 12) &+ rotated(lanes.w, 18)
    for index in 0..<4 {
      hash = (hash ^ round(0, lanes[index])) &* XXHash64.prime1 &+ XXHash64.prime4
    }
    return hash
  }

  private func finish(_ begun: UInt64, _ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var hash = begun
    var index = start
    while index + 8 <= bytes.count {
      hash ^= round(0, word(bytes, index))
      hash = rotated(hash, 27) &* XXHash64.prime1 &+ XXHash64.prime4
      index += 8
    }
    if index + 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
      hash ^= UInt64(half) &* XXHash64.prime1
      hash = rotated(hash, 23) &* XXHash64.prime2 &+ XXHash64.prime3
      index += 4
    }
    while index < bytes.count {
      hash ^= UInt64(bytes[index]) &* XXHash64.prime5
      hash = rotated(hash, 11) &* XXHash64.prime1
      index += 1
    }
    hash = (hash ^ hash >> 33) &* XXHash64.prime2
    hash = (hash ^ hash >> 29) &* XXHash64.prime3
    return hash ^ hash >> 32
  }
}
