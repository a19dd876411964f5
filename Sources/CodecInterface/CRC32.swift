/// The checksum of PNG chunks (PNG specification, annex D: polynomial EDB88320, reflected), over
/// bytes that come in pieces.
package struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  private var sum: UInt32 = 0xFFFF_FFFF

  /// Of no bytes yet.
  package init() {}

  /// Of all bytes so far.
  package var checksum: UInt32 { ~sum }

  /// Takes in the next bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    sum = CRC32.table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum = sum
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return sum
      }
    }
  }

  /// Of these bytes.
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.add(bytes)
    return sum.checksum
  }
}
