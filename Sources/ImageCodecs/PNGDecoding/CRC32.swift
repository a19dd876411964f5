/// The checksum of PNG chunks (PNG specification, annex D: polynomial EDB88320, reflected).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return ~sum
      }
    }
  }
}
